"""What a store refuses to write."""

from membus.contracts.memory import Memory, MemoryType
from membus.errors import MalformedError


def must_be(memory: Memory, kind: MemoryType) -> None:
    """Raise MalformedError for a memory of another type than the store's."""
    if memory.type != kind:
        raise MalformedError(
            f"memory {memory.memory_id} is {memory.type}: save it in the {memory.type} store"
        )
