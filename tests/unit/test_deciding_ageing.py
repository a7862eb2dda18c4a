from typing import Any

import pytest
from tests.support.changes import Fold, day, fact, fact_set

from membus.contracts.events.changes import (
    DemotionProposed,
    ExpiryProposed,
    FeedbackGiven,
    HitCounted,
)
from membus.contracts.memory import Memory


def with_one(**fields: Any) -> tuple[Fold, Memory]:
    fold = Fold()
    fold.apply(fact_set(fact(message="m1", **fields), at=day(0)))
    return fold, fold.one()


def proposed(model: Any, memory: Any, at: Any, version: int | None = None) -> Any:
    read = memory.version if version is None else version
    return model(memory_ids=[memory.memory_id], versions={memory.memory_id: read}, at=at)


def test_a_hit_is_counted_and_makes_no_version() -> None:
    fold, tea = with_one()
    body = HitCounted(request_id="r", memory_ids=[tea.memory_id, "of another owner"], at=day(3))
    decision = fold.apply(body)
    assert (decision.outcome, decision.memories) == ("stored", [])
    assert [(row.memory_id, row.hit_count) for row in decision.hits] == [(tea.memory_id, 1)]
    assert (fold.one().hit_count, fold.one().last_hit_at) == (1, day(3))
    assert fold.one().version == tea.version


def test_one_recall_counts_a_memory_once() -> None:
    fold, tea = with_one()
    fold.apply(HitCounted(request_id="r", memory_ids=[tea.memory_id] * 3, at=day(3)))
    assert fold.one().hit_count == 1


def test_a_short_memory_expires_when_nobody_used_it() -> None:
    fold, draft = with_one(type="short")
    decision = fold.apply(proposed(ExpiryProposed, draft, day(8)), appended=day(8))
    assert decision.outcome == "stored"
    assert (fold.one().status, fold.one().decision) == ("expired", "expired")


def test_a_memory_that_was_hit_lives_on_and_is_due_only_later() -> None:
    fold, draft = with_one(type="short")
    fold.apply(HitCounted(request_id="r", memory_ids=[draft.memory_id], at=day(6)))
    decision = fold.apply(proposed(ExpiryProposed, draft, day(8)), appended=day(8))
    assert decision.fates[0].reason == "used since"
    assert (fold.one().status, fold.one().expires_at) == ("active", day(13))


def test_a_proposal_made_on_an_old_version_is_rejected() -> None:
    fold, draft = with_one(type="short")
    fold.apply(fact_set(fact(message="m2", type="short"), at=day(1)))
    decision = fold.apply(proposed(ExpiryProposed, draft, day(20)), appended=day(20))
    assert (decision.outcome, decision.reason) == ("skipped", "changed since it was read")
    assert fold.one().status == "active"


@pytest.mark.parametrize("fields", [{"type": "long"}, {"type": "short", "pinned": True}])
def test_long_and_pinned_memories_do_not_expire(fields: Any) -> None:
    fold, kept = with_one(**fields)
    fold.apply(proposed(ExpiryProposed, kept, day(900)))
    assert fold.one().status == "active"


def test_an_unused_long_memory_is_demoted_once_and_a_mention_gives_it_back() -> None:
    fold, tea = with_one(importance=0.8)
    fold.apply(proposed(DemotionProposed, tea, day(100)))
    demoted = fold.one()
    assert (demoted.importance, demoted.type, demoted.status) == (0.4, "long", "active")
    again = fold.apply(proposed(DemotionProposed, demoted, day(101)))
    assert again.outcome == "skipped"
    fold.apply(fact_set(fact(message="m2", importance=0.8), at=day(120)))
    assert fold.one().importance == 0.8


def test_feedback_moves_weight_a_little_and_stays_in_bounds() -> None:
    fold, tea = with_one(importance=0.5, confidence=0.98)
    fold.apply(FeedbackGiven(memory_id=tea.memory_id, helpful=True))
    assert (fold.one().importance, fold.one().confidence) == (0.55, 1.0)
    for _ in range(30):
        fold.apply(FeedbackGiven(memory_id=tea.memory_id, helpful=False))
    assert (fold.one().importance, fold.one().confidence) == (0.0, 0.0)


@pytest.mark.parametrize(
    "body",
    [
        FeedbackGiven(memory_id="nobody", helpful=True),
        HitCounted(request_id="r", memory_ids=["nobody"], at=day(0)),
        HitCounted(request_id="r", memory_ids=[], at=day(0)),
        ExpiryProposed(memory_ids=["nobody"], versions={}, at=day(0)),
        DemotionProposed(memory_ids=["nobody"], versions={}, at=day(0)),
    ],
)
def test_what_names_no_memory_of_the_owner_is_skipped_with_a_reason(body: Any) -> None:
    decision = Fold().apply(body)
    assert decision.outcome == "skipped"
    assert decision.reason
