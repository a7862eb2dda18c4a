"""What other processes do to one ledger in the tests: each function runs in one of its own."""

import asyncio
import multiprocessing as mp
import os
import signal
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess

from tests.support.memories import decision, evidence, memory, scope_of, store

from membus.adapters.sql.ledger import SqlLedger
from membus.contracts import ids
from membus.errors import FatalError
from membus.ports.ledger import Mark, Position
from membus.settings import Settings

OWNER = ids.owner_of("acme", "ann")
BATCHES = 12
BATCH = 10


def start(
    work: Callable[..., None], settings: Settings, *arguments: object
) -> tuple[ForkServerProcess, Connection]:
    """Start a process; return it and the pipe on which it tells how far it is."""
    here, there = mp.Pipe()
    # Fresh processes, forked from a server that has this module loaded and nothing open.
    context = mp.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    process = context.Process(target=work, args=(settings, there, *arguments), daemon=True)
    process.start()
    return process, here


def write_batches(settings: Settings, pipe: Connection, partition: int) -> None:
    """Wait for the word, then write BATCHES of BATCH memories as the owner of one partition."""

    async def work() -> None:
        ledger = await SqlLedger.open(settings)
        epochs = await ledger.claim([partition])
        pipe.send("ready")
        pipe.recv()
        for batch in range(BATCHES):
            async with ledger.transaction(epochs) as transaction:
                for number in range(batch * BATCH, (batch + 1) * BATCH):
                    item = memory(f"{partition}/{number}", entities=[f"P{partition}"])
                    await transaction.apply(
                        OWNER,
                        decision(
                            number,
                            item,
                            change=f"{partition}/{number}",
                            evidence=[evidence(item, f"m{number}")],
                        ),
                    )
                await transaction.mark([Mark("shared", 0, "embedding", batch)])
                await transaction.position([Position("changes", partition, (batch + 1) * BATCH)])
        await ledger.close()

    asyncio.run(work())
    pipe.send("done")


def read_steadily(settings: Settings, pipe: Connection) -> None:
    """Read until told to stop; report how often, and whether a count ever fell."""

    async def work() -> tuple[int, bool]:
        ledger = await SqlLedger.open(settings, read_only=True)
        counts = [0]
        pipe.send("ready")
        while not pipe.poll():
            found = await ledger.page(scope_of("ann"), limit=10_000)
            proofs = await ledger.evidence(scope_of("ann"), [item.memory_id for item in found])
            # Evidence is written with its memory: a reader never sees one without the other.
            counts.append(len(found) if len(proofs) == len(found) else -1)
        await ledger.close()
        return len(counts), counts == sorted(counts)

    pipe.send(asyncio.run(work()))


def die_in_a_transaction(settings: Settings, pipe: Connection) -> None:
    """Write without committing, say so, and be killed."""

    async def work() -> None:
        ledger = await SqlLedger.open(settings)
        await store(ledger, decision(1, memory("before")))
        async with ledger.transaction({}) as transaction:
            await transaction.apply(OWNER, decision(2, memory("lost")))
            # A read of what was applied writes it, and keeps the transaction open.
            written = await transaction.memories("acme/u/ann", [memory("lost").memory_id])
            pipe.send(len(written))
            os.kill(os.getpid(), signal.SIGKILL)

    asyncio.run(work())


def pause_in_a_transaction(settings: Settings, pipe: Connection) -> None:
    """Claim, read, stop in the middle of deciding; when woken, try to commit."""

    async def work() -> str:
        ledger = await SqlLedger.open(settings)
        epochs = await ledger.claim([0])
        try:
            async with ledger.transaction(epochs) as transaction:
                await transaction.decided([ids.inbox_key(OWNER, "change 1")])
                await transaction.apply(OWNER, decision(1, memory("of the paused one")))
                await transaction.position([Position("changes", 0, 1)])
                pipe.send("deciding")
                os.kill(os.getpid(), signal.SIGSTOP)
        except FatalError:
            return "lost"
        finally:
            await ledger.close()
        return "won"

    pipe.send(asyncio.run(work()))


def open_at_once(settings: Settings, pipe: Connection) -> None:
    """Wait for the word, then open the ledger as its owner and write one memory."""

    async def work() -> None:
        ledger = await SqlLedger.open(settings)
        await store(ledger, decision(1, memory(f"of {os.getpid()}"), change=str(os.getpid())))
        await ledger.close()

    pipe.send("ready")
    pipe.recv()
    asyncio.run(work())
    pipe.send("done")


def open_again(settings: Settings, pipe: Connection) -> None:
    """Open a ledger whose schema is there; report whether the migrations were loaded for it."""

    async def work() -> None:
        await (await SqlLedger.open(settings)).close()

    asyncio.run(work())
    pipe.send("alembic" in sys.modules)
