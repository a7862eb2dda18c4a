"""What was said around a batch's memories: their context vectors cover what follows a message."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from membus.contracts.memory import Memory
from membus.domain.places import MessagePlace, following, place_of, places_around, places_before
from membus.ports.ledger import MemoryLedger


@dataclass(frozen=True, slots=True)
class Surroundings:
    """`said` are memories by place; `renewed` those whose points exist and need a new context."""

    said: Mapping[MessagePlace, Sequence[Memory]]
    renewed: Sequence[Memory]

    def following(self, memory: Memory) -> list[str]:
        """Return what was said right after a memory of the batch, or after a renewed one."""
        return following(memory, self.said)


async def load_surroundings(
    ledger: MemoryLedger,
    images: Mapping[str, Memory],
    retold: Collection[str],
    remade: Collection[str],
) -> Surroundings:
    """Read what lies around the memories of a batch, as the ledger holds it after the batch.

    `images` are the memories that changed, `retold` those whose text came or went, `remade` those
    whose points are written whole. Raises UnavailableError.
    """
    places = {place for key in retold if (place := place_of(images[key])) is not None}
    said = await ledger.said_at(places_around(places)) if places else {}
    before = places_before(places)
    renewed = [
        memory
        for place, memories in said.items()
        for memory in memories
        if memory.memory_id not in remade and (place in before or memory.memory_id in retold)
    ]
    return Surroundings(said, renewed)
