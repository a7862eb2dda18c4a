"""A collection's configuration and payload indexes, between Qdrant's JSON and the engine's."""

from typing import Any

from qdrant_edge import (
    BoolIndexParams,
    DatetimeIndexParams,
    Distance,
    EdgeConfig,
    EdgeSparseVectorParams,
    EdgeVectorParams,
    FloatIndexParams,
    IntegerIndexParams,
    KeywordIndexParams,
    Modifier,
    PayloadSchemaType,
    UpdateOperation,
    UuidIndexParams,
)

from membus.local.qdrant_edge.errors import unsupported, wrong_input
from membus.local.qdrant_edge.fields import Fields

_DISTANCES = {
    "Cosine": Distance.Cosine,
    "Euclid": Distance.Euclid,
    "Dot": Distance.Dot,
    "Manhattan": Distance.Manhattan,
}
_INDEX_TYPES = {
    "keyword": PayloadSchemaType.Keyword,
    "integer": PayloadSchemaType.Integer,
    "float": PayloadSchemaType.Float,
    "bool": PayloadSchemaType.Bool,
    "datetime": PayloadSchemaType.Datetime,
    "uuid": PayloadSchemaType.Uuid,
    "text": PayloadSchemaType.Text,
}
_INDEX_PARAMS: dict[str, type[Any]] = {
    "keyword": KeywordIndexParams,
    "integer": IntegerIndexParams,
    "float": FloatIndexParams,
    "bool": BoolIndexParams,
    "datetime": DatetimeIndexParams,
    "uuid": UuidIndexParams,
}
# How a cluster lays data out: it changes no answer here, so it is accepted and echoed.
_LAYOUT = (
    "hnsw_config",
    "optimizers_config",
    "wal_config",
    "on_disk_payload",
    "shard_number",
    "replication_factor",
    "write_consistency_factor",
    "metadata",
)
_VECTOR_LAYOUT = ("on_disk", "memory", "hnsw_config")


def read_config(body: Any) -> EdgeConfig:
    """Return the engine's configuration from the body that creates a collection."""
    fields = Fields(body, "collection")
    vectors, sparse = fields.take("vectors", {}), fields.take("sparse_vectors", {})
    for name in _LAYOUT:
        fields.take(name)
    fields.end()
    if not vectors and not sparse:
        raise wrong_input("a collection needs vectors or sparse_vectors")
    unnamed = "size" in vectors
    return EdgeConfig(
        vectors=_dense(vectors) if unnamed else {n: _dense(v) for n, v in vectors.items()},
        sparse_vectors={name: _sparse(value) for name, value in sparse.items()},
    )


def write_config(body: dict[str, Any]) -> dict[str, Any]:
    """Return a collection's `config` answer from the body that created it."""
    return {
        "params": {
            "vectors": body.get("vectors") or {},
            "sparse_vectors": body.get("sparse_vectors") or {},
            "shard_number": 1,
            "replication_factor": 1,
            "write_consistency_factor": 1,
            "on_disk_payload": True,
        },
        "hnsw_config": {"m": 0, "ef_construct": 100, "full_scan_threshold": 10_000},
        "optimizer_config": {"flush_interval_sec": 5, "default_segment_number": 1},
        "metadata": body.get("metadata"),
    }


def read_field_index(body: Any) -> UpdateOperation:
    """Return the operation that indexes one payload field."""
    fields = Fields(body, "field index")
    name, schema = fields.need("field_name"), fields.need("field_schema")
    fields.end()
    if isinstance(schema, str):
        if schema not in _INDEX_TYPES:
            raise unsupported(f"a payload index of type {schema}")
        return UpdateOperation.create_field_index(name, _INDEX_TYPES[schema])
    kind = schema.get("type") if isinstance(schema, dict) else None
    if kind not in _INDEX_PARAMS:
        raise unsupported(f"a payload index with the parameters {schema}")
    params = {key: value for key, value in schema.items() if key != "type" and value is not None}
    return UpdateOperation.create_field_index(name, _INDEX_PARAMS[kind](**params))


def index_type_name(kind: PayloadSchemaType) -> str:
    """Return the name that Qdrant's JSON has for a payload index type."""
    return str(kind).rpartition(".")[2].lower()


def _dense(value: Any) -> EdgeVectorParams:
    fields = Fields(value, "vector params")
    size, distance = fields.need("size"), fields.need("distance")
    for name in _VECTOR_LAYOUT:
        fields.take(name)
    fields.end()
    if distance not in _DISTANCES:
        raise wrong_input(f"unknown distance `{distance}`")
    return EdgeVectorParams(size, _DISTANCES[distance])


def _sparse(value: Any) -> EdgeSparseVectorParams:
    fields = Fields(value, "sparse vector params")
    modifier = fields.take("modifier", "none")
    fields.take("index")
    fields.end()
    if modifier not in {"none", "idf"}:
        raise wrong_input(f"unknown modifier `{modifier}`")
    return EdgeSparseVectorParams(modifier=Modifier.Idf if modifier == "idf" else None)
