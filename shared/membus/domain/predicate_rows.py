"""What a row of the table of predicates holds, and the few kinds of rows that there are."""

from dataclasses import dataclass
from typing import Literal

from membus.contracts.memory import MemoryKind


@dataclass(frozen=True, slots=True)
class Predicate:
    """What is known of a predicate before any fact states it.

    `single_valued`: one subject has one value at a time, so a later one ends the earlier.
    `memory_type`: "short" for a matter in progress, "long" for what holds of a person or thing.
    `synonyms` are other names (English or Chinese) that mean the same; `pinned` marks key facts.
    """

    single_valued: bool = False
    memory_type: Literal["short", "long"] = "long"
    domain: str = ""
    kind: MemoryKind = "fact"
    importance: float = 0.5
    pinned: bool = False
    synonyms: tuple[str, ...] = ()


LOW, HIGH = 0.3, 0.8


def one(domain: str, *synonyms: str, importance: float = 0.5, pinned: bool = False) -> Predicate:
    """Return the row of what has one value at a time."""
    return Predicate(
        single_valued=True,
        domain=domain,
        importance=importance,
        pinned=pinned,
        synonyms=synonyms,
    )


def many(domain: str, *synonyms: str, kind: MemoryKind = "fact") -> Predicate:
    """Return the row of what has many values at a time."""
    return Predicate(domain=domain, kind=kind, synonyms=synonyms)


def key(domain: str, *synonyms: str, single_valued: bool = True) -> Predicate:
    """Return the row of a key fact, which is pinned."""
    return Predicate(
        single_valued=single_valued,
        domain=domain,
        importance=HIGH,
        pinned=True,
        synonyms=synonyms,
    )


def matter(
    domain: str,
    *synonyms: str,
    kind: MemoryKind = "fact",
    single_valued: bool = False,
    importance: float = 0.5,
) -> Predicate:
    """Return the row of a matter in progress."""
    return Predicate(
        single_valued=single_valued,
        memory_type="short",
        domain=domain,
        kind=kind,
        importance=importance,
        synonyms=synonyms,
    )
