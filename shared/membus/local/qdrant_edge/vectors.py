"""Dense and sparse vectors between JSON and the engine.

Broken ones must never reach the engine: it logs an update before it applies it, so one that makes
it panic would do so again at every start.
"""

from typing import Any

from qdrant_edge import SparseVector

from membus.local.qdrant_edge.errors import RequestError, unsupported, wrong_input
from membus.local.qdrant_edge.fields import Fields


def read_vector(value: Any) -> list[float] | SparseVector:
    """Return one dense vector (a list of floats) or sparse one (indices and values)."""
    if isinstance(value, dict):
        return _sparse(value)
    if not isinstance(value, list):
        raise unsupported("a vector that is neither a list of numbers nor indices and values")
    if value and isinstance(value[0], list):
        raise unsupported("multi-vectors")
    return value


def read_vectors(value: Any) -> Any:
    """Return a point's vectors: one without a name, or a dict by name."""
    if isinstance(value, dict):
        return {name: read_vector(vector) for name, vector in value.items()}
    return read_vector(value)


def write_vectors(value: Any) -> Any:
    """Return a point's vectors as JSON values, None where none were asked for."""
    if not isinstance(value, dict):
        return value
    return {name: _plain(vector) for name, vector in value.items()}


def _plain(vector: Any) -> Any:
    if isinstance(vector, SparseVector):
        return {"indices": list(vector.indices), "values": list(vector.values)}
    return vector


def _sparse(value: dict[str, Any]) -> SparseVector:
    fields = Fields(value, "sparse vector")
    indices, values = fields.need_list("indices"), fields.need_list("values")
    fields.end()
    if len(indices) != len(values):
        raise wrong_input("a sparse vector must have as many indices as values")
    if len(set(indices)) != len(indices):
        raise RequestError(422, "Validation error in JSON body: indices must be unique")
    return SparseVector(indices, values)
