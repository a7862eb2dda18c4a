"""What a SQL ledger must bear from several processes: give it the fixture `settings`, empty."""

import asyncio
import signal
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from typing import Any

import psutil
from tests.support import ledger_processes as work
from tests.support.memories import decision, evidence, memory, scope_of, store
from tests.support.processes import wait_until

from membus.adapters.sql.ledger import SqlLedger
from membus.settings import Settings

ANN = scope_of("ann")
WRITERS = 8


class ProcessSuite:
    async def test_eight_writers_and_a_reader(self, settings: Settings) -> None:
        ledger = await SqlLedger.open(settings)
        reader = work.start(work.read_steadily, settings)
        writers = [work.start(work.write_batches, settings, number) for number in range(WRITERS)]
        for _, pipe in (reader, *writers):
            assert await _told(pipe) == "ready"
        for _, pipe in writers:
            pipe.send("go")
        for _, pipe in writers:
            assert await _told(pipe) == "done"
        reader[1].send("stop")
        reads, consistent = await _told(reader[1])
        for process, _ in (reader, *writers):
            await _ended(process)
            assert process.exitcode == 0
        assert reads > 1
        assert consistent
        total = work.BATCHES * work.BATCH
        assert len(await ledger.page(ANN, limit=10_000)) == WRITERS * total
        for number in range(WRITERS):
            assert len(await ledger.exact(ANN, [f"p{number}"], 1000)) == total
            assert await ledger.position_of("changes", number) == total
        assert await ledger.marks("shared", 0) == {"embedding": work.BATCHES - 1}
        await ledger.close()

    async def test_eight_starts_at_once(self, settings: Settings) -> None:
        starters = [work.start(work.open_at_once, settings) for _ in range(WRITERS)]
        for _, pipe in starters:
            assert await _told(pipe) == "ready"
        for _, pipe in starters:
            pipe.send("go")
        for process, pipe in starters:
            assert await _told(pipe) == "done"
            await _ended(process)
        ledger = await SqlLedger.open(settings)
        assert len(await ledger.page(ANN)) == WRITERS
        await ledger.close()

    async def test_killed_in_a_transaction(self, settings: Settings) -> None:
        process, pipe = work.start(work.die_in_a_transaction, settings)
        assert await _told(pipe) == 1
        await _ended(process)
        assert process.exitcode == -signal.SIGKILL
        # A reader that comes first finds the file as the killed process left it.
        reader = await SqlLedger.open(settings, read_only=True)
        assert [item.content for item in await reader.page(ANN)] == ["before"]
        await reader.close()
        ledger = await SqlLedger.open(settings)
        assert [item.content for item in await ledger.page(ANN)] == ["before"]
        await store(ledger, decision(3, memory("after")))
        assert len(await ledger.page(ANN)) == 2
        await ledger.close()

    async def test_a_paused_member_loses(self, settings: Settings) -> None:
        process, pipe = work.start(work.pause_in_a_transaction, settings)
        assert await _told(pipe) == "deciding"
        member = psutil.Process(process.pid)
        await asyncio.to_thread(
            wait_until, lambda: member.status() == psutil.STATUS_STOPPED, "a stopped member"
        )
        ledger = await SqlLedger.open(settings)
        # It hangs while it decides, and yet holds up neither the claim nor the writes.
        epochs = await ledger.claim([0])
        async with ledger.transaction(epochs) as transaction:
            item = memory("of the new one")
            told = decision(1, item, change="other", evidence=[evidence(item, "m")])
            await transaction.apply(ANN.owners[0], told)
        member.resume()
        assert await _told(pipe) == "lost"
        await _ended(process)
        assert [item.content for item in await ledger.page(ANN)] == ["of the new one"]
        assert await ledger.position_of("changes", 0) == 0
        await ledger.close()


async def _told(pipe: Connection) -> Any:
    """Return the next word of a process, waiting in a thread; raises EOFError if it died."""
    assert await asyncio.to_thread(pipe.poll, 120), "the process says nothing"
    return pipe.recv()


async def _ended(process: ForkServerProcess) -> None:
    await asyncio.to_thread(process.join, 120)
    assert process.exitcode is not None, "the process does not end"
