from urllib.parse import quote
from uuid import UUID, uuid5

from hypothesis import given
from hypothesis import strategies as st

from membus.contracts import ids

parts = st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1, max_size=4)


@given(parts)
def test_derived_ids_are_uuid5_of_the_percent_encoded_parts(parts: list[str]) -> None:
    name = "/".join(quote(part, safe="") for part in parts)

    assert ids.join(*parts) == name
    assert ids.derive(*parts) == str(uuid5(ids.NAMESPACE, name))


def test_new_ids_are_version_7_and_rise_with_time() -> None:
    first, second = UUID(ids.uuid7()), UUID(ids.uuid7())

    assert first.version == second.version == 7
    assert first.int >> 80 <= second.int >> 80


@given(st.text(min_size=1, max_size=20), st.lists(st.text(min_size=1, max_size=20), max_size=5))
def test_many_outcome_ids_at_once_are_what_they_are_one_by_one(
    stage: str, events: list[str]
) -> None:
    assert ids.outcome_ids(stage, events) == [ids.outcome_id(stage, event) for event in events]
