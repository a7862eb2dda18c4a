"""The four memory types behind one port, over a real Redis, Qdrant and SQLite."""

import uuid
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from tests.support.memory_store_memories import (
    EMBEDDER,
    NOW,
    TestClock,
    memory_of,
    scope_of,
    texts,
)
from tests.support.memory_store_suite import MemoryStoreSuite

from membus.adapters.memory_stores.instant import InstantReader, InstantStore
from membus.adapters.memory_stores.recorded import LongReader, LongStore, ShortReader, ShortStore
from membus.adapters.memory_stores.working import WorkingReader, WorkingStore
from membus.adapters.qdrant.index import QdrantIndex
from membus.adapters.redis.sessions import RedisSessionStore
from membus.adapters.sql.ledger import SqlLedger
from membus.errors import MalformedError, NotAllowedError
from membus.ports.memory_store import MemoryReader, MemoryStore
from membus.settings import LocalSettings, QdrantSettings, Settings

TTL_S, KEEP = 86_400, 200


@pytest.fixture(scope="module")
async def sessions(redis_url: str) -> AsyncIterator[RedisSessionStore]:
    opened = RedisSessionStore(redis_url, timeout_s=5, prefix=f"stores-{uuid.uuid4()}")
    yield opened
    await opened.close()


@pytest.fixture(scope="module")
async def recorded(
    qdrant_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[tuple[SqlLedger, QdrantIndex]]:
    folder: Path = tmp_path_factory.mktemp("ledger")
    settings = Settings(
        local=LocalSettings(data_dir=folder),
        qdrant=QdrantSettings(url=qdrant_url, collection=f"stores-{uuid.uuid4()}"),
    )
    index = QdrantIndex.open(settings, model=EMBEDDER.name, dimension=EMBEDDER.dimension)
    await index.prepare()
    ledger = await SqlLedger.open(settings)
    yield ledger, index
    await ledger.close()
    await index.close()


@pytest.fixture
def instant(sessions: RedisSessionStore) -> InstantStore:
    return InstantStore(sessions, EMBEDDER, TestClock(), TTL_S, KEEP)


@pytest.fixture
def working(sessions: RedisSessionStore) -> WorkingStore:
    return WorkingStore(sessions, EMBEDDER, TTL_S, KEEP)


class TestInstantStore(MemoryStoreSuite):
    @pytest.fixture
    def store(self, instant: InstantStore) -> MemoryStore:
        return instant

    async def test_what_is_older_than_the_window_is_not_read(
        self, instant: InstantStore, tenant: str
    ) -> None:
        await instant.save(memory_of("instant", tenant, "yesterday", minutes=1441))
        await instant.save(memory_of("instant", tenant, "today", minutes=1439, version=2))
        assert texts(await instant.by_user(scope_of(tenant))) == ["today"]

    async def test_another_users_session_is_refused(
        self, instant: InstantStore, tenant: str
    ) -> None:
        await instant.save(memory_of("instant", tenant, "mine"))
        with pytest.raises(NotAllowedError):
            await instant.save(memory_of("instant", tenant, "theirs", user="bob"))
        assert await instant.by_user(scope_of(tenant, "bob")) == []


class TestShortStore(MemoryStoreSuite):
    @pytest.fixture
    def store(self, recorded: tuple[SqlLedger, QdrantIndex]) -> MemoryStore:
        return ShortStore(*recorded, EMBEDDER)


class TestLongStore(MemoryStoreSuite):
    @pytest.fixture
    def store(self, recorded: tuple[SqlLedger, QdrantIndex]) -> MemoryStore:
        return LongStore(*recorded, EMBEDDER)

    async def test_types_live_apart(
        self, recorded: tuple[SqlLedger, QdrantIndex], tenant: str
    ) -> None:
        short, long = ShortStore(*recorded, EMBEDDER), LongStore(*recorded, EMBEDDER)
        await short.save(memory_of("short", tenant, "a draft A1", entities=["A1"]))
        await long.save(memory_of("long", tenant, "a home A1", entities=["A1"]))
        scope, (vector,) = scope_of(tenant), await EMBEDDER.embed(["a draft A1"])
        for store, text in ((short, "a draft A1"), (long, "a home A1")):
            assert texts(await store.by_user(scope)) == [text]
            assert texts(await store.exact_search(scope, ["A1"])) == [text]
            found = await store.vector_search(scope, vector)
            assert [memory.content for memory, _ in found] == [text]
        (draft,) = await short.by_user(scope)
        assert await long.delete(scope, draft.memory_id, 9) is False

    async def test_what_was_forgotten_stays_as_history(
        self, recorded: tuple[SqlLedger, QdrantIndex], tenant: str
    ) -> None:
        store, scope = LongStore(*recorded, EMBEDDER), scope_of(tenant)
        saved = memory_of("long", tenant, "I live in Oslo")
        await store.save(saved)
        await store.delete(scope, saved.memory_id, 2)
        versions = await recorded[0].versions(scope, saved.memory_id)
        assert [(one.version, one.status) for one in versions] == [(1, "active"), (2, "forgotten")]


class TestWorkingStore(MemoryStoreSuite):
    @pytest.fixture
    def store(self, working: WorkingStore) -> MemoryStore:
        return working

    async def test_messages_of_a_task_are_its_memory(
        self, sessions: RedisSessionStore, working: WorkingStore, tenant: str
    ) -> None:
        scope = scope_of(tenant)
        entries = [
            (
                tenant,
                "refund/7",
                f"s{k}/m{k}",
                {
                    "message_id": f"m{k}",
                    "session_id": f"s{k}",
                    "role": "user",
                    "name": "Ann" if k else "",
                    "text": f"step {k}",
                    "at": (NOW + timedelta(minutes=k)).isoformat(),
                    "owner": scope.owners[0],
                },
            )
            for k in range(3)
        ]
        await sessions.append_task(entries, TTL_S, KEEP)
        found = await working.by_task(scope, "refund/7", limit=2)
        assert [(one.content, one.speaker, one.session_id) for one in found] == [
            ("step 2", "Ann", "s2"),
            ("step 1", "Ann", "s1"),
        ]
        (first,) = await working.by_session(scope, f"{tenant.replace('/', '%2F')}/s0")
        assert (first.speaker, first.type) == ("user", "working")
        assert await working.by_task(scope_of(tenant, "bob"), "refund/7") == []
        assert await working.delete(scope, "m1", 5) is True
        assert texts(await working.by_task(scope, "refund/7")) == ["step 2", "step 0"]

    async def test_a_private_memory_is_its_agents(self, working: WorkingStore, tenant: str) -> None:
        await working.save(
            memory_of("working", tenant, "secret", visibility="private", agent_id="a1")
        )
        assert await working.by_user(scope_of(tenant)) == []
        assert await working.by_user(scope_of(tenant, agent="a2")) == []
        assert texts(await working.by_user(scope_of(tenant, agent="a1"))) == ["secret"]

    async def test_a_memory_without_a_task_is_refused(
        self, working: WorkingStore, tenant: str
    ) -> None:
        whole = memory_of("working", tenant, "x").model_dump()
        del whole["task_id"]
        with pytest.raises(MalformedError, match="task_id"):
            await working.save(type(memory_of("working", tenant, "x")).model_validate(whole))


def test_a_reader_cannot_write(
    sessions: RedisSessionStore, recorded: tuple[SqlLedger, QdrantIndex]
) -> None:
    readers: list[MemoryReader] = [
        InstantReader(sessions, EMBEDDER, TestClock(), TTL_S),
        ShortReader(*recorded),
        LongReader(*recorded),
        WorkingReader(sessions, EMBEDDER),
    ]
    assert {reader.type for reader in readers} == {"instant", "short", "long", "working"}
    for reader in readers:
        assert not hasattr(reader, "save")
        assert not hasattr(reader, "delete")
