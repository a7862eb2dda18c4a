"""What a statement ends without naming it in full, decision by decision."""

from datetime import datetime
from itertools import permutations
from typing import Any

from tests.support.changes import Fold, day, fact, fact_set, intervals

from membus.contracts.events.changes import FactSetExtracted
from membus.domain.canonical import OTHERS


def learns(what: str, message: str, polarity: str = "positive") -> Any:
    return fact("user", "studies", what, message, polarity=polarity)


def switch(what: str, message: str, at: datetime, **fields: Any) -> FactSetExtracted:
    """Something else is learned now."""
    return fact_set(learns(what, message), learns(OTHERS, message, "negative"), at=at, **fields)


def trip(message: str, polarity: str = "positive", *, on: int | None = None) -> Any:
    times = {} if on is None else {"valid_from": day(on), "valid_to": day(on + 1)}
    return fact("user", "travels_to", "Rome", message, kind="event", polarity=polarity, **times)


def test_what_was_taken_over_ends_when_the_other_begins() -> None:
    fold = Fold()
    fold.apply(fact_set(learns("Portuguese", "m1"), at=day(0)))
    decision = fold.apply(switch("Finnish", "m2", day(30)))
    assert intervals(fold) == [
        ("Portuguese", day(0), day(30), "superseded"),
        ("Finnish", day(30), None, "active"),
    ]
    assert [row.fate for row in decision.fates] == ["stored", "stored"]


def test_it_is_reopened_when_the_turn_is_revised_and_says_no_more_of_it() -> None:
    fold = Fold()
    fold.apply(fact_set(learns("Portuguese", "m1"), at=day(0)))
    fold.apply(switch("Finnish", "m2", day(30), turn="t2"))
    fold.apply(fact_set(learns("Finnish", "m2"), at=day(30), turn="t2", revision=2))
    assert [memory.object for memory in fold.memories("active")] == ["Portuguese", "Finnish"]


def test_a_revision_that_says_it_again_changes_nothing() -> None:
    fold = Fold()
    fold.apply(fact_set(learns("Portuguese", "m1"), at=day(0)))
    fold.apply(switch("Finnish", "m2", day(30), turn="t2"))
    before = intervals(fold)
    fold.apply(switch("Finnish", "m2", day(30), turn="t2", revision=2))
    assert intervals(fold) == before


def test_what_is_begun_again_is_another_interval() -> None:
    fold = Fold()
    fold.apply(fact_set(learns("Portuguese", "m1"), at=day(0)))
    fold.apply(switch("Finnish", "m2", day(30)))
    fold.apply(fact_set(learns("Portuguese", "m3"), at=day(60)))
    assert intervals(fold) == [
        ("Portuguese", day(0), day(30), "superseded"),
        ("Finnish", day(30), None, "active"),
        ("Portuguese", day(60), None, "active"),
    ]


def test_another_agent_does_not_end_what_is_private() -> None:
    fold = Fold()
    private: dict[str, Any] = {"visibility": "private", "agent_id": "cook"}
    fold.apply(fact_set(learns("Portuguese", "m1"), at=day(0)), **private)
    fold.apply(switch("Finnish", "m2", day(30)))
    assert [memory.object for memory in fold.memories("active")] == ["Portuguese", "Finnish"]


def test_a_trip_that_is_called_off_without_its_date_never_was() -> None:
    fold = Fold()
    fold.apply(fact_set(trip("m1", on=40), at=day(0)))
    fold.apply(fact_set(trip("m2", "negative"), at=day(10)))
    (planned,) = [memory for memory in fold.memories() if memory.polarity == "positive"]
    assert (planned.status, planned.valid_from, planned.valid_to) == (
        "superseded",
        day(40),
        day(40),
    )


def test_of_two_trips_the_one_to_come_is_called_off() -> None:
    fold = Fold()
    fold.apply(fact_set(trip("m1", on=5), at=day(0)))
    fold.apply(fact_set(trip("m2", on=40), at=day(6)))
    fold.apply(fact_set(trip("m3", "negative"), at=day(10)))
    planned = [memory for memory in fold.memories() if memory.polarity == "positive"]
    assert [memory.status for memory in planned] == ["active", "superseded"]


def test_a_trip_that_is_moved_has_its_new_date_alone() -> None:
    fold = Fold()
    fold.apply(fact_set(trip("m1", on=40), at=day(0)))
    fold.apply(fact_set(trip("m2", on=50), trip("m2", "negative"), at=day(10)))
    assert intervals(fold, "active") == [("Rome", day(50), day(51), "active")]


def test_any_order_of_arrival_comes_to_the_same() -> None:
    said = [
        fact_set(learns("Portuguese", "m1"), trip("m1", on=90), at=day(0)),
        switch("Finnish", "m2", day(30)),
        fact_set(trip("m3", "negative"), at=day(40)),
        fact_set(learns("Portuguese", "m4"), at=day(60)),
    ]
    outcomes = set()
    for arriving in permutations(said):
        fold = Fold()
        for body in arriving:
            fold.apply(body)
        outcomes.add(tuple(intervals(fold)))
    assert len(outcomes) == 1


def test_splits_of_one_statement_never_share_a_memory() -> None:
    """Three intervals of one value, of which two had been one memory's."""
    fold = Fold()
    moves = [("Oslo", 1, "positive"), ("Oslo", 0, "positive"), ("Oslo", 0, "negative"),
             ("Oslo", 0, "positive"), ("Rome", 0, "positive")]  # fmt: skip
    for number, (place, start, polarity) in enumerate(moves):
        stated = fact(
            "user", "lives_in", place, f"m{number}", valid_from=day(start), polarity=polarity
        )
        fold.apply(fact_set(stated, at=day(20 + number)))
    oslo = [memory for memory in fold.memories() if memory.object == "Oslo"]
    assert sorted(fold.quotes(memory) for memory in oslo) == [["m0"], ["m1"], ["m2"], ["m3"]]
