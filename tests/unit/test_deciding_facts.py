from datetime import timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.changes import DAY, Fold, day, fact, fact_set

from membus.contracts.memory import Fact


def lives(place: str, message: str, **fields: Any) -> Fact:
    return fact("user", "lives_in", place, message, **fields)


def intervals(fold: Fold, *statuses: str) -> list[Any]:
    return [
        (memory.object, memory.valid_from, memory.valid_to, memory.status)
        for memory in fold.memories(*(statuses or ("active", "superseded")))
    ]


def test_a_fact_becomes_a_memory_with_its_source() -> None:
    fold = Fold()
    tea = fact(message="m1", entities=["Tea"], importance=0.8, type="short")
    decision = fold.apply(fact_set(tea, at=day(1), appended=day(2)), session_id="s 1")
    memory = fold.one()
    assert decision.outcome == "stored"
    assert [fate.memory_id for fate in decision.fates] == [memory.memory_id]
    assert (memory.content, memory.status, memory.version) == ("user likes tea", "active", 0)
    assert (memory.session, memory.session_id) == ("acme/s%201", "s 1")
    assert (memory.valid_from, memory.recorded_from) == (day(1), day(2))
    assert memory.expires_at == day(9)
    (row,) = decision.evidence
    assert (row.memory_id, row.message_id, row.event_id) == (memory.memory_id, "m1", "event of m1")
    assert row.quote == "user likes tea"


def test_the_marks_of_a_turn_are_repeated_even_when_it_says_nothing() -> None:
    decision = Fold().apply(fact_set(turn="t", skip_reason="greeting"))
    assert (decision.outcome, decision.reason) == ("skipped", "greeting")
    assert (decision.session, decision.message_partition, decision.settled_to) == (
        "acme/s1",
        3,
        0,
    )


def test_the_same_preference_three_times_in_other_words_is_one_memory_with_three_sources() -> None:
    fold = Fold()
    fold.apply(fact_set(fact(predicate="dislikes", object="cilantro", message="m1"), at=day(0)))
    second = fact(predicate="讨厌", object="香菜", message="m2", subject="用户")
    assert fold.apply(fact_set(second, at=day(5))).outcome == "merged"
    third = fact(predicate="likes", object="Coriander", polarity="negative", message="m3")
    fold.apply(fact_set(third, at=day(2)))
    memory = fold.one()
    assert (memory.mention_count, memory.last_mentioned_at) == (3, day(5))
    assert fold.quotes(memory) == ["m1", "m2", "m3"]


def test_two_likes_do_not_retire_each_other() -> None:
    fold = Fold()
    fold.apply(fact_set(fact(object="tea", message="m1")))
    fold.apply(fact_set(fact(object="hiking", message="m2")))
    assert [memory.status for memory in fold.memories()] == ["active", "active"]


def test_a_new_employer_retires_the_old_one_and_keeps_it_as_history() -> None:
    fold = Fold()
    fold.apply(fact_set(fact("user", "works_at", "Acme", "m1"), at=day(0)))
    fold.apply(fact_set(fact("user", "works_at", "Globex", "m2"), at=day(90)))
    assert intervals(fold) == [
        ("Acme", day(0), day(90), "superseded"),
        ("Globex", day(90), None, "active"),
    ]


def test_another_persons_employer_retires_nothing() -> None:
    fold = Fold()
    fold.apply(fact_set(fact("user", "works_at", "Acme", "m1"), at=day(0)))
    fold.apply(fact_set(fact("Emma", "works_at", "Globex", "m2"), at=day(9)))
    assert len(fold.memories("active")) == 2


def test_liking_then_disliking_supersedes_and_liking_again_is_a_third_interval() -> None:
    fold = Fold()
    fold.apply(fact_set(fact(message="m1"), at=day(0)))
    fold.apply(fact_set(fact(predicate="dislikes", message="m2"), at=day(5)))
    fold.apply(fact_set(fact(message="m3"), at=day(9)))
    found = [(memory.predicate, memory.valid_from, memory.status) for memory in fold.memories()]
    assert found == [
        ("likes", day(0), "superseded"),
        ("dislikes", day(5), "superseded"),
        ("likes", day(9), "active"),
    ]


STORY = [
    lives("Oslo", "m1", valid_from=day(0), valid_to=day(50)),
    lives("Rome", "m2", valid_from=day(50), valid_to=day(90)),
    lives("Oslo", "m3", valid_from=day(110)),
]


@given(st.permutations(STORY))
def test_oslo_rome_oslo_gives_three_intervals_in_any_order(order: Any) -> None:
    fold = Fold()
    for item in order:
        fold.apply(fact_set(item, at=day(200)))
    assert intervals(fold) == [
        ("Oslo", day(0), day(50), "superseded"),
        ("Rome", day(50), day(90), "superseded"),
        ("Oslo", day(110), None, "active"),
    ]


MOVES = st.lists(
    st.tuples(
        st.sampled_from(["Oslo", "Rome", "Bergen"]),
        st.integers(0, 9),
        st.none() | st.integers(1, 4),
        st.sampled_from(["positive", "positive", "negative"]),
    ),
    min_size=1,
    max_size=7,
)


@given(MOVES, st.randoms(use_true_random=False), st.sampled_from(["lives_in", "likes"]))
def test_any_arrival_order_gives_the_same_chain(moves: Any, random: Random, predicate: str) -> None:
    sets = []
    for number, (place, start, length, polarity) in enumerate(moves):
        ends = None if length is None else day(start + length)
        item = fact(
            "user", predicate, place, f"m{number}", valid_from=day(start), valid_to=ends,
            polarity=polarity,
        )  # fmt: skip
        sets.append(fact_set(item, at=day(20 + number)))
    chains = []
    for _ in range(2):
        fold = Fold()
        for body in sets:
            fold.apply(body)
        live = fold.memories("active", "superseded")
        chains.append(
            sorted(
                (m.object, m.polarity, m.valid_from, str(m.valid_to), m.status, m.mention_count)
                for m in live
            )
        )
        rows = [row for m in live for row in fold.view.evidence(m.memory_id).values()]
        assert sorted(row.message_id for row in rows) == sorted(
            f"m{number}" for number in range(len(moves))
        )
        random.shuffle(sets)
    assert chains[0] == chains[1]


def test_a_late_statement_splits_what_was_one_interval() -> None:
    fold = Fold()
    fold.apply(fact_set(lives("Oslo", "m1"), at=day(0)))
    fold.apply(fact_set(lives("Oslo", "m2"), at=day(60)))
    assert fold.one().mention_count == 2
    fold.apply(fact_set(lives("Rome", "m3"), at=day(30), appended=day(70)))
    assert intervals(fold) == [
        ("Oslo", day(0), day(30), "superseded"),
        ("Rome", day(30), day(60), "superseded"),
        ("Oslo", day(60), None, "active"),
    ]
    assert [fold.quotes(memory) for memory in fold.memories()] == [["m1"], ["m3"], ["m2"]]


def test_what_ended_before_it_was_said_without_a_beginning_is_history_since_long() -> None:
    fold = Fold()
    fold.apply(fact_set(lives("Oslo", "m1", valid_to=day(10)), at=day(40)))
    memory = fold.one()
    assert memory.valid_to == day(10)
    assert memory.valid_from < day(-10_000)


def test_similar_but_different_stays_apart_however_near_it_lies() -> None:
    fold = Fold()
    first = fact(predicate="meets_in", object="room 302 at 9", message="m1")
    second = fact(predicate="meets_in", object="room 303 at 9", message="m2")
    fold.apply(fact_set(first))
    fold.apply(fact_set(second), near={0: [fold.one().memory_id]})
    assert len(fold.memories("active")) == 2


def test_a_near_wording_with_equal_details_is_evidence() -> None:
    fold = Fold()
    one = "User works as an engineer at Acme"
    other = "User is an engineer working at Acme"
    fold.apply(fact_set(fact(predicate="x", object="a", content=one, message="m1")))
    known = fold.one()
    said = fact(predicate="y", object="b", content=other, message="m2")
    decision = fold.apply(fact_set(said), near={0: [known.memory_id]})
    assert decision.outcome == "merged"
    assert fold.one().mention_count == 2


def test_a_private_memory_is_not_counted_into_a_shared_one() -> None:
    fold = Fold()
    fold.apply(fact_set(fact(message="m1")))
    fold.apply(fact_set(fact(message="m2")), visibility="private", agent_id="a1")
    fold.apply(fact_set(fact(message="m3")), visibility="private", agent_id="a2")
    assert [memory.mention_count for memory in fold.memories()] == [1, 1, 1]


def utterance(text: str, message: str, **fields: Any) -> Fact:
    return fact("user", "said", "", message, kind="utterance", content=text, **fields)


def test_utterances_are_the_same_only_word_for_word() -> None:
    fold = Fold()
    fold.apply(fact_set(utterance("I never eat fish on Fridays", "m1")))
    known = fold.one().memory_id
    fold.apply(fact_set(utterance("On Fridays I never eat fish", "m2")), near={0: [known]})
    fold.apply(fact_set(utterance("I never eat fish on Fridays", "m3")))
    assert sorted(memory.mention_count for memory in fold.memories()) == [1, 2]


def test_a_short_answer_is_another_one_after_another_question() -> None:
    fold = Fold()
    fold.apply(fact_set(utterance("Yes", "m1", context=["Do you smoke?"])))
    fold.apply(fact_set(utterance("Yes", "m2", context=["Do you run?"])))
    fold.apply(fact_set(utterance("Yes", "m3", context=["Do you run?"])))
    assert sorted(memory.mention_count for memory in fold.memories()) == [1, 2]


def test_one_event_on_two_days_is_two_memories() -> None:
    fold = Fold()
    for number, start in enumerate([10, 17, 10]):
        dinner = fact(
            "user", "meeting", "Li Wei", f"m{number}", kind="event", valid_from=day(start)
        )
        fold.apply(fact_set(dinner, at=day(number)))
    assert [(m.valid_from, m.mention_count) for m in fold.memories("active")] == [
        (day(10), 2),
        (day(17), 1),
    ]


class TestRevisions:
    def test_the_first_fact_set_of_a_revision_counts_and_a_lower_one_is_skipped(self) -> None:
        fold = Fold()
        fold.apply(fact_set(fact(message="m1"), turn="t", revision=2))
        for revision in (2, 1):
            other = fact(object="beer", message="m1")
            decision = fold.apply(fact_set(other, turn="t", revision=revision))
            assert (decision.outcome, decision.memories) == ("skipped", [])
            assert decision.settled_to == 1
        assert fold.one().object == "tea"

    def test_what_the_next_revision_no_longer_says_closes_as_revised(self) -> None:
        fold = Fold()
        tea, beer = fact(message="m1"), fact(object="beer", message="m1", start=20, end=30)
        fold.apply(fact_set(tea, beer, turn="t"), appended=day(0))
        fold.apply(fact_set(beer, turn="t", revision=2, appended=day(1)))
        (closed,) = fold.memories("superseded")
        assert (closed.object, closed.decision, closed.mention_count) == ("tea", "revised", 0)
        assert closed.valid_to == day(1)
        assert [memory.object for memory in fold.memories("active")] == ["beer"]
        assert fold.quotes(closed) == []

    def test_other_evidence_keeps_a_memory_alive(self) -> None:
        fold = Fold()
        fold.apply(fact_set(fact(message="m1"), turn="t1", at=day(0)))
        fold.apply(fact_set(fact(message="m2"), turn="t2", at=day(3)))
        fold.apply(fact_set(turn="t2", revision=2))
        memory = fold.one("active")
        assert (memory.mention_count, memory.last_mentioned_at) == (1, day(0))

    def test_a_void_revision_that_withdraws_is_not_called_skipped(self) -> None:
        fold = Fold()
        fold.apply(fact_set(fact(message="m1"), turn="t"))
        decision = fold.apply(fact_set(turn="t", revision=2))
        assert (decision.outcome, len(decision.withdrawn)) == ("stored", 1)

    def test_withdrawing_the_newer_home_opens_the_older_one_again(self) -> None:
        fold = Fold()
        fold.apply(fact_set(lives("Oslo", "m1"), turn="t1", at=day(0)))
        fold.apply(fact_set(lives("Rome", "m2"), turn="t2", at=day(9)))
        fold.apply(fact_set(turn="t2", revision=2))
        assert intervals(fold, "active") == [("Oslo", day(0), None, "active")]

    def test_withdrawing_what_split_an_interval_joins_it_again(self) -> None:
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

    def test_a_span_that_grew_moves_its_evidence(self) -> None:
        fold = Fold()
        fold.apply(fact_set(fact(message="m1"), turn="t"))
        grown = fact(message="m1", start=6, end=21)
        fold.apply(fact_set(grown, turn="t", revision=2))
        memory = fold.one("active")
        assert [(r.start, r.revision) for r in fold.view.evidence(memory.memory_id).values()] == [
            (6, 2)
        ]

    def test_a_message_that_moves_to_another_turn_keeps_its_memory_in_either_order(self) -> None:
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

    def test_what_was_closed_as_revised_comes_back_under_its_id(self) -> None:
        fold = Fold()
        first = fold.apply(fact_set(fact(message="m1"), turn="t"))
        fold.apply(fact_set(turn="t", revision=2))
        fold.apply(fact_set(fact(message="m1"), turn="t", revision=3))
        assert fold.one("active").memory_id == first.memories[0].memory_id


def test_several_effects_of_one_change_on_one_memory_are_one_version() -> None:
    fold = Fold()
    body = fact_set(
        fact(message="m1"), fact(message="m2"), fact(predicate="dislikes", message="m3")
    )
    decision = fold.apply(body)
    assert len({memory.memory_id for memory in decision.memories}) == len(decision.memories)
    assert all(memory.version == decision.version for memory in decision.memories)


def test_deciding_changes_nothing_in_the_view() -> None:
    fold = Fold()
    fold.apply(fact_set(fact(message="m1")))
    before = fold.one()
    body = fact_set(fact(predicate="dislikes", message="m2"), at=day(4))
    first = fold.apply(body, name="same")
    again = Fold()
    again.apply(fact_set(fact(message="m1")))
    assert again.one() == before
    assert again.apply(body, name="same") == first


def test_a_mention_gives_a_short_memory_more_time_and_makes_it_long_when_it_lasts() -> None:
    fold = Fold()
    fold.apply(fact_set(fact(message="m1", type="short"), at=day(0)))
    fold.apply(fact_set(fact(message="m2", type="short", importance=0.8), at=day(4)))
    memory = fold.one()
    assert (memory.expires_at, memory.importance) == (day(4) + 7 * DAY, 0.8)
    fold.apply(fact_set(fact(message="m3", type="long"), at=day(5)))
    assert (fold.one().type, fold.one().expires_at) == ("long", None)


def test_an_appointment_does_not_lapse_before_it_takes_place() -> None:
    fold = Fold()
    dinner = fact("user", "meeting", "dinner", "m1", kind="event", type="short")
    times = {"valid_from": day(40), "valid_to": day(41)}
    fold.apply(fact_set(dinner.model_copy(update=times), at=day(0)))
    assert fold.one().expires_at == day(41) + 7 * DAY


@pytest.mark.parametrize("offset_s", [-1, 1])
def test_only_what_was_said_after_an_expiry_wakes_a_memory(offset_s: int) -> None:
    from membus.contracts.events.changes import ExpiryProposed

    fold = Fold()
    fold.apply(fact_set(fact(message="m1", type="short"), at=day(0)))
    memory = fold.one()
    expiry = ExpiryProposed(
        memory_ids=[memory.memory_id], versions={memory.memory_id: 0}, at=day(8)
    )
    fold.apply(expiry, appended=day(8))
    appended = day(8) + timedelta(seconds=offset_s)
    fold.apply(fact_set(fact(message="m2", type="short"), at=day(1), appended=appended))
    assert fold.one().status == ("active" if offset_s > 0 else "expired")
    assert fold.one().mention_count == 2
