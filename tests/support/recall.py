"""A recall that answers as a test says, on a real Kafka, and the questions it is asked."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from tests.support.kafka import TIMEOUT_S

from membus.contracts import ids
from membus.contracts.envelope import Envelope, seal
from membus.contracts.events.recalls import RecallAnswered, RecallRequested
from membus.errors import FatalError
from membus.kafka.replies import ReplyServer
from membus.kafka.requests import Requester
from membus.settings import KafkaSettings

Answer = Callable[[Envelope, RecallRequested], Awaitable[RecallAnswered]]


class WallClock:
    """The machine's time."""

    def now(self) -> datetime:
        return datetime.now(UTC)


def new_group() -> str:
    """Return a group that no other test uses."""
    return f"membus.recall-{ids.uuid7()[-12:]}.v1"


async def echo(envelope: Envelope, request: RecallRequested) -> RecallAnswered:
    """Answer with the question."""
    return RecallAnswered(request_id=request.request_id, context=f"echo {request.query}")


@asynccontextmanager
async def recall_server(
    bootstrap: str,
    answer: Answer = echo,
    *,
    group: str | None = None,
    instance: str = "0",
    concurrency: int = 64,
    on_fatal: Callable[[FatalError], None] = lambda _: None,
) -> AsyncIterator[ReplyServer]:
    """Run a member of a group of its own; it is ready when this is entered."""
    settings = KafkaSettings(bootstrap_servers=bootstrap, drain_timeout_s=TIMEOUT_S / 2)
    server = ReplyServer(
        settings,
        answer,
        WallClock(),
        instance=instance,
        group=group or new_group(),
        concurrency=concurrency,
        on_fatal=on_fatal,
    )
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


@asynccontextmanager
async def requester(bootstrap: str) -> AsyncIterator[Requester]:
    """Connect an asker."""
    asker = Requester(bootstrap)
    await asker.start()
    try:
        yield asker
    finally:
        await asker.close()


def question(
    reply_partition: int, query: str = "q", *, user: str = "mei", deadline_s: float = TIMEOUT_S
) -> Envelope:
    """Return a RecallRequested; its request id is its event id."""
    now = datetime.now(UTC)
    request_id = ids.uuid7()
    request = RecallRequested(
        request_id=request_id,
        query=query,
        reply_partition=reply_partition,
        deadline=now + timedelta(seconds=deadline_s),
    )
    return Envelope(
        event_id=request_id,
        type="RecallRequested",
        user_id=user,
        occurred_at=now,
        body=seal(request),
    )


async def ask(asker: Requester, query: str = "q", timeout_s: float = TIMEOUT_S) -> RecallAnswered:
    """Ask and return the answer."""
    envelope = question(asker.reply_partition, query, deadline_s=timeout_s)
    return await asker.ask(envelope, envelope.event_id, timeout_s=timeout_s)


async def _hang(bootstrap: str, group: str) -> None:
    def tell(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    async def never(_: Envelope, request: RecallRequested) -> RecallAnswered:
        tell(f"asked {request.query}")
        await asyncio.Event().wait()
        raise AssertionError

    async with recall_server(bootstrap, never, group=group):
        tell("ready")
        await asyncio.Event().wait()


if __name__ == "__main__":
    # A member that takes every question and answers none: for tests that kill it.
    asyncio.run(_hang(*sys.argv[1:3]))
