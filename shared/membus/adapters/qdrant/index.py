"""QdrantIndex: the vector index over one collection of Qdrant. Decides nothing about memories."""

from collections.abc import Collection, Iterator, Sequence
from typing import TypeVar

from membus.adapters.qdrant import collection, filters
from membus.adapters.qdrant.rest import Rest
from membus.contracts.base import JsonObject
from membus.domain.sparse import SparseVector
from membus.ports.scope import Scope
from membus.ports.vectors import HIT_FIELDS, VectorHit, VectorPoint, VectorQuery
from membus.settings import Settings

# What one request carries: more gains nothing, and holds the server longer.
_BATCH = 200
_Item = TypeVar("_Item")


class QdrantIndex:
    """Both halves of the index; every call raises as `Rest.call` does."""

    def __init__(self, rest: Rest, dimension: int) -> None:
        self._rest = rest
        self._dimension = dimension

    @classmethod
    def open(cls, settings: Settings, *, model: str, dimension: int) -> "QdrantIndex":
        """Return the index of one embedder; nothing is sent before its first call."""
        name = collection.collection_name(settings.qdrant.collection, model, dimension)
        return cls(Rest(settings.qdrant, name), dimension)

    async def close(self) -> None:
        """Close the connections."""
        await self._rest.close()

    async def prepare(self) -> None:
        """Create the collection and its field indexes, or check them."""
        await collection.prepare(self._rest, self._dimension)

    async def search(self, scope: Scope, queries: Sequence[VectorQuery]) -> list[list[VectorHit]]:
        """Run the queries in one round trip; one list each, best first. IDF is per scope."""
        idf = {"idf": {"corpus": {"must": filters.owned(scope)}}}
        seen = filters.visible(scope)
        return await self._query([_search(query, seen, idf) for query in queries])

    async def neighbours(
        self,
        scopes: Sequence[Scope],
        vectors: Sequence[Sequence[float]],
        min_score: float,
        limit: int,
    ) -> list[list[VectorHit]]:
        """Return the nearest content vectors of any status, each query in its own scope."""
        searches: list[JsonObject | None] = [
            {
                "query": list(vector),
                "using": "content",
                "filter": {"must": filters.visible(scope)},
                "limit": limit,
                "score_threshold": min_score,
                "with_payload": HIT_FIELDS,
            }
            for scope, vector in zip(scopes, vectors, strict=True)
        ]
        return await self._query(searches)

    async def count(self, scope: Scope) -> int:
        """Return how many points the scope's owners have, of any status and visibility."""
        body = {"filter": {"must": filters.owned(scope)}, "exact": True}
        counted: int = (await self._rest.call("POST", "/points/count", body))["count"]
        return counted

    async def upsert(self, points: Sequence[VectorPoint]) -> None:
        """Store points; a point of a higher version than given is left as it is."""
        newest: dict[str, VectorPoint] = {}
        for point in points:
            known = newest.get(point.memory_id)
            if known is None or known.version <= point.version:
                newest[point.memory_id] = point
        for batch in _batches(list(newest.values())):
            versions = [(point.memory_id, point.version) for point in batch]
            # The guard is looked at where the point is written, so that the higher version stays
            # whichever of two writers comes first. Only points that exist are guarded.
            body = {
                "points": [_point(point) for point in batch],
                "update_filter": filters.no_newer(versions),
            }
            await self._rest.call("PUT", "/points?wait=true", body)

    async def set_payload(self, changes: Sequence[tuple[str, int, JsonObject]]) -> None:
        """Merge (memory id, version, payload) into points that exist with no higher version."""
        for batch in _batches(changes):
            operations = [
                {
                    "set_payload": {
                        "payload": {**payload, "version": version},
                        "filter": filters.no_newer([(memory_id, version)]),
                    }
                }
                for memory_id, version, payload in batch
            ]
            await self._rest.call("POST", "/points/batch?wait=true", {"operations": operations})

    async def set_context(self, changes: Sequence[tuple[str, int, SparseVector]]) -> None:
        """Replace the context vector of points that exist with no higher version."""
        for batch in _batches(changes):
            stored = await self._stored([memory_id for memory_id, _, _ in batch])
            held = [change for change in batch if change[0] in stored]
            if held:
                body = {
                    "points": [
                        {"id": memory_id, "vector": {"context": _sparse(vector)}}
                        for memory_id, _, vector in held
                    ],
                    "update_filter": filters.no_newer([change[:2] for change in held]),
                }
                await self._rest.call("PUT", "/points/vectors?wait=true", body)

    async def delete(self, scope: Scope, memory_ids: Collection[str]) -> None:
        """Remove points of the scope's owners, of any visibility."""
        if memory_ids:
            conditions = [*filters.owned(scope), {"has_id": list(memory_ids)}]
            await self._rest.call(
                "POST", "/points/delete?wait=true", {"filter": {"must": conditions}}
            )

    async def _stored(self, memory_ids: Sequence[str]) -> set[str]:
        """Return which points exist: new vectors for one that does not are an error."""
        body = {"ids": memory_ids, "with_payload": False, "with_vector": False}
        return {point["id"] for point in await self._rest.call("POST", "/points", body)}

    async def _query(self, searches: Sequence[JsonObject | None]) -> list[list[VectorHit]]:
        """Run the searches that are not None; None finds nothing."""
        sent = [search for search in searches if search is not None]
        if not sent:
            return [[] for _ in searches]
        answers = iter(await self._rest.call("POST", "/points/query/batch", {"searches": sent}))
        return [[] if search is None else _hits(next(answers)) for search in searches]


def _search(query: VectorQuery, seen: list[JsonObject], idf: JsonObject) -> JsonObject | None:
    search: JsonObject = {
        "using": query.using,
        "filter": {"must": [*seen, *filters.asked(query)]},
        "limit": query.limit,
        "with_payload": HIT_FIELDS,
        "score_threshold": query.min_score,
    }
    if not isinstance(query.vector, SparseVector):
        return search | {"query": list(query.vector)}
    if not query.vector.indices:
        return None
    return search | {"query": _sparse(query.vector), "params": idf}


def _point(point: VectorPoint) -> JsonObject:
    vectors: JsonObject = {}
    for name, dense in (("dense", point.dense), ("content", point.content)):
        if dense is not None:
            vectors[name] = list(dense)
    for name, sparse in (("text", point.text), ("context", point.context)):
        if sparse.indices:
            vectors[name] = _sparse(sparse)
    payload = {**point.payload, "version": point.version}
    return {"id": point.memory_id, "vector": vectors, "payload": payload}


def _sparse(vector: SparseVector) -> JsonObject:
    return {"indices": vector.indices, "values": vector.values}


def _hits(answer: JsonObject) -> list[VectorHit]:
    return [VectorHit(hit["id"], hit["score"], hit["payload"]) for hit in answer["points"]]


def _batches(items: Sequence[_Item]) -> Iterator[Sequence[_Item]]:
    for start in range(0, len(items), _BATCH):
        yield items[start : start + _BATCH]
