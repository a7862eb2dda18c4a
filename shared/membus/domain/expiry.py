"""When a short memory has gone unused too long, and what becomes of an unused long one."""

from datetime import datetime, timedelta

from membus.contracts.base import LATEST
from membus.contracts.memory import Memory

DEMOTED = "demoted"
_FACTOR = 0.5
_FLOOR = 0.1
_LAST = LATEST - timedelta(microseconds=1)


def expires_at(at: datetime, appended_at: datetime, ttl: timedelta) -> datetime:
    """Return when a short memory lapses that was mentioned at `at` and never used since.

    Counted from the later of event and append time, so that a history that is imported today does
    not lapse at once. `at` is the end of what the memory is about where that is still to come: an
    appointment does not lapse before it takes place. Never later than a contract can say.
    """
    return min(max(at, appended_at) + ttl, _LAST)


def lapses_at(memory: Memory, ttl: timedelta) -> datetime | None:
    """Return when an active short memory really lapses, None for what never does.

    `expires_at` was set at the last mention; a hit since then puts the time off without a version.
    """
    if memory.type != "short" or memory.pinned or memory.expires_at is None:
        return None
    if memory.last_hit_at is None:
        return memory.expires_at
    return min(max(memory.expires_at, memory.last_hit_at + ttl), _LAST)


def may_be_demoted(memory: Memory) -> bool:
    """Whether a long memory can still lose weight: once for each time that it goes unused."""
    return (
        memory.status == "active"
        and memory.type == "long"
        and not memory.pinned
        and memory.decision != DEMOTED
        and memory.importance > _FLOOR
    )


def demoted_importance(importance: float) -> float:
    """Return the importance of a long memory that went unused: half, and 0.1 at least."""
    return max(_FLOOR, importance * _FACTOR)
