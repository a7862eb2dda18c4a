"""Counts what recall used. Hits make no version: they are no knowledge, only use of it."""

from datetime import datetime

from membus.contracts.events.memories import HitRow
from membus.contracts.memory import Memory


def counted(memory: Memory, at: datetime) -> HitRow:
    """Return the memory's count after one more hit at the time given."""
    return HitRow(
        memory_id=memory.memory_id,
        hit_count=memory.hit_count + 1,
        last_hit_at=max(at, memory.last_hit_at or at),
    )


def with_hit(memory: Memory, row: HitRow) -> Memory:
    """Return the memory with the count of a row."""
    return memory.model_copy(update={"hit_count": row.hit_count, "last_hit_at": row.last_hit_at})
