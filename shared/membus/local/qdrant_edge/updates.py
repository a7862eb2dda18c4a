"""Each writing request as the engine's update operations. Knows no shard and no route."""

from collections.abc import Callable
from typing import Any

from qdrant_edge import Point, PointVectors, UpdateMode, UpdateOperation

from membus.local.qdrant_edge.errors import unsupported, wrong_input
from membus.local.qdrant_edge.fields import Fields
from membus.local.qdrant_edge.filters import read_filter
from membus.local.qdrant_edge.vectors import read_vectors

_MODES = {
    "upsert": UpdateMode.Upsert,
    "insert_only": UpdateMode.InsertOnly,
    "update_only": UpdateMode.UpdateOnly,
}


def upsert(body: Any) -> UpdateOperation:
    """Read a list of points, with an optional guard (`update_filter`) and mode."""
    fields = Fields(body, "upsert")
    points = [_point(item) for item in fields.need_list("points")]
    guard = read_filter(fields.take("update_filter"))
    mode = fields.take("update_mode", "upsert")
    fields.end()
    if mode not in _MODES:
        raise wrong_input(f"unknown update_mode `{mode}`")
    return UpdateOperation.upsert_points(points, guard, _MODES[mode])


def update_vectors(body: Any) -> UpdateOperation:
    """Read new vectors of points that exist, with an optional guard; their other vectors stay."""
    fields = Fields(body, "update vectors")
    points = [_point_vectors(item) for item in fields.need_list("points")]
    guard = read_filter(fields.take("update_filter"))
    fields.end()
    return UpdateOperation.update_vectors(points, guard)


def delete(body: Any) -> UpdateOperation:
    """Read ids or a filter of points to delete."""
    fields = Fields(body, "delete")
    ids, condition = _selected(fields)
    if condition is not None:
        return UpdateOperation.delete_points_by_filter(condition)
    return UpdateOperation.delete_points(ids)


def set_payload(body: Any) -> UpdateOperation:
    """Read payload fields to merge into the payload of points."""
    fields = Fields(body, "set payload")
    payload, key = fields.need("payload"), fields.take("key")
    ids, condition = _selected(fields)
    if condition is not None:
        return UpdateOperation.set_payload_by_filter(condition, payload, key)
    return UpdateOperation.set_payload(ids, payload, key)


def overwrite_payload(body: Any) -> UpdateOperation:
    """Read a payload that replaces the payload of points."""
    fields = Fields(body, "overwrite payload")
    payload, key = fields.need("payload"), fields.take("key")
    ids, condition = _selected(fields)
    if condition is not None:
        return UpdateOperation.overwrite_payload_by_filter(condition, payload, key)
    return UpdateOperation.overwrite_payload(ids, payload, key)


def delete_payload(body: Any) -> UpdateOperation:
    """Read payload fields to remove from points."""
    fields = Fields(body, "delete payload")
    keys = fields.need_list("keys")
    ids, condition = _selected(fields)
    if condition is not None:
        return UpdateOperation.delete_payload_by_filter(condition, keys)
    return UpdateOperation.delete_payload(ids, keys)


def clear_payload(body: Any) -> UpdateOperation:
    """Read points whose payload is emptied."""
    fields = Fields(body, "clear payload")
    ids, condition = _selected(fields)
    if condition is not None:
        return UpdateOperation.clear_payload_by_filter(condition)
    return UpdateOperation.clear_payload(ids)


_BATCH: dict[str, Callable[[Any], UpdateOperation]] = {
    "upsert": upsert,
    "update_vectors": update_vectors,
    "delete": delete,
    "set_payload": set_payload,
    "overwrite_payload": overwrite_payload,
    "delete_payload": delete_payload,
    "clear_payload": clear_payload,
}


def batch(body: Any) -> list[UpdateOperation]:
    """Read several operations, each an object with one field that names it."""
    fields = Fields(body, "batch")
    items = fields.need_list("operations")
    fields.end()
    return [_batched(item) for item in items]


def _batched(item: Any) -> UpdateOperation:
    fields = Fields(item, "operation")
    for name, build in _BATCH.items():
        if name in fields:
            operation = build(fields.take(name))
            fields.end()
            return operation
    fields.end()
    raise wrong_input("operation: empty")


def _point(item: Any) -> Point:
    fields = Fields(item, "point")
    point_id, vectors = fields.need("id"), read_vectors(fields.take("vector", {}))
    payload = fields.take("payload")
    fields.end()
    return Point(point_id, vectors, payload)


def _point_vectors(item: Any) -> PointVectors:
    fields = Fields(item, "point vectors")
    point_id, vectors = fields.need("id"), read_vectors(fields.need("vector"))
    fields.end()
    return PointVectors(point_id, vectors)


def _selected(fields: Fields) -> tuple[list[Any], Any]:
    """Return the ids, or the filter, that a request selects points by; not both."""
    condition = read_filter(fields.take("filter"))
    if condition is not None and "points" in fields:
        raise unsupported("points and filter in one request")
    ids = [] if condition is not None else fields.need_list("points")
    fields.end()
    return ids, condition
