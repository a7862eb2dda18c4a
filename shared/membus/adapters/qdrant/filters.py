"""Qdrant's filters, as JSON, from a scope and what a query asks for. Knows no request."""

from collections.abc import Collection, Iterable

from membus.contracts.base import JsonObject
from membus.ports.scope import Scope
from membus.ports.vectors import VectorQuery


def owned(scope: Scope) -> list[JsonObject]:
    """Return the conditions for all points of the scope's owners, private ones of any agent too."""
    return [one_of("owner", scope.owners), is_("tenant_id", scope.tenant_id)]


def visible(scope: Scope) -> list[JsonObject]:
    """Return the conditions for the points that the scope may see."""
    shared = is_("visibility", "shared")
    if scope.agent_id is None:
        return [*owned(scope), shared]
    return [*owned(scope), {"should": [shared, is_("agent_id", scope.agent_id)]}]


def asked(query: VectorQuery) -> list[JsonObject]:
    """Return the conditions of a query itself."""
    wanted = {
        "status": query.statuses,
        "type": query.types,
        "kind": query.kinds,
        "domain": query.domains,
    }
    conditions = [one_of(field, values) for field, values in wanted.items() if values]
    if query.valid_at is not None:
        endless: JsonObject = {"is_empty": {"key": "valid_to"}}
        ends_later: JsonObject = {"key": "valid_to", "range": {"gt": query.valid_at}}
        conditions += [not_after("valid_from", query.valid_at), {"should": [endless, ends_later]}]
    if query.known_at is not None:
        conditions.append(not_after("recorded_from", query.known_at))
    if query.begins_in is not None:
        begin, end = query.begins_in
        conditions.append({"key": "valid_from", "range": {"gte": begin, "lt": end}})
    return conditions


def no_newer(versions: Iterable[tuple[str, int]]) -> JsonObject:
    """Return the filter for points of (memory id, version) that hold no higher version."""
    return {
        "should": [
            {"must": [{"has_id": [memory_id]}, not_after("version", version)]}
            for memory_id, version in versions
        ]
    }


def is_(field: str, value: str) -> JsonObject:
    """Return the condition that a field has one value."""
    return {"key": field, "match": {"value": value}}


def one_of(field: str, values: Collection[str]) -> JsonObject:
    """Return the condition that a field has one of several values."""
    return {"key": field, "match": {"any": list(values)}}


def not_after(field: str, bound: float) -> JsonObject:
    """Return the condition that a number is at most the bound."""
    return {"key": field, "range": {"lte": bound}}
