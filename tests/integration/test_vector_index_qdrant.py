"""QdrantIndex over a real engine: the port's promises, and what is Qdrant's own."""

import asyncio
import sys
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.support.processes import Process, accepts, free_port
from tests.support.vector_points import (
    DIMENSION,
    found,
    near,
    point,
    scope_of,
    unit,
)
from tests.support.vector_suite import VectorIndexSuite

from membus.adapters.qdrant.index import QdrantIndex
from membus.errors import FatalError, UnavailableError
from membus.settings import QdrantSettings, Settings


def open_index(
    url: str, collection: str, *, model: str = "test", dimension: int = DIMENSION
) -> QdrantIndex:
    settings = Settings(qdrant=QdrantSettings(url=url, collection=collection))
    return QdrantIndex.open(settings, model=model, dimension=dimension)


@pytest.fixture(scope="module")
async def index(qdrant_url: str) -> AsyncIterator[QdrantIndex]:
    opened = open_index(qdrant_url, f"suite-{uuid.uuid4()}")
    await opened.prepare()
    yield opened
    await opened.close()


class TestQdrantIndex(VectorIndexSuite):
    pass


async def test_models_and_dimensions_live_apart(qdrant_url: str) -> None:
    prefix, scope = f"apart-{uuid.uuid4()}", scope_of("t")
    one = open_index(qdrant_url, prefix, model="one")
    two = open_index(qdrant_url, prefix, model="two")
    await asyncio.gather(one.prepare(), two.prepare())
    await one.upsert([point("tea", scope)])
    assert (await one.count(scope), await two.count(scope)) == (1, 0)
    await asyncio.gather(one.close(), two.close())


async def test_members_that_start_together_make_one_collection(qdrant_url: str) -> None:
    prefix = f"together-{uuid.uuid4()}"
    members = [open_index(qdrant_url, prefix) for _ in range(4)]
    await asyncio.gather(*(member.prepare() for member in members))
    await members[0].upsert([point("tea", scope_of("t"))])
    assert await members[3].count(scope_of("t")) == 1
    await asyncio.gather(*(member.close() for member in members))


async def test_another_dimension_is_refused_at_the_start(qdrant_url: str) -> None:
    settings = Settings(
        qdrant=QdrantSettings(url=qdrant_url, collection=f"dimension-{uuid.uuid4()}")
    )
    right = QdrantIndex.open(settings, model="m", dimension=8)
    await right.prepare()
    # The same collection, read by an embedder that claims other vectors.
    wrong = QdrantIndex(right._rest, 16)
    with pytest.raises(FatalError, match="MEMBUS_QDRANT__COLLECTION"):
        await wrong.prepare()
    await right.close()


async def test_a_foreign_collection_is_refused_at_the_start(qdrant_url: str) -> None:
    index = open_index(qdrant_url, f"foreign-{uuid.uuid4()}")
    vector = {"size": DIMENSION, "distance": "Cosine"}
    await index._rest.call("PUT", "", {"vectors": {"dense": vector, "content": vector}})
    with pytest.raises(FatalError, match="sparse"):
        await index.prepare()
    await index.close()


async def test_a_collection_that_is_not_there_yet(qdrant_url: str) -> None:
    index = open_index(qdrant_url, f"missing-{uuid.uuid4()}")
    with pytest.raises(UnavailableError, match="has no collection"):
        await index.search(scope_of("t"), [near(unit(1))])
    with pytest.raises(UnavailableError, match="has no collection"):
        await index.upsert([point("tea", scope_of("t"))])
    await index.close()


async def test_a_server_that_is_away() -> None:
    index = open_index(f"http://127.0.0.1:{free_port()}", "away")
    with pytest.raises(UnavailableError, match="does not answer"):
        await index.search(scope_of("t"), [near(unit(1))])
    await index.close()


async def test_a_server_that_never_answers() -> None:
    silent = await asyncio.start_server(lambda _reader, _writer: None, "127.0.0.1", 0)
    port = silent.sockets[0].getsockname()[1]
    settings = QdrantSettings(url=f"http://127.0.0.1:{port}", timeout_s=0.2)
    index = QdrantIndex.open(Settings(qdrant=settings), model="m", dimension=DIMENSION)
    with pytest.raises(UnavailableError, match="does not answer"):
        await index.count(scope_of("t"))
    await index.close()
    silent.close()


async def test_a_server_that_restarts_is_used_again(tmp_path: Path) -> None:
    pytest.importorskip("qdrant_edge")
    port = free_port()
    command = [sys.executable, "-m", "membus.local.qdrant_edge", "--path", str(tmp_path / "edge")]

    def start() -> Process:
        server = Process([*command, "--port", str(port)], tmp_path / "edge.log")
        server.wait_ready(lambda: accepts(port), "Qdrant Edge")
        return server

    server, index = start(), open_index(f"http://127.0.0.1:{port}", "restarts")
    await index.prepare()
    await index.upsert([point("tea", scope_of("t"))])
    server._child.kill()
    server._child.wait()
    with pytest.raises(UnavailableError):
        await index.count(scope_of("t"))
    server = start()
    assert await index.count(scope_of("t")) == 1
    await index.close()
    server.stop()


_WRITER = """
import asyncio, sys
from tests.integration.test_vector_index_qdrant import open_index
from tests.support.vector_points import point, scope_of, unit

async def main(url, collection, start):
    index = open_index(url, collection)
    for version in range(start, 30, 3):
        dense = unit(1, version)
        await index.upsert([point(f"p{k}", scope_of("t"), version, dense=dense) for k in range(20)])
    await index.close()

asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
"""


async def test_writers_of_several_processes_keep_the_highest_version(qdrant_url: str) -> None:
    prefix = f"processes-{uuid.uuid4()}"
    index = open_index(qdrant_url, prefix)
    await index.prepare()
    command = [sys.executable, "-c", _WRITER, qdrant_url, prefix]
    writers = [await asyncio.create_subprocess_exec(*command, str(start)) for start in range(3)]
    assert await asyncio.gather(*(writer.wait() for writer in writers)) == [0, 0, 0]
    hits = await found(index, scope_of("t"), near(unit(1, 29), limit=100))
    assert [hit.score for hit in hits] == pytest.approx([1.0] * 20, abs=1e-5)
    await index.close()
