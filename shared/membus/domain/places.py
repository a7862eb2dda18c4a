"""Where in its session a memory was said, and what was said there next.

It must not know a store.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from membus.contracts.memory import Memory, Status
from membus.domain.visibility import is_seen

TOLD: tuple[Status, ...] = ("active", "superseded")
"""The statuses of memories whose text its neighbours may be found by."""

# The answer to a question is one message away, or two where somebody says a word in between.
_REACH = 2


class MessagePlace(NamedTuple):
    """A message of one owner: `seq` counts its session's messages, by arrival."""

    owner: str
    session: str
    seq: int


def place_of(memory: Memory) -> MessagePlace | None:
    """Return which message a memory stems from; None for a document's, which is of no session."""
    if not memory.session:
        return None
    return MessagePlace(memory.owner, memory.session, memory.session_seq)


def places_before(places: Iterable[MessagePlace]) -> set[MessagePlace]:
    """Return the places whose memories have one of these among what follows them."""
    return {_moved(place, -step) for place in places for step in range(1, _REACH + 1)}


def places_around(places: Iterable[MessagePlace]) -> set[MessagePlace]:
    """Return the places, those before them, and all that follows either."""
    return {_moved(place, step) for place in places for step in range(-_REACH, _REACH + 1)}


def following(memory: Memory, said: Mapping[MessagePlace, Sequence[Memory]]) -> list[str]:
    """Return up to two messages right after a memory's own, as "Name: text", in their order.

    `said` are memories by place, each place's in the order of its text. A message counts as it is
    kept word for word, else as its first fact; what not all may see who see the memory is left out.
    """
    place = place_of(memory)
    if place is None:
        return []
    after = (said.get(_moved(place, step), ()) for step in range(1, _REACH + 1))
    return [line for memories in after if (line := _line(memory, memories))]


def _moved(place: MessagePlace, step: int) -> MessagePlace:
    return place._replace(seq=place.seq + step)


def _line(to: Memory, memories: Collection[Memory]) -> str:
    for_agent = to.agent_id if to.visibility == "private" else None
    seen = [one for one in memories if is_seen(one.visibility, one.agent_id, for_agent)]
    told = next((one for one in seen if one.kind == "utterance"), seen[0] if seen else None)
    if told is None:
        return ""
    return f"{told.speaker}: {told.content}" if told.speaker else told.content
