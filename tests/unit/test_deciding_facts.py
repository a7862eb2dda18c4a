from datetime import timedelta
from typing import Any

import pytest
from tests.support.changes import DAY, Fold, day, fact, fact_set

from membus.contracts.memory import Fact


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
