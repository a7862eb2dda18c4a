"""A turn's next revision replaces the one before."""

from tests.support.changes import Fold, day, fact, fact_set, intervals, lives


def test_the_first_fact_set_of_a_revision_counts_and_a_lower_one_is_skipped() -> None:
    fold = Fold()
    fold.apply(fact_set(fact(message="m1"), turn="t", revision=2))
    for revision in (2, 1):
        other = fact(object="beer", message="m1")
        decision = fold.apply(fact_set(other, turn="t", revision=revision))
        assert (decision.outcome, decision.memories) == ("skipped", [])
        assert decision.settled_to == 1
    assert fold.one().object == "tea"


def test_what_the_next_revision_no_longer_says_closes_as_revised() -> None:
    fold = Fold()
    tea, beer = fact(message="m1"), fact(object="beer", message="m1", start=20, end=30)
    fold.apply(fact_set(tea, beer, turn="t"), appended=day(0))
    fold.apply(fact_set(beer, turn="t", revision=2, appended=day(1)))
    (closed,) = fold.memories("superseded")
    assert (closed.object, closed.decision, closed.mention_count) == ("tea", "revised", 0)
    assert closed.valid_to == day(1)
    assert [memory.object for memory in fold.memories("active")] == ["beer"]
    assert fold.quotes(closed) == []


def test_other_evidence_keeps_a_memory_alive() -> None:
    fold = Fold()
    fold.apply(fact_set(fact(message="m1"), turn="t1", at=day(0)))
    fold.apply(fact_set(fact(message="m2"), turn="t2", at=day(3)))
    fold.apply(fact_set(turn="t2", revision=2))
    memory = fold.one("active")
    assert (memory.mention_count, memory.last_mentioned_at) == (1, day(0))


def test_a_void_revision_that_withdraws_is_not_called_skipped() -> None:
    fold = Fold()
    fold.apply(fact_set(fact(message="m1"), turn="t"))
    decision = fold.apply(fact_set(turn="t", revision=2))
    assert (decision.outcome, len(decision.withdrawn)) == ("stored", 1)


def test_withdrawing_the_newer_home_opens_the_older_one_again() -> None:
    fold = Fold()
    fold.apply(fact_set(lives("Oslo", "m1"), turn="t1", at=day(0)))
    fold.apply(fact_set(lives("Rome", "m2"), turn="t2", at=day(9)))
    fold.apply(fact_set(turn="t2", revision=2))
    assert intervals(fold, "active") == [("Oslo", day(0), None, "active")]


def test_withdrawing_what_split_an_interval_joins_it_again() -> None:
    fold = Fold()
    for message, place, start in (("m1", "Oslo", 0), ("m2", "Rome", 5), ("m3", "Oslo", 9)):
        fold.apply(fact_set(lives(place, message), turn=message, at=day(start)))
    decision = fold.apply(fact_set(turn="m2", revision=2))
    assert intervals(fold, "active") == [("Oslo", day(0), None, "active")]
    assert fold.one("active").mention_count == 2
    merged = fold.one("merged")
    assert [(row.source_id, row.relation) for row in decision.lineage] == [
        (merged.memory_id, "merged")
    ]
    # What was merged counts where it went.
    fold.apply(fact_set(lives("Oslo", "m4"), at=day(12)))
    assert fold.one("active").mention_count == 3


def test_a_span_that_grew_moves_its_evidence() -> None:
    fold = Fold()
    fold.apply(fact_set(fact(message="m1"), turn="t"))
    grown = fact(message="m1", start=6, end=21)
    fold.apply(fact_set(grown, turn="t", revision=2))
    memory = fold.one("active")
    assert [(r.start, r.revision) for r in fold.view.evidence(memory.memory_id).values()] == [
        (6, 2)
    ]


def test_a_message_that_moves_to_another_turn_keeps_its_memory_in_either_order() -> None:
    for new_turn_first in (True, False):
        fold = Fold()
        fold.apply(fact_set(fact(message="m1"), turn="old"))
        sets = [fact_set(fact(message="m1"), turn="new"), fact_set(turn="old", revision=2)]
        for body in sets if new_turn_first else reversed(sets):
            fold.apply(body)
        memory = fold.one()
        assert (memory.status, memory.mention_count) == ("active", 1), new_turn_first
        (row,) = fold.view.evidence(memory.memory_id).values()
        assert row.turn_id == "new"


def test_what_was_closed_as_revised_comes_back_under_its_id() -> None:
    fold = Fold()
    first = fold.apply(fact_set(fact(message="m1"), turn="t"))
    fold.apply(fact_set(turn="t", revision=2))
    fold.apply(fact_set(fact(message="m1"), turn="t", revision=3))
    assert fold.one("active").memory_id == first.memories[0].memory_id


def test_a_revision_that_reads_another_time_moves_the_interval() -> None:
    fold = Fold()
    fold.apply(fact_set(lives("Oslo", "m1"), turn="t1", at=day(0)))
    fold.apply(fact_set(lives("Rome", "m2"), turn="t2", at=day(9)))
    earlier = lives("Rome", "m2", valid_from=day(4))
    fold.apply(fact_set(earlier, turn="t2", revision=2, at=day(9)))
    assert intervals(fold) == [
        ("Oslo", day(0), day(4), "superseded"),
        ("Rome", day(4), None, "active"),
    ]
