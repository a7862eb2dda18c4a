"""Waiting for what was published, and the client of programs without an event loop."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from tests.support.kafka import TIMEOUT_S
from tests.support.recall import recall_server

from membus import MemoryClient, SyncMemoryClient
from membus.contracts import ids
from membus.contracts.envelope import Envelope, body_as
from membus.contracts.events.messages import MessagePublished
from membus.contracts.events.recalls import (
    RecallAnswered,
    RecallRequested,
    Receipt,
)
from membus.errors import DeadlineError, MalformedError
from membus.kafka import topics
from membus.kafka.reader import LogRecord, read_session
from membus.settings import Settings

pytestmark = pytest.mark.kafka

PATIENT = Settings(recall={"deadline_s": TIMEOUT_S})


@pytest.fixture(scope="module")
async def bus(kafka: str) -> str:
    await topics.apply(kafka)
    return kafka


@pytest.fixture
async def client(bus: str) -> AsyncIterator[MemoryClient]:
    async with MemoryClient(PATIENT, bootstrap_servers=bus, agent_id="a") as opened:
        yield opened


@pytest.fixture
def session() -> str:
    return f"{ids.uuid7()}/ü 会话"


async def said(bus: str, session: str) -> list[LogRecord]:
    return [one async for one in read_session(bus, topics.MESSAGES, "default", session)]


async def test_wait_asks_until_the_open_turn_is_memory(client: MemoryClient, bus: str) -> None:
    asked: list[RecallRequested] = []

    async def fresh_at_third(_: Envelope, request: RecallRequested) -> RecallAnswered:
        asked.append(request)
        fresh = len(asked) >= 3
        reason = "" if fresh else "turn still open"
        return RecallAnswered(request_id=request.request_id, fresh=fresh, stale_reason=reason)

    receipt = Receipt(session="default/s", partition=1, offset=7, user_id="u")
    async with recall_server(bus, fresh_at_third):
        await client.wait(receipt, timeout_s=TIMEOUT_S)
    assert [(request.query, request.level) for request in asked] == [("", "memory")] * 3


async def test_wait_says_what_is_missing_when_the_time_is_up(
    client: MemoryClient, bus: str
) -> None:
    asked: list[str] = []

    async def stale_then_silent(_: Envelope, request: RecallRequested) -> RecallAnswered:
        asked.append(request.request_id)
        if len(asked) > 1:
            await asyncio.Event().wait()
        return RecallAnswered(
            request_id=request.request_id, fresh=False, stale_reason="turn still open"
        )

    receipt = Receipt(session="default/s", partition=1, offset=7, user_id="u")
    async with recall_server(bus, stale_then_silent):
        with pytest.raises(DeadlineError, match="turn still open"):
            await client.wait([receipt], timeout_s=2.0)


async def test_the_sync_client_does_the_same(bus: str, session: str) -> None:
    def program() -> tuple[list[Receipt], str]:
        with SyncMemoryClient(PATIENT, bootstrap_servers=bus) as client:
            receipts = client.publish(
                [{"role": "user", "content": "one"}, {"role": "assistant", "content": "two"}],
                user_id="u",
                session_id=session,
            )
            with pytest.raises(MalformedError):
                client.publish({"role": "user", "content": "x"}, user_id="u")
            answer = client.recall("hello", user_id="u", after=receipts)
            client.close()
            return receipts, answer.context

    async with recall_server(bus):
        receipts, context = await asyncio.to_thread(program)
    assert context == "echo hello"
    records = await said(bus, session)
    assert [record.offset for record in records] == [receipt.offset for receipt in receipts]
    second = body_as(records[1].envelope, MessagePublished) if records[1].envelope else None
    assert second is not None
    assert second.msg.finished_reason == "completed"
