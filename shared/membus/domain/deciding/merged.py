"""Memories that were merged into another one, and how to find that one."""

from membus.contracts.memory import Memory
from membus.domain.deciding.draft import Draft

_MERGED_INTO = "merged into "


def merge_decision(memory_id: str) -> str:
    """Return the decision of a memory that was merged into another."""
    return _MERGED_INTO + memory_id


def merged_into(memory: Memory) -> str | None:
    """Return the id of the memory that this one was merged into."""
    if memory.status != "merged":
        return None
    return memory.decision.removeprefix(_MERGED_INTO)


def standing(draft: Draft, memory: Memory) -> Memory | None:
    """Follow merges to the memory that stands for this one; None where it was not loaded."""
    seen = {memory.memory_id}
    found: Memory | None = memory
    while found is not None and (target := merged_into(found)) is not None:
        if target in seen:
            return None
        seen.add(target)
        found = draft.memory(target)
    return found
