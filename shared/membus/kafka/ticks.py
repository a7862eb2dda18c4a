"""A timer that only publishes: whoever consumes the Tick acts, so that a replay does the same."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime

import structlog

from membus.errors import TransientError
from membus.kafka.stage import Outgoing

log = structlog.get_logger()

DueTicks = Callable[[datetime], Awaitable[Sequence[Outgoing]]]
Publish = Callable[[Iterable[Outgoing]], Awaitable[None]]


async def publish_ticks(
    due: DueTicks, publish: Publish, every_s: float, now: Callable[[], datetime]
) -> None:
    """Ask every `every_s` which Ticks are due and publish them, for ever.

    A Tick that several members publish, or one publishes twice, has one id and counts once. What
    cannot be asked or published now is due again at the next turn.
    """
    while True:
        await asyncio.sleep(every_s)
        try:
            ticks = await due(now())
            if ticks:
                await publish(ticks)
        except TransientError as error:
            log.warning("ticks_delayed", error=repr(error))
