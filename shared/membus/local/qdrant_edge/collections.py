"""The collections of one data folder: a shard folder each, created and removed atomically.

Every method is called on the one thread that owns the engine. Knows no HTTP.
"""

import json
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from qdrant_edge import EdgeShard, UpdateOperation

from membus.local.qdrant_edge.errors import RequestError, engine_errors
from membus.local.qdrant_edge.schema import index_type_name, read_config, write_config

_CONFIG_FILE = "collection.json"
_SHARD = "shard"
# A percent-encoded name never starts with a dot, so these never meet a collection's folder.
_NEW, _GONE = ".new", ".gone"


class Collections:
    """The open shards by collection name; `path` is created where it is missing."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._shards: dict[str, EdgeShard] = {}
        self._changed: set[str] = set()

    def open(self) -> None:
        """Open every collection of the folder; remove what a crash left half made or half gone."""
        self._path.mkdir(parents=True, exist_ok=True)
        for leftover in (_NEW, _GONE):
            shutil.rmtree(self._path / leftover, ignore_errors=True)
        for folder in sorted(self._path.iterdir()):
            self._shards[unquote(folder.name)] = EdgeShard.load(str(folder / _SHARD))

    def close(self) -> None:
        """Flush and close every shard."""
        for shard in self._shards.values():
            shard.flush()
            shard.close()
        self._shards.clear()

    def flush(self) -> None:
        """Write what changed to the segments, which keeps the log short and the next start fast."""
        for name in self._changed:
            self._shards[name].flush()
        self._changed.clear()

    def names(self) -> list[str]:
        """Return the names of all collections."""
        return sorted(self._shards)

    def create(self, name: str, body: Any) -> None:
        """Create a collection from Qdrant's JSON; one that exists is a conflict."""
        if name in self._shards:
            raise RequestError(409, f"Wrong input: Collection `{name}` already exists!")
        with engine_errors():
            config = read_config(body)
            new = self._path / _NEW
            shutil.rmtree(new, ignore_errors=True)
            (new / _SHARD).mkdir(parents=True)
            EdgeShard.create(str(new / _SHARD), config).close()
            (new / _CONFIG_FILE).write_text(json.dumps(body), "utf-8")
            new.rename(self._folder(name))
            self._shards[name] = EdgeShard.load(str(self._folder(name) / _SHARD))

    def delete(self, name: str) -> bool:
        """Remove a collection; False where there is none."""
        shard = self._shards.pop(name, None)
        if shard is None:
            return False
        self._changed.discard(name)
        shard.close()
        gone = self._path / _GONE
        shutil.rmtree(gone, ignore_errors=True)
        self._folder(name).rename(gone)
        shutil.rmtree(gone)
        return True

    def shard(self, name: str) -> EdgeShard:
        """Return a collection's shard for reading."""
        shard = self._shards.get(name)
        if shard is None:
            raise RequestError(404, f"Not found: Collection `{name}` doesn't exist!")
        return shard

    def update(self, name: str, operation: UpdateOperation) -> None:
        """Apply one operation; it survives a kill from here on, by the engine's own log."""
        shard = self.shard(name)
        self._changed.add(name)
        shard.update(operation)

    def info(self, name: str) -> dict[str, Any]:
        """Return a collection's counts and configuration in Qdrant's JSON."""
        info = self.shard(name).info()
        body = json.loads((self._folder(name) / _CONFIG_FILE).read_text("utf-8"))
        return {
            "status": "green",
            "optimizer_status": "ok",
            "indexed_vectors_count": info.indexed_vectors_count,
            "points_count": info.points_count,
            "segments_count": info.segments_count,
            "config": write_config(body),
            "payload_schema": {
                field: {"data_type": index_type_name(index.data_type), "points": index.points}
                for field, index in info.payload_schema.items()
            },
        }

    def _folder(self, name: str) -> Path:
        return self._path / quote(name, safe="").replace(".", "%2E")
