"""Qdrant's filter as JSON, turned into the engine's. Geo conditions are not spoken."""

from collections.abc import Callable
from typing import Any

import numpy as np
from qdrant_edge import (
    FieldCondition,
    Filter,
    HasIdCondition,
    HasVectorCondition,
    IsEmptyCondition,
    IsNullCondition,
    MatchAny,
    MatchExcept,
    MatchPhrase,
    MatchText,
    MatchTextAny,
    MatchValue,
    MinShould,
    NestedCondition,
    RangeDateTime,
    RangeFloat,
    ValuesCount,
)

from membus.local.qdrant_edge.errors import unsupported, wrong_input
from membus.local.qdrant_edge.fields import Fields

_BOUNDS = ("gt", "gte", "lt", "lte")


def read_filter(value: Any) -> Filter | None:
    """Return the engine's filter, None where there is none."""
    if value is None:
        return None
    fields = Fields(value, "filter")
    parts = {clause: _conditions(fields.take(clause)) for clause in ("must", "should", "must_not")}
    min_should = fields.take("min_should")
    fields.end()
    return Filter(**parts, min_should=None if min_should is None else _min_should(min_should))


def _min_should(value: Any) -> MinShould:
    fields = Fields(value, "min_should")
    conditions = _conditions(fields.need("conditions")) or []
    minimum = fields.need("min_count")
    fields.end()
    return MinShould(conditions, minimum)


def _conditions(value: Any) -> list[Any] | None:
    if value is None:
        return None
    return [_condition(item) for item in (value if isinstance(value, list) else [value])]


def _condition(value: Any) -> Any:
    fields = Fields(value, "condition")
    if "key" in fields:
        return _field_condition(fields)
    for name, build in _CONDITIONS.items():
        if name in fields:
            condition = build(fields.take(name))
            fields.end()
            return condition
    return read_filter(value)


def _key(value: Any) -> str:
    fields = Fields(value, "condition")
    key = str(fields.need("key"))
    fields.end()
    return key


def _nested(value: Any) -> NestedCondition:
    fields = Fields(value, "nested")
    inner = read_filter(fields.need("filter"))
    key = fields.need("key")
    fields.end()
    return NestedCondition(key, inner or Filter())


_CONDITIONS: dict[str, Callable[[Any], Any]] = {
    "has_id": lambda ids: HasIdCondition(set(ids)),
    "has_vector": HasVectorCondition,
    "is_empty": lambda value: IsEmptyCondition(_key(value)),
    "is_null": lambda value: IsNullCondition(_key(value)),
    "nested": _nested,
}


def _field_condition(fields: Fields) -> FieldCondition:
    key, match = fields.need("key"), fields.take("match")
    range_, values_count = fields.take("range"), fields.take("values_count")
    is_empty, is_null = fields.take("is_empty"), fields.take("is_null")
    fields.end()
    return FieldCondition(
        key,
        match=None if match is None else _match(match),
        range=None if range_ is None else _range(range_),
        values_count=None if values_count is None else ValuesCount(**_bounds(values_count)),
        is_empty=is_empty,
        is_null=is_null,
    )


def _match_value(value: Any) -> MatchValue:
    # The binding reads a Python bool as the integer it also is, which matches no boolean payload;
    # it takes numpy's bool for what it is.
    exact: Any = np.bool_(value) if isinstance(value, bool) else value
    return MatchValue(exact)


_MATCHES: dict[str, Callable[[Any], Any]] = {
    "value": _match_value,
    "any": MatchAny,
    "except": MatchExcept,
    "text": MatchText,
    "text_any": MatchTextAny,
    "phrase": MatchPhrase,
}


def _match(value: Any) -> Any:
    fields = Fields(value, "match")
    for name, build in _MATCHES.items():
        if name in fields:
            match = build(fields.take(name))
            fields.end()
            return match
    fields.end()
    raise wrong_input("match: empty")


def _range(value: Any) -> RangeFloat | RangeDateTime:
    bounds = _bounds(value)
    if any(isinstance(bound, str) for bound in bounds.values()):
        return RangeDateTime(**bounds)
    return RangeFloat(**bounds)


def _bounds(value: Any) -> dict[str, Any]:
    fields = Fields(value, "range")
    bounds = {name: fields.take(name) for name in _BOUNDS}
    fields.end()
    if all(bound is None for bound in bounds.values()):
        raise unsupported("a range without bounds")
    return bounds
