"""Points, scopes and queries for the tests of vector indexes."""

import math
from collections.abc import Sequence
from typing import Any

from membus.contracts import ids
from membus.domain.lexical import document_vector, query_vector
from membus.ports.scope import Scope
from membus.ports.vectors import VectorHit, VectorIndex, VectorPoint, VectorQuery

DIMENSION = 8


def unit(*parts: float) -> list[float]:
    """A vector of length 1 in the direction given, zero in the dimensions left out."""
    length = math.hypot(*parts)
    return [part / length for part in parts] + [0.0] * (DIMENSION - len(parts))


def scope_of(tenant: str, *users: str, agent: str | None = None) -> Scope:
    return Scope(tenant, tuple(ids.owner_of(tenant, user) for user in users or ("ann",)), agent)


def point(name: str, scope: Scope, version: int = 1, **fields: Any) -> VectorPoint:
    """A point whose id follows from its owner and name; `text` feeds both sparse vectors."""
    dense = fields.pop("dense", unit(1))
    content = fields.pop("content", dense)
    text = fields.pop("text", name)
    payload = {
        "tenant_id": scope.tenant_id,
        "owner": scope.owners[0],
        "agent_id": None,
        "visibility": "shared",
        "status": "active",
        "type": "long",
        "kind": "fact",
        "domain": "",
        "session": ids.session_identity(scope.tenant_id, "s"),
        "session_seq": 0,
        "valid_from": 0.0,
        "valid_to": None,
        "recorded_from": 0.0,
        "version": version,
    }
    return VectorPoint(
        id_of(name, scope),
        version,
        dense,
        content,
        document_vector(text, 40),
        document_vector(text, 40),
        payload | fields,
    )


def id_of(name: str, scope: Scope) -> str:
    return ids.derive("test", scope.owners[0], name)


def near(vector: Sequence[float], limit: int = 10, **fields: Any) -> VectorQuery:
    return VectorQuery("dense", vector, limit, **fields)


def about(text: str, limit: int = 10, **fields: Any) -> VectorQuery:
    return VectorQuery("text", query_vector(text), limit, **fields)


def around(text: str, limit: int = 10, **fields: Any) -> VectorQuery:
    return VectorQuery("context", query_vector(text), limit, **fields)


async def found(index: VectorIndex, scope: Scope, query: VectorQuery) -> list[VectorHit]:
    (hits,) = await index.search(scope, [query])
    return hits


async def names(index: VectorIndex, scope: Scope, query: VectorQuery, *of: str) -> set[str]:
    """Which of the names a query finds."""
    hits = {hit.memory_id for hit in await found(index, scope, query)}
    return {name for name in of if id_of(name, scope) in hits}
