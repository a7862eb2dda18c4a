"""What every MemoryStore must do: inherit MemoryStoreSuite and give it the fixture `store`.

`store` embeds with EMBEDDER. The tests share it, each with tenants of its own.
"""

import asyncio
import uuid
from typing import Any

import pytest
from tests.support.memory_store_memories import EMBEDDER, memory_of, scope_of, texts

from membus.contracts import ids
from membus.contracts.memory import MemoryType
from membus.errors import MalformedError
from membus.ports.memory_store import MemoryStore
from membus.ports.scope import Scope


class MemoryStoreSuite:
    """The port's promises."""

    @pytest.fixture
    def tenant(self) -> str:
        return f"t/{uuid.uuid4()}"

    async def test_what_was_saved_is_read(self, store: MemoryStore, tenant: str) -> None:
        saved = memory_of(store.type, tenant, "我不吃香菜 {braces}", session="s/1")
        await store.save(saved)
        for (read,) in (
            await store.by_session(scope_of(tenant), saved.session),
            await store.by_user(scope_of(tenant)),
        ):
            for field in (
                "memory_id",
                "version",
                "owner",
                "tenant_id",
                "user_id",
                "session",
                "session_id",
                "speaker",
                "type",
                "content",
                "valid_from",
                "last_mentioned_at",
                "status",
            ):
                assert getattr(read, field) == getattr(saved, field), field

    async def test_the_newest_first_and_no_more_than_asked(
        self, store: MemoryStore, tenant: str
    ) -> None:
        scope, session = scope_of(tenant), ids.session_identity(tenant, "s1")
        (vector,) = await EMBEDDER.embed(["x"])
        said = [
            memory_of(
                store.type, tenant, f"text {k}", session=f"s{k % 2}", minutes=200 - k, version=k
            )
            for k in range(130)
        ]
        for start in range(0, len(said), 10):
            await asyncio.gather(*(store.save(one, vector) for one in said[start : start + 10]))
        everything = [f"text {k}" for k in reversed(range(130))]
        assert texts(await store.by_user(scope)) == everything[:100]
        assert texts(await store.by_user(scope, limit=3)) == everything[:3]
        assert texts(await store.by_session(scope, session)) == everything[0:100:2]
        assert texts(await store.by_session(scope, session, limit=2)) == everything[0:4:2]
        assert len(await store.vector_search(scope, vector)) == 10

    async def test_a_repeated_save_changes_nothing(self, store: MemoryStore, tenant: str) -> None:
        saved = memory_of(store.type, tenant, "I like tea")
        for _ in range(3):
            await store.save(saved)
        assert texts(await store.by_user(scope_of(tenant))) == ["I like tea"]
        (vector,) = await EMBEDDER.embed(["I like tea"])
        assert len(await store.vector_search(scope_of(tenant), vector)) == 1

    async def test_the_higher_version_counts(self, store: MemoryStore, tenant: str) -> None:
        async def saved(text: str, version: int) -> list[str]:
            await store.save(memory_of(store.type, tenant, text, name="tea", version=version))
            return texts(await store.by_user(scope_of(tenant)))

        assert await saved("I like tea", 5) == ["I like tea"]
        assert await saved("I like te", 4) == ["I like tea"]
        assert await saved("I like green tea", 6) == ["I like green tea"]

    async def test_a_deleted_memory_is_gone(self, store: MemoryStore, tenant: str) -> None:
        scope = scope_of(tenant)
        kept = memory_of(store.type, tenant, "I like order A1")
        gone = memory_of(store.type, tenant, "I like order A2", version=5, entities=["A2"])
        for memory in (kept, gone):
            await store.save(memory)
        assert await store.delete(scope, gone.memory_id, 6) is True
        assert await store.delete(scope, gone.memory_id, 6) is False
        assert texts(await store.by_user(scope)) == [kept.content]
        assert texts(await store.by_session(scope, kept.session)) == [kept.content]
        (vector,) = await EMBEDDER.embed([gone.content])
        found = await store.vector_search(scope, vector)
        assert [memory.content for memory, _ in found] == [kept.content]
        assert await store.exact_search(scope, ["A2"]) == []

    async def test_a_late_event_does_not_bring_it_back(
        self, store: MemoryStore, tenant: str
    ) -> None:
        scope = scope_of(tenant)
        await store.save(memory_of(store.type, tenant, "old", name="m", version=5))
        gone = memory_of(store.type, tenant, "old", name="m").memory_id
        await store.delete(scope, gone, 6)
        for version in (5, 6):
            await store.save(memory_of(store.type, tenant, "old", name="m", version=version))
        assert await store.by_user(scope) == []
        await store.save(memory_of(store.type, tenant, "said again", name="m", version=7))
        assert texts(await store.by_user(scope)) == ["said again"]
        assert await store.delete(scope, gone, 6) is False
        assert texts(await store.by_user(scope)) == ["said again"]

    async def test_delete_ends_at_the_scope(self, store: MemoryStore, tenant: str) -> None:
        bobs = memory_of(store.type, tenant, "I like tea", user="bob")
        await store.save(bobs)
        assert await store.delete(scope_of(tenant, "ann"), bobs.memory_id, 9) is False
        assert await store.delete(scope_of(tenant, "bob"), ids.derive("none"), 9) is False
        assert texts(await store.by_user(scope_of(tenant, "bob"))) == ["I like tea"]

    async def test_nobody_sees_another_owner(self, store: MemoryStore, tenant: str) -> None:
        saved = [
            memory_of(store.type, at, text, user=user, session=session, entities=["A1"])
            for at, text, user, session in (
                (tenant, "mine A1", "ann", "sa"),
                (tenant, "theirs A1", "bob", "sb"),
                (tenant + "/u", "other A1", "ann", "sa"),
            )
        ]
        for memory in saved:
            await store.save(memory)
        (vector,) = await EMBEDDER.embed(["A1"])
        for memory in saved:
            scope = Scope(memory.tenant_id, (memory.owner,))
            assert texts(await store.by_user(scope)) == [memory.content]
            found = await store.vector_search(scope, vector)
            assert [one.content for one, _ in found] == [memory.content]
            assert texts(await store.exact_search(scope, ["A1"])) == [memory.content]
            for other in saved:
                expected = [memory.content] if other is memory else []
                assert texts(await store.by_session(scope, other.session)) == expected
        both = scope_of(tenant, "ann", "bob")
        assert sorted(texts(await store.by_user(both))) == ["mine A1", "theirs A1"]

    async def test_the_nearest_first(self, store: MemoryStore, tenant: str) -> None:
        for text in ("the weather is fine", "I like green tea", "I like green teas"):
            (own,) = await EMBEDDER.embed([text])
            await store.save(memory_of(store.type, tenant, text), own)
        (vector,) = await EMBEDDER.embed(["I like green tea"])
        found = await store.vector_search(scope_of(tenant), vector, limit=2)
        assert [memory.content for memory, _ in found] == ["I like green tea", "I like green teas"]
        assert found[0][1] == pytest.approx(1, abs=1e-4)
        assert found[1][1] < 1

    async def test_exact_search_names_every_term(self, store: MemoryStore, tenant: str) -> None:
        scope = scope_of(tenant)
        for minutes, text, names in (
            (5, "order A1001 goes to Oslo", ["A1001", "Oslo"]),
            (4, "order A1001 was returned", ["A1001"]),
            (3, "order A10012 goes to Oslo", ["A10012", "Oslo"]),
            (2, "编号 2024-118 的订单寄到 Oslo", ["2024-118", "Oslo"]),
        ):
            said: dict[str, Any] = {"minutes": minutes, "version": 9 - minutes, "entities": names}
            await store.save(memory_of(store.type, tenant, text, **said))

        async def of(*terms: str, limit: int = 20) -> list[str]:
            return texts(await store.exact_search(scope, terms, limit))

        assert await of("a1001") == ["order A1001 was returned", "order A1001 goes to Oslo"]
        assert await of("A1001", "oslo") == ["order A1001 goes to Oslo"]
        assert await of("2024-118") == ["编号 2024-118 的订单寄到 Oslo"]
        assert len(await of("Oslo")) == 3
        assert len(await of("Oslo", limit=1)) == 1
        assert await of("A1002") == []
        assert await of() == []

    async def test_another_type_is_refused(self, store: MemoryStore, tenant: str) -> None:
        others: tuple[MemoryType, ...] = ("instant", "short", "long", "working")
        for kind in others:
            if kind != store.type:
                with pytest.raises(MalformedError):
                    await store.save(memory_of(kind, tenant, "x"))
        assert await store.by_user(scope_of(tenant)) == []

    async def test_nothing_finds_nothing(self, store: MemoryStore, tenant: str) -> None:
        (vector,) = await EMBEDDER.embed(["x"])
        scope = scope_of(tenant)
        assert await store.by_user(scope) == []
        assert await store.by_session(scope, ids.session_identity(tenant, "none")) == []
        assert await store.vector_search(scope, vector) == []
        assert await store.exact_search(scope, ["x"]) == []
