"""What the columns make of values: keys that fit every index, and times that sort."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.dialects import sqlite

from membus.adapters.sql.columns import KEY_BYTES, Micros, as_key, clean, joined
from membus.adapters.sql.paging import PAGE, pages

TEXTS = st.text(st.characters(exclude_categories=[]), max_size=600)
TIMES = st.datetimes(datetime(1900, 1, 1), datetime(2199, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001 - hypothesis adds the zone
DIALECT = sqlite.dialect()


@given(TEXTS)
def test_a_key_fits_and_is_text(text: str) -> None:
    key = as_key(text)
    assert len(key.encode()) <= KEY_BYTES
    assert "\x00" not in key
    assert as_key(key) == key


@pytest.mark.parametrize("text", ["会" * 300, "x" * 401, "👋" * 101])
def test_long_texts_differ_as_keys(text: str) -> None:
    assert as_key(text) != as_key(text + "!")
    assert as_key(text).startswith(text[:20])


@given(TEXTS)
def test_short_text_is_its_own_key(text: str) -> None:
    if len(clean(text).encode()) <= KEY_BYTES:
        assert as_key(text) == clean(text)


def test_what_no_database_takes_is_replaced() -> None:
    assert clean("a\x00b\ud83dc👋") == "a\ufffdb\ufffdc👋"


@given(st.lists(st.text(max_size=5), max_size=4), st.lists(st.text(max_size=5), max_size=4))
def test_no_two_lists_join_alike(one: list[str], other: list[str]) -> None:
    assert (joined(one) == joined(other)) == (one == other)


@given(TIMES, TIMES)
def test_times_sort_as_numbers_and_come_back(one: datetime, other: datetime) -> None:
    column = Micros()
    stored = [column.process_bind_param(time, DIALECT) or 0 for time in (one, other)]
    assert (stored[0] < stored[1]) == (one < other)
    assert column.process_result_value(stored[0], DIALECT) == one


def test_a_time_in_another_zone_is_the_same_time() -> None:
    noon = datetime(2025, 3, 1, 12, tzinfo=UTC)
    there = noon.astimezone(ZoneInfo("Asia/Shanghai"))
    column = Micros()
    assert column.process_bind_param(there, DIALECT) == column.process_bind_param(noon, DIALECT)
    assert column.process_bind_param(noon + timedelta(microseconds=1), DIALECT) != (
        column.process_bind_param(noon, DIALECT)
    )


@given(st.lists(st.integers(0, 2000), max_size=1500))
def test_pages_hold_each_value_in_few_sizes(values: list[int]) -> None:
    cut = list(pages(values))
    assert set().union(*cut) == set(values)
    assert {len(page) for page in cut} <= {1 << power for power in range(10)}
    assert max(map(len, cut), default=0) <= PAGE
