"""Ids are for ever: what they were made of yesterday, they are made of tomorrow."""

import re
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from membus.contracts import ids

SESSION = ids.session_identity("default", "售后/2026-03-02")
OWNER = ids.owner_of("default", "王芳")

parts = st.lists(st.text(alphabet="ab/%s é王", max_size=6), min_size=1, max_size=4)


@pytest.mark.parametrize(
    ("made", "known"),
    [
        (SESSION, "default/%E5%94%AE%E5%90%8E%2F2026-03-02"),
        (OWNER, "default/u/%E7%8E%8B%E8%8A%B3"),
        (ids.owner_of("default", "王芳", "docs"), "default/s/docs"),
        (ids.turn_id(SESSION, "m-1"), "ac3f8046-0f8d-5d80-b0ae-8ce98fd7841d"),
        (ids.fact_set_id("t-1", 1, "live"), "b2e601ad-d149-5106-96a3-6a3c24bb60de"),
        (ids.event_id("TurnClosed", "e-1", "d"), "ac49d663-3b8b-5dff-907e-3b23b176e587"),
        (ids.undecodable_id("membus.messages.v1", 5, 77), "5ef17702-bf07-5e01-b614-6e96a0c01bf1"),
        (ids.outcome_id("ingestion", "e-1"), "3dc79c5b-4f6e-54cf-91d1-181d80564d19"),
        (ids.file_message_id(SESSION, 3, "你好"), "c701b0d5-9054-53b1-a501-8d4c23b79dcc"),
        (
            ids.memory_id(OWNER, SESSION, "fact", "m-1", ("user", "eat", "香菜", "negative")),
            "6232a902-7abd-5346-a868-d3cc1a73f115",
        ),
        (ids.merged_memory_id(OWNER, ["b", "a"]), "a168fd0e-872f-5ffe-ab16-936919467aac"),
    ],
)
def test_an_id_never_changes(made: str, known: str) -> None:
    assert made == known


@given(parts, parts)
def test_no_part_can_pose_as_two(left: list[str], right: list[str]) -> None:
    assert (ids.join(*left) == ids.join(*right)) == (left == right)


def test_merging_does_not_depend_on_the_order_of_its_sources() -> None:
    assert ids.merged_memory_id(OWNER, ["a", "b"]) == ids.merged_memory_id(OWNER, ["b", "a"])


def test_new_ids_are_version_7_and_rise_with_time() -> None:
    first, second = ids.uuid7(), ids.uuid7()
    assert UUID(first).version == 7
    assert first != second
    assert first[:13] <= second[:13]
    assert re.fullmatch(r"[89ab]", first[19])
