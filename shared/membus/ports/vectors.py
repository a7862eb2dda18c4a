"""VectorIndex: one point a memory, searched within a scope; it returns ids and scores only."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from membus.contracts.base import JsonObject
from membus.domain.sparse import SparseVector
from membus.ports.scope import Scope

__all__ = [
    "HIT_FIELDS",
    "SparseVector",
    "VectorHit",
    "VectorIndex",
    "VectorName",
    "VectorPoint",
    "VectorQuery",
    "VectorReader",
]

VectorName = Literal["dense", "content", "text", "context"]

# What a hit's payload holds: reading more of it would take longer than the search.
HIT_FIELDS = (
    "session",
    "session_seq",
    "kind",
    "speaker",
    "asks",
    "answers",
    "terms",
    "valid_from",
    "valid_to",
)


@dataclass(frozen=True, slots=True)
class VectorPoint:
    """A memory's vectors and payload.

    `dense` and `content` have the embedder's dimension and length 1; `content` is None for what
    is no fact. A point of empty vectors, `dense` None too, is the tombstone of an erased memory: no
    search finds it, and no lower version takes its place.

    `payload` holds tenant_id, owner, agent_id, visibility, status, type, kind, domain, session,
    session_seq, speaker, asks, answers, terms (domain/points says what they are), valid_from,
    valid_to, recorded_from (epoch seconds; of the memory's first version, so that `known_at` finds
    what a later one changed) and version.
    """

    memory_id: str
    version: int
    dense: Sequence[float] | None
    content: Sequence[float] | None
    text: SparseVector
    context: SparseVector
    payload: JsonObject


@dataclass(frozen=True, slots=True)
class VectorQuery:
    """One search; `vector` is dense for dense and content, sparse for text and context.

    `statuses`, `types`, `kinds` and `domains` empty mean any. Times are epoch seconds; `begins_in`
    is the half-open stretch in which `valid_from` lies.
    """

    using: VectorName
    vector: Sequence[float] | SparseVector
    limit: int
    statuses: tuple[str, ...] = ("active",)
    types: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    min_score: float | None = None
    valid_at: float | None = None
    known_at: float | None = None
    begins_in: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class VectorHit:
    """A point that was found: cosine similarity, or the BM25 sum; `payload` has HIT_FIELDS.

    A point of an earlier build lacks speaker, asks, answers and terms.
    """

    memory_id: str
    score: float
    payload: JsonObject = field(default_factory=dict)


class VectorReader(Protocol):
    """The reading half. Raises UnavailableError."""

    async def search(self, scope: Scope, queries: Sequence[VectorQuery]) -> list[list[VectorHit]]:
        """Run the queries in one round trip; one list each, best first.

        IDF is counted over all points of the scope's owners, so that no other owner's memories
        move a score. A sparse vector without terms finds nothing.
        """

    async def neighbours(
        self,
        scopes: Sequence[Scope],
        vectors: Sequence[Sequence[float]],
        min_score: float,
        limit: int,
    ) -> list[list[VectorHit]]:
        """Return the nearest content vectors of any status, in one round trip.

        Each query has its own scope.
        """

    async def count(self, scope: Scope) -> int:
        """Return how many points the scope's owners have, of any status and visibility."""


class VectorIndex(VectorReader, Protocol):
    """Both halves, for the writer alone."""

    async def prepare(self) -> None:
        """Create the collection and its field indexes, or check them.

        Raises FatalError when the collection's vectors are of another model or dimension.
        """

    async def upsert(self, points: Sequence[VectorPoint]) -> None:
        """Store points; a point of a higher version than given is left as it is.

        The guard is on points that exist: after a delete, any version is stored again, so a writer
        that lost its epoch must not write. Of one id given twice the higher version counts.
        """

    async def set_payload(self, changes: Sequence[tuple[str, int, JsonObject]]) -> None:
        """Merge (memory id, version, payload) into points that exist with no higher version."""

    async def set_context(self, changes: Sequence[tuple[str, int, SparseVector]]) -> None:
        """Replace the context vector of points that exist with no higher version.

        Changes are (memory id, version, vector), one a memory. A point's version and all else of it
        stay as they are.
        """

    async def delete(self, scope: Scope, memory_ids: Collection[str]) -> None:
        """Remove points of the scope's owners, of any visibility."""
