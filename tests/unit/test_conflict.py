import itertools
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.support.changes import day

from membus.domain.conflict import Stated, chain, is_single_valued

OSLO, ROME, BERGEN = (("oslo", "positive"), ("rome", "positive"), ("bergen", "positive"))


def said(
    value: Any, start: float, end: float | None = None, at: Any = None, offset: int = 0
) -> Stated:
    at = start if at is None else at
    ends = None if end is None else day(end)
    return Stated(value, day(start), ends, day(at), offset, (f"m{at}", offset, offset))


def spans(intervals: Any) -> list[Any]:
    return [
        (interval.value[0], interval.valid_from, interval.valid_to, interval.superseded)
        for interval in intervals
    ]


def test_what_was_called_off_before_it_began_is_superseded_at_once() -> None:
    meeting, called_off = ("meeting", "positive"), ("meeting", "negative")
    intervals = chain(
        [said(meeting, 9, 10, at=1), said(called_off, 9, 10, at=2)], single_valued=False
    )
    assert spans(intervals) == [
        ("meeting", day(9), day(9), True),
        ("meeting", day(9), day(10), False),
    ]


def test_what_is_still_to_be_replaced_is_not_superseded_yet() -> None:
    intervals = chain([said(OSLO, 1), said(ROME, 9, at=2)], single_valued=True)
    assert spans(intervals)[0] == ("oslo", day(1), day(9), False)


def test_the_later_closes_the_earlier_at_its_start() -> None:
    assert spans(chain([said(ROME, 5), said(OSLO, 1)], single_valued=True)) == [
        ("oslo", day(1), day(5), True),
        ("rome", day(5), None, False),
    ]


def test_many_valued_predicates_close_nothing() -> None:
    assert spans(chain([said(ROME, 5), said(OSLO, 1)], single_valued=False)) == [
        ("oslo", day(1), None, False),
        ("rome", day(5), None, False),
    ]


def test_the_same_place_again_after_another_is_a_third_interval() -> None:
    statements = [said(OSLO, 1, 5), said(ROME, 5, 9), said(OSLO, 11)]
    assert spans(chain(statements, single_valued=True)) == [
        ("oslo", day(1), day(5), True),
        ("rome", day(5), day(9), True),
        ("oslo", day(11), None, False),
    ]


def test_a_stated_end_is_not_stretched_to_the_next_start() -> None:
    (oslo, rome) = chain([said(OSLO, 1, 3), said(ROME, 9)], single_valued=True)
    assert (oslo.valid_to, rome.valid_from) == (day(3), day(9))
    assert oslo.superseded


def test_a_stated_end_is_cut_where_the_next_begins() -> None:
    (oslo, _) = chain([said(OSLO, 1, 9), said(ROME, 5)], single_valued=True)
    assert oslo.valid_to == day(5)


def test_saying_it_again_is_the_same_interval_until_something_else_came_between() -> None:
    twice = [said(OSLO, 1), said(OSLO, 8)]
    assert len(chain(twice, single_valued=True)) == 1
    assert spans(chain([*twice, said(ROME, 4)], single_valued=True)) == [
        ("oslo", day(1), day(4), True),
        ("rome", day(4), day(8), True),
        ("oslo", day(8), None, False),
    ]


def test_the_opposite_closes_whatever_the_predicate() -> None:
    not_oslo = ("oslo", "negative")
    for single_valued in (True, False):
        assert spans(chain([said(OSLO, 1), said(not_oslo, 4)], single_valued=single_valued)) == [
            ("oslo", day(1), day(4), True),
            ("oslo", day(4), None, False),
        ]


def test_denying_one_place_does_not_close_another() -> None:
    statements = [said(("oslo", "negative"), 1), said(ROME, 4)]
    assert [row[3] for row in spans(chain(statements, single_valued=True))] == [False, False]


def test_what_begins_in_the_future_has_not_superseded_anything_yet() -> None:
    (oslo, rome) = chain([said(OSLO, 1), said(ROME, 40, at=10)], single_valued=True)
    assert (oslo.valid_to, oslo.superseded) == (day(40), False)
    later = chain([said(OSLO, 1), said(ROME, 40, at=10), said(ROME, 50)], single_valued=True)
    assert later[0].superseded
    assert rome.valid_to is None


def test_of_two_for_the_same_time_the_last_said_holds() -> None:
    (oslo, rome) = chain([said(ROME, 5, at=9), said(OSLO, 5, at=6)], single_valued=True)
    assert (oslo.valid_from, oslo.valid_to) == (day(5), day(5))
    assert rome.valid_to is None


def test_only_predicates_of_the_table_hold_one_value() -> None:
    assert is_single_valued("lives_in")
    assert not is_single_valued("likes")
    assert not is_single_valued("something_new")


def statements() -> st.SearchStrategy[list[Stated]]:
    start = st.integers(0, 12)
    return st.lists(
        st.builds(
            lambda value, start, length, late, offset: said(
                value, start, None if length is None else start + length, start + late, offset
            ),
            st.sampled_from([OSLO, ROME, BERGEN, ("oslo", "negative")]),
            start,
            st.none() | st.integers(1, 6),
            st.integers(0, 3),
            st.integers(0, 99),
        ),
        max_size=9,
        unique_by=lambda item: (item.at, item.offset),
    )


@given(statements(), st.randoms(use_true_random=False), st.booleans())
def test_any_order_gives_the_same_chain(items: Any, random: Random, single_valued: bool) -> None:
    shuffled = list(items)
    random.shuffle(shuffled)
    assert chain(shuffled, single_valued=single_valued) == chain(items, single_valued=single_valued)


@given(statements())
def test_one_value_at_a_time_and_every_statement_counts_once(items: Any) -> None:
    intervals = chain(items, single_valued=True)
    counted = [statement for interval in intervals for statement in interval.stated]
    assert sorted(counted, key=lambda item: item.source) == sorted(
        items, key=lambda item: item.source
    )
    positive = [interval for interval in intervals if interval.value[1] == "positive"]
    for earlier, later in itertools.pairwise(positive):
        assert earlier.valid_to is not None
        assert earlier.valid_from <= earlier.valid_to <= later.valid_from
    ends = [item.valid_to for item in items if item.valid_to is not None]
    for interval in intervals:
        stated_end = [item for item in interval.stated if item.valid_to is not None]
        if stated_end:
            assert interval.valid_to is not None
            assert interval.valid_to <= max(ends)
