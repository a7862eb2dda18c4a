"""What every MemoryLedger's transaction must do: inherit the class and give it `ledger`, empty."""

import asyncio

import pytest
from tests.support.memories import decision, memory, scope_of, store

from membus.contracts import ids
from membus.errors import FatalError
from membus.ports.ledger import MemoryLedger, Position

ANN = scope_of("ann")
OWNER = ANN.owners[0]


class TransactionSuite:
    async def test_it_reads_what_it_wrote_and_nobody_else_does(self, ledger: MemoryLedger) -> None:
        tea = memory("tea")
        async with ledger.transaction({}) as transaction:
            await transaction.apply(OWNER, decision(1, tea), ("turn", 1))
            assert set(await transaction.memories(OWNER, [tea.memory_id])) == {tea.memory_id}
            assert await transaction.memories("acme/u/bob", [tea.memory_id]) == {}
            assert await transaction.turn_revisions(["turn"]) == {"turn": 1}
            key = ids.inbox_key(OWNER, "change 1")
            assert set(await transaction.decided([key])) == {key}
            assert await ledger.get(ANN, [tea.memory_id]) == {}
        assert set(await ledger.get(ANN, [tea.memory_id])) == {tea.memory_id}

    async def test_an_error_inside_leaves_nothing(self, ledger: MemoryLedger) -> None:
        tea = memory("tea")

        async def fail() -> None:
            async with ledger.transaction({}) as transaction:
                await transaction.apply(OWNER, decision(1, tea))
                await transaction.memories(OWNER, [tea.memory_id])
                await transaction.position([Position("changes", 0, 9)])
                raise OSError("the index is away")

        with pytest.raises(OSError, match="the index is away"):
            await fail()
        assert await ledger.page(ANN) == []
        assert await ledger.position_of("changes", 0) == 0
        await store(ledger, decision(1, tea))
        assert len(await ledger.page(ANN)) == 1

    async def test_cancelled_inside_leaves_nothing(self, ledger: MemoryLedger) -> None:
        inside = asyncio.Event()

        async def hang() -> None:
            async with ledger.transaction({}) as transaction:
                await transaction.apply(OWNER, decision(1, memory("tea")))
                await transaction.evidence_of([])
                await transaction.memories(OWNER, ["any"])
                inside.set()
                await asyncio.Event().wait()

        task = asyncio.create_task(hang())
        await inside.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await store(ledger, decision(2, memory("coffee")))
        assert [item.content for item in await ledger.page(ANN)] == ["coffee"]

    async def test_many_tasks_at_once(self, ledger: MemoryLedger) -> None:
        users = [f"user {number}" for number in range(20)]
        await asyncio.gather(
            *(store(ledger, decision(1, memory("tea", user=user), change=user)) for user in users)
        )
        found = await asyncio.gather(*(ledger.page(scope_of(user)) for user in users))
        assert [[item.user_id for item in page] for page in found] == [[user] for user in users]

    async def test_who_was_overtaken_writes_nothing(self, ledger: MemoryLedger) -> None:
        epochs = await ledger.claim([0, 1])
        await ledger.claim([2])
        async with ledger.transaction(epochs) as transaction:
            await transaction.apply(OWNER, decision(1, memory("tea")))
        later: dict[int, int] = {}

        async def write(late: bool) -> None:
            async with ledger.transaction(epochs) as transaction:
                await transaction.apply(OWNER, decision(2, memory("coffee")))
                await transaction.position([Position("changes", 0, 9)])
                if not late:
                    later.update(await ledger.claim([1]))

        with pytest.raises(FatalError, match="1"):
            await write(late=False)
        assert later[1] > epochs[1]
        with pytest.raises(FatalError):
            await write(late=True)
        assert [item.content for item in await ledger.page(ANN)] == ["tea"]
        assert await ledger.position_of("changes", 0) == 0
        async with ledger.transaction({0: epochs[0]} | later) as transaction:
            await transaction.apply(OWNER, decision(2, memory("coffee")))
        assert len(await ledger.page(ANN)) == 2
