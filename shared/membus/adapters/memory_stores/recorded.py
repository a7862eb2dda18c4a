"""Short and long memory: rows of the ledger, found by the vector index.

The two differ in type alone: what a type means, and when a memory ends, is the domain's.
"""

from collections.abc import Sequence

from membus.adapters.memory_stores.checks import must_be
from membus.contracts import ids
from membus.contracts.events.memories import ChangeDecided
from membus.contracts.memory import Memory, MemoryType
from membus.domain import points
from membus.domain.lexical import plain
from membus.ports.ledger import LedgerReader, MemoryLedger
from membus.ports.models import Embedder
from membus.ports.scope import Scope
from membus.ports.vectors import VectorIndex, VectorPoint, VectorQuery, VectorReader

# The ledger answers "any of the terms"; "every term" is chosen among so many of its newest.
_CANDIDATES = 1000


class _RecordedReader:
    type: MemoryType

    def __init__(self, ledger: LedgerReader, vectors: VectorReader) -> None:
        self._ledger = ledger
        self._vectors = vectors

    async def by_session(self, scope: Scope, session: str, limit: int = 50) -> list[Memory]:
        """Return the newest active memories of a session, newest first."""
        return await self._ledger.page(scope, session=session, types=(self.type,), limit=limit)

    async def by_user(self, scope: Scope, limit: int = 100) -> list[Memory]:
        """Return the newest active memories of the scope's owners, newest first."""
        return await self._ledger.page(scope, types=(self.type,), limit=limit)

    async def vector_search(
        self, scope: Scope, vector: Sequence[float], limit: int = 10
    ) -> list[tuple[Memory, float]]:
        """Return the nearest active memories with their cosine similarity, best first."""
        query = VectorQuery("dense", vector, limit, types=(self.type,))
        (hits,) = await self._vectors.search(scope, [query])
        known = await self._ledger.get(scope, [hit.memory_id for hit in hits])
        found = [(known[hit.memory_id], hit.score) for hit in hits if hit.memory_id in known]
        return [(memory, score) for memory, score in found if memory.status == "active"]

    async def exact_search(
        self, scope: Scope, terms: Sequence[str], limit: int = 20
    ) -> list[Memory]:
        """Return active memories whose entities and keywords name every term, newest first."""
        wanted = {plain(term) for term in terms}
        found = await self._ledger.exact(scope, terms, _CANDIDATES) if wanted else []
        return [
            memory
            for memory in found
            if memory.type == self.type
            and wanted <= {plain(name) for name in (*memory.entities, *memory.keywords)}
        ][:limit]


class _RecordedStore(_RecordedReader):
    _ledger: MemoryLedger
    _vectors: VectorIndex

    def __init__(self, ledger: MemoryLedger, vectors: VectorIndex, embedder: Embedder) -> None:
        super().__init__(ledger, vectors)
        self._embedder = embedder

    async def save(self, memory: Memory, vector: Sequence[float] | None = None) -> None:
        """Store a memory, or replace a lower version of it; `vector` stands for its dense one.

        Raises MalformedError for a memory of another type.
        """
        must_be(memory, self.type)
        point = await self._point(memory, vector)
        await self._record(memory)
        # After the ledger, as the writer does: what the index finds, the ledger knows.
        await self._vectors.upsert([point])

    async def delete(self, scope: Scope, memory_id: str, version: int) -> bool:
        """Forget a memory; its row stays as history, and the index answers with it no more."""
        memory = (await self._ledger.get(scope, [memory_id])).get(memory_id)
        if memory is None or memory.type != self.type or memory.version > version:
            return False
        gone = memory.model_copy(update={"status": "forgotten", "version": version})
        await self._record(gone)
        await self._vectors.set_payload([(memory_id, version, {"status": "forgotten"})])
        return memory.status != "forgotten"

    async def _point(self, memory: Memory, vector: Sequence[float] | None) -> VectorPoint:
        content = points.content_text(memory)
        texts = [points.dense_text(memory)] if vector is None else []
        vectors = await self._embedder.embed(texts if content is None else [*texts, content])
        return VectorPoint(
            memory_id=memory.memory_id,
            version=memory.version,
            dense=vectors[0] if vector is None else vector,
            content=None if content is None else vectors[-1],
            text=points.text_vector(memory),
            context=points.context_vector(memory),
            payload=points.payload(memory),
        )

    async def _record(self, memory: Memory) -> None:
        saved = ids.derive("saved", memory.memory_id, str(memory.version))
        decision = ChangeDecided(
            change_id=saved,
            change_type="MemorySaved",
            partition=0,
            version=memory.version,
            memories=[memory],
            outcome="stored",
        )
        async with self._ledger.transaction({}) as transaction:
            await transaction.apply(memory.owner, decision)


class ShortReader(_RecordedReader):
    """Reads what is bound to a matter in progress."""

    type: MemoryType = "short"


class LongReader(_RecordedReader):
    """Reads what holds of a person or thing."""

    type: MemoryType = "long"


class ShortStore(_RecordedStore):
    """Both halves of short memory, for the writer."""

    type: MemoryType = "short"


class LongStore(_RecordedStore):
    """Both halves of long memory, for the writer."""

    type: MemoryType = "long"
