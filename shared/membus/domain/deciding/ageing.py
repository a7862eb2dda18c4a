"""Applies what use and disuse do: hits, expiry, demotion, feedback."""

from datetime import timedelta

from membus.contracts.events.changes import (
    DemotionProposed,
    ExpiryProposed,
    FeedbackGiven,
    HitCounted,
)
from membus.contracts.events.memories import ChangeDecided
from membus.contracts.memory import Memory
from membus.domain.deciding.change import Change
from membus.domain.deciding.draft import Draft
from membus.domain.deciding.merged import standing
from membus.domain.expiry import DEMOTED, demoted_importance, lapses_at, may_be_demoted
from membus.domain.hits import counted

# One judgement moves importance and confidence a little: ten of a kind reach an end.
_NUDGE = 0.05


def decide_hits(body: HitCounted, draft: Draft) -> ChangeDecided:
    """Count one hit a memory; ids of other owners, and of what is gone, count nothing."""
    for memory_id in dict.fromkeys(body.memory_ids):
        memory = draft.memory(memory_id)
        if memory is None:
            draft.fate("skipped", memory_id, "no such memory")
        else:
            draft.hit(counted(memory, body.at))
            draft.fate("stored", memory_id)
    return draft.decided("" if body.memory_ids else "no memory was used")


def decide_expiry(
    change: Change, body: ExpiryProposed, draft: Draft, ttl: timedelta
) -> ChangeDecided:
    """Expire short memories that went unused until `at`.

    A memory that changed since it was read stays. One that was hit since gets a later `expires_at`
    instead, so that it is not proposed again before that.
    """
    for memory_id in dict.fromkeys(body.memory_ids):
        memory = draft.memory(memory_id)
        lapses = None if memory is None else lapses_at(memory, ttl)
        if memory is None or (stale := _stale(memory, body.versions)):
            draft.fate("skipped", memory_id, stale if memory is not None else "no such memory")
        elif lapses is None:
            draft.fate("skipped", memory_id, "it does not expire")
        elif lapses > body.at:
            draft.revise(memory, memory.decision, change.appended_at, expires_at=lapses)
            draft.fate("skipped", memory_id, "used since")
        else:
            draft.revise(memory, "expired", change.appended_at, status="expired")
            draft.fate("stored", memory_id)
    return draft.decided()


def decide_demotion(change: Change, body: DemotionProposed, draft: Draft) -> ChangeDecided:
    """Lower the importance of long memories that went unused; their type and status stay.

    A mention gives the importance back.
    """
    for memory_id in dict.fromkeys(body.memory_ids):
        memory = draft.memory(memory_id)
        if memory is None or (stale := _stale(memory, body.versions)):
            draft.fate("skipped", memory_id, stale if memory is not None else "no such memory")
        elif not may_be_demoted(memory):
            draft.fate("skipped", memory_id, "it is not demoted")
        elif memory.last_hit_at is not None and memory.last_hit_at >= body.at:
            draft.fate("skipped", memory_id, "used since")
        else:
            importance = demoted_importance(memory.importance)
            draft.revise(memory, DEMOTED, change.appended_at, importance=importance)
            draft.fate("stored", memory_id)
    return draft.decided()


def decide_feedback(change: Change, body: FeedbackGiven, draft: Draft) -> ChangeDecided:
    """Move importance and confidence by 0.05 within 0..1, up or down."""
    named = draft.memory(body.memory_id)
    memory = None if named is None else standing(draft, named)
    if memory is None or memory.status == "forgotten":
        draft.fate("skipped", body.memory_id, "no such memory")
        return draft.decided()
    step = _NUDGE if body.helpful else -_NUDGE
    draft.revise(
        memory,
        "found helpful" if body.helpful else "found unhelpful",
        change.appended_at,
        importance=_moved(memory.importance, step),
        confidence=_moved(memory.confidence, step),
    )
    draft.fate("stored", memory.memory_id)
    return draft.decided()


def _moved(value: float, step: float) -> float:
    return round(min(1.0, max(0.0, value + step)), 6)


def _stale(memory: Memory, versions: dict[str, int]) -> str:
    """Return why a proposal does not hold of a memory, empty when it does."""
    if memory.status != "active":
        return f"it is {memory.status}"
    if versions.get(memory.memory_id) != memory.version:
        return "changed since it was read"
    return ""
