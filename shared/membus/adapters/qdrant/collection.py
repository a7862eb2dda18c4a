"""The collection: its name, its vectors and field indexes, and the check of one that is there."""

from contextlib import suppress

from membus.adapters.qdrant.rest import ConflictError, MissingError, Rest
from membus.contracts.base import JsonObject
from membus.errors import FatalError

_DENSE = ("dense", "content")
_SPARSE = ("text", "context")
_FIELDS: dict[str, JsonObject | str] = {
    "owner": {"type": "keyword", "is_tenant": True},
    "tenant_id": "keyword",
    "agent_id": "keyword",
    "visibility": "keyword",
    "status": "keyword",
    "type": "keyword",
    "kind": "keyword",
    "domain": "keyword",
    "session": "keyword",
    "session_seq": "integer",
    "version": "integer",
    "valid_from": "float",
    "valid_to": "float",
    "recorded_from": "float",
}


def collection_name(prefix: str, model: str, dimension: int) -> str:
    """Return the name that a model's vectors live under: a change of model is a new collection."""
    return f"{prefix}-{model}-{dimension}"


async def prepare(rest: Rest, dimension: int) -> None:
    """Create the collection and its field indexes where they are missing; safe at the same time.

    Raises FatalError when its vectors are not those of the embedder.
    """
    try:
        found = await rest.call("GET", "")
    except MissingError:
        found = await _create(rest, dimension)
    _check(rest.collection, found["config"]["params"], dimension)
    for name in _FIELDS.keys() - found["payload_schema"].keys():
        index = {"field_name": name, "field_schema": _FIELDS[name]}
        await rest.call("PUT", "/index?wait=true", index)


async def _create(rest: Rest, dimension: int) -> JsonObject:
    body = {
        "vectors": {name: {"size": dimension, "distance": "Cosine"} for name in _DENSE},
        "sparse_vectors": {name: {"modifier": "idf"} for name in _SPARSE},
        # Every search is within an owner: one graph an owner instead of one over all.
        "hnsw_config": {"m": 0, "payload_m": 16},
    }
    with suppress(ConflictError):  # another writer was faster
        await rest.call("PUT", "", body)
    found: JsonObject = await rest.call("GET", "")
    return found


def _check(name: str, params: JsonObject, dimension: int) -> None:
    vectors = params.get("vectors") or {}
    sizes = {vector: vectors.get(vector, {}).get("size") for vector in _DENSE}
    if any(size != dimension for size in sizes.values()):
        raise FatalError(
            f"the collection {name} has vectors of {sizes} dimensions, the embedder makes"
            f" {dimension}: set MEMBUS_QDRANT__COLLECTION to a new name and rebuild, or set the"
            " embedder back"
        )
    sparse = params.get("sparse_vectors") or {}
    wrong = [vector for vector in _SPARSE if sparse.get(vector, {}).get("modifier") != "idf"]
    if wrong:
        raise FatalError(
            f"the collection {name} lacks the sparse vectors {wrong} with IDF: it was made by"
            " another program; set MEMBUS_QDRANT__COLLECTION to a new name"
        )
