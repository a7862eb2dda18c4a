"""An in-memory VectorIndex: brute force, with the guards that the port promises."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from membus.contracts.base import JsonObject
from membus.domain.sparse import SparseVector
from membus.errors import UnavailableError
from membus.ports.scope import Scope
from membus.ports.vectors import VectorHit, VectorPoint, VectorQuery


class MemoryVectors:
    """`fail_next` makes that many writes raise UnavailableError before they change anything."""

    def __init__(self) -> None:
        self.points: dict[str, VectorPoint] = {}
        self.fail_next = 0
        self.prepared = 0
        self.upserts = 0
        self.contexts = 0

    async def prepare(self) -> None:
        self.prepared += 1

    async def upsert(self, points: Sequence[VectorPoint]) -> None:
        self._maybe_fail()
        self.upserts += len(points)
        for point in points:
            held = self.points.get(point.memory_id)
            if held is None or held.version <= point.version:
                self.points[point.memory_id] = point

    async def set_payload(self, changes: Sequence[tuple[str, int, JsonObject]]) -> None:
        self._maybe_fail()
        for memory_id, version, payload in changes:
            held = self.points.get(memory_id)
            if held is not None and held.version <= version:
                self.points[memory_id] = replace(
                    held, version=version, payload={**held.payload, **payload}
                )

    async def set_context(self, changes: Sequence[tuple[str, int, SparseVector]]) -> None:
        self._maybe_fail()
        self.contexts += len(changes)
        for memory_id, version, vector in changes:
            held = self.points.get(memory_id)
            if held is not None and held.version <= version:
                self.points[memory_id] = replace(held, context=vector)

    async def delete(self, scope: Scope, memory_ids: Collection[str]) -> None:
        self._maybe_fail()
        for memory_id in memory_ids:
            held = self.points.get(memory_id)
            if held is not None and _owned(held, scope):
                del self.points[memory_id]

    async def search(self, scope: Scope, queries: Sequence[VectorQuery]) -> list[list[VectorHit]]:
        return [self._search(scope, query) for query in queries]

    async def neighbours(
        self,
        scopes: Sequence[Scope],
        vectors: Sequence[Sequence[float]],
        min_score: float,
        limit: int,
    ) -> list[list[VectorHit]]:
        return [
            self._search(
                scope,
                VectorQuery("content", vector, limit, statuses=(), min_score=min_score),
            )
            for scope, vector in zip(scopes, vectors, strict=True)
        ]

    async def count(self, scope: Scope) -> int:
        return sum(_owned(point, scope) for point in self.points.values())

    def _search(self, scope: Scope, query: VectorQuery) -> list[VectorHit]:
        hits = []
        for point in self.points.values():
            vector = getattr(point, query.using)
            if vector is None or not _visible(point, scope) or not _passes(point.payload, query):
                continue
            score = _score(query.vector, vector)
            if isinstance(query.vector, SparseVector) and not score:
                continue  # a sparse search finds what shares a term
            if query.min_score is None or score >= query.min_score:
                hits.append(VectorHit(point.memory_id, score, point.payload))
        return sorted(hits, key=lambda hit: (-hit.score, hit.memory_id))[: query.limit]

    def _maybe_fail(self) -> None:
        if self.fail_next:
            self.fail_next -= 1
            raise UnavailableError("the vector index is away")


def _owned(point: VectorPoint, scope: Scope) -> bool:
    payload = point.payload
    return payload["tenant_id"] == scope.tenant_id and payload["owner"] in scope.owners


def _visible(point: VectorPoint, scope: Scope) -> bool:
    payload = point.payload
    return _owned(point, scope) and (
        payload["visibility"] == "shared" or payload.get("agent_id") == scope.agent_id
    )


def _passes(payload: JsonObject, query: VectorQuery) -> bool:
    end = payload.get("valid_to")
    return (
        (not query.statuses or payload["status"] in query.statuses)
        and (not query.types or payload["type"] in query.types)
        and (not query.kinds or payload["kind"] in query.kinds)
        and (not query.domains or payload["domain"] in query.domains)
        and (query.known_at is None or payload["recorded_from"] <= query.known_at)
        and (query.begins_in is None or _within(payload["valid_from"], query.begins_in))
        and (
            query.valid_at is None
            or (payload["valid_from"] <= query.valid_at and (end is None or end > query.valid_at))
        )
    )


def _within(at: float, stretch: tuple[float, float]) -> bool:
    begin, end = stretch
    return begin <= at < end


def _score(query: Sequence[float] | SparseVector, vector: Sequence[float] | SparseVector) -> float:
    if isinstance(query, SparseVector) and isinstance(vector, SparseVector):
        weights = dict(zip(vector.indices, vector.values, strict=True))
        pairs = zip(query.indices, query.values, strict=True)
        return sum(value * weights.get(index, 0.0) for index, value in pairs)
    assert not isinstance(query, SparseVector)
    assert not isinstance(vector, SparseVector)
    return sum(a * b for a, b in zip(query, vector, strict=True))
