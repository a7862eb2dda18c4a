"""Which matter a question means that names none: the latest order, the last claim."""

from collections.abc import Sequence
from dataclasses import dataclass

from membus.contracts.memory import Memory

_LABEL = "domain:"


@dataclass(frozen=True, slots=True)
class Matter:
    """The memories of one matter, and the places (session, ordinal) that speak of earlier ones."""

    memories: tuple[Memory, ...] = ()
    earlier: frozenset[tuple[str, int]] = frozenset()


def label_term(domain: str) -> str:
    """Return the term under which exact recall finds the facts of a domain."""
    return _LABEL + domain


def latest_matter(memories: Sequence[Memory]) -> Matter:
    """Return the matter of the newest memory, out of memories that come newest first.

    One matter: what names an identifier that the newest names; where that names none, what was
    said in the same session.
    """
    if not memories:
        return Matter()
    newest = memories[0]
    named = _identifiers(newest)
    latest = tuple(
        memory
        for memory in memories
        if memory is newest
        or named & _identifiers(memory)
        or (not named and memory.session == newest.session)
    )
    places = {(memory.session, memory.session_seq) for memory in latest}
    earlier = {(memory.session, memory.session_seq) for memory in memories} - places
    return Matter(latest, frozenset(earlier))


def _identifiers(memory: Memory) -> set[str]:
    return {
        entity.casefold()
        for entity in memory.entities
        if any(character.isdigit() for character in entity)
    }
