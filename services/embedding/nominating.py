"""Finds the memories, and the earlier facts of the batch, that a fact may say again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from membus.contracts.events.changes import FactSetExtracted
from membus.contracts.memory import Fact
from membus.domain.canonical import Statement
from membus.domain.deciding import Change
from membus.domain.deciding.building import statement_of_fact
from membus.domain.duplicates import NOMINATES_ABOVE, VERBATIM
from membus.ports.scope import Scope
from membus.ports.vectors import VectorReader

# A fact has few true neighbours above the line; details decide among them.
_NEAREST = 5
_QUERIES_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Place:
    """A fact of the batch: which change, and which of its facts."""

    change_key: str
    index: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A fact whose neighbours are looked for."""

    place: Place
    scope: Scope
    fact: Fact
    statement: Statement


Nominated = Mapping[Place, Sequence[str | Place]]
"""Per fact: ids of memories, and places of earlier facts of the batch, nearest first."""


def candidates(batch: Sequence[Change]) -> list[Candidate]:
    """Return the facts that are compared by similarity: all but those kept word for word."""
    return [
        Candidate(Place(change.key, index), _scope(change), fact, statement_of_fact(fact))
        for change in batch
        if isinstance(change.body, FactSetExtracted)
        for index, fact in enumerate(change.body.facts)
        if fact.kind not in VERBATIM
    ]


async def nominate(
    index: VectorReader, found: Sequence[Candidate], vectors: Mapping[str, Sequence[float]]
) -> Nominated:
    """Return each fact's neighbours above the line; `vectors` are content vectors by text.

    Raises UnavailableError when the index is out of reach.
    """
    nominated: dict[Place, list[str | Place]] = {}
    for start in range(0, len(found), _QUERIES_AT_ONCE):
        part = found[start : start + _QUERIES_AT_ONCE]
        answers = await index.neighbours(
            [candidate.scope for candidate in part],
            [vectors[candidate.fact.content] for candidate in part],
            NOMINATES_ABOVE,
            _NEAREST,
        )
        for candidate, hits in zip(part, answers, strict=True):
            if hits:
                nominated[candidate.place] = [hit.memory_id for hit in hits]
    for place, earlier in _within(found, vectors):
        nominated.setdefault(place, []).append(earlier)
    return nominated


def _within(
    found: Sequence[Candidate], vectors: Mapping[str, Sequence[float]]
) -> list[tuple[Place, Place]]:
    """Return the pairs (fact, earlier fact of the same scope) of the batch above the line."""
    pairs: list[tuple[Place, Place]] = []
    by_scope = sorted(range(len(found)), key=lambda at: (str(found[at].scope), at))
    for _, group in groupby(by_scope, key=lambda at: found[at].scope):
        members = [found[at] for at in group]
        matrix = np.array([vectors[member.fact.content] for member in members], dtype=np.float32)
        near = np.argwhere(np.tril(matrix @ matrix.T, -1) > NOMINATES_ABOVE)
        pairs += [
            (members[later].place, members[earlier].place)
            for later, earlier in near.tolist()
            if members[later].statement != members[earlier].statement
        ]
    return pairs


def _scope(change: Change) -> Scope:
    envelope = change.envelope
    agent = envelope.agent_id if envelope.visibility == "private" else None
    return Scope(envelope.tenant_id, (change.owner,), agent)
