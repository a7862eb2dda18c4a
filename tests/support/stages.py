"""A stage that tests can look into, and what runs one on a real Kafka."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from faststream import FastStream
from tests.support.kafka import TIMEOUT_S, Lab

from membus.contracts.events.messages import MessagePublished
from membus.kafka.app import StageSource, stage_app
from membus.kafka.backoff import Backoff
from membus.kafka.stage import Done, Record, Result, Stage, StageOptions

_LOOK_S = 0.02


def text_of(record: Record) -> str:
    """Return what a message says."""
    body = record.body
    assert isinstance(body, MessagePublished)
    return str(getattr(body.msg.content[0], "text", ""))


Handle = Callable[[Sequence[Record]], Awaitable[Sequence[Result]]]


@dataclass
class SpyStage:
    """A stage that remembers what it was given; `act` does the work, by default all is stored."""

    act: Handle | None = None
    handled: list[Record] = field(default_factory=list)
    settled: list[Record] = field(default_factory=list)
    partitions: set[tuple[str, int]] = field(default_factory=set)
    calls: int = 0

    async def handle(self, records: Sequence[Record]) -> Sequence[Result]:
        self.calls += 1
        self.handled += records
        if self.act is not None:
            return await self.act(records)
        return [Done("stored")] * len(records)

    async def settle(self, done: Sequence[tuple[Record, Done]]) -> None:
        self.settled += [record for record, _ in done]

    async def assigned(self, partitions: Collection[tuple[str, int]]) -> None:
        self.partitions |= set(partitions)

    async def revoked(self, partitions: Collection[tuple[str, int]]) -> None:
        self.partitions -= set(partitions)

    @property
    def texts(self) -> list[str]:
        """What was settled, in order."""
        return [text_of(record) for record in self.settled]


@contextlib.asynccontextmanager
async def running(
    lab: Lab,
    stage: StageSource,
    options: StageOptions | None = None,
    *,
    instance: str = "",
    backoff: Backoff | None = None,
    tick_every_s: float | None = None,
    **kafka: Any,
) -> AsyncIterator[FastStream]:
    """Run a stage from when it is ready to an orderly stop; raises what stopped it."""
    ready = asyncio.Event()
    app = stage_app(
        lab.settings(**kafka),
        stage,
        options or lab.options(),
        instance=instance,
        on_ready=ready.set,
        backoff=backoff,
        tick_every_s=tick_every_s,
    )
    serving = asyncio.create_task(app.run(sleep_time=_LOOK_S))
    waiting = asyncio.create_task(ready.wait())
    await asyncio.wait([serving, waiting], return_when=asyncio.FIRST_COMPLETED, timeout=TIMEOUT_S)
    waiting.cancel()
    try:
        if not serving.done():
            assert ready.is_set(), "the stage did not become ready"
            yield app
    finally:
        app.exit()
        await serving


async def serve(lab: Lab, stage: Stage, options: StageOptions | None = None) -> None:
    """Run a stage until it stops by itself; raises what stopped it."""
    app = stage_app(lab.settings(), stage, options or lab.options(), instance="")
    async with asyncio.timeout(TIMEOUT_S):
        await app.run(sleep_time=_LOOK_S)
