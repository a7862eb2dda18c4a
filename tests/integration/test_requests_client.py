"""MemoryClient on a real Kafka: what it publishes lies in the log, and what it asks is answered."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from tests.support.kafka import TIMEOUT_S, eventually
from tests.support.recall import echo, recall_server

from membus import MemoryClient, Msg
from membus.contracts import ids
from membus.contracts.envelope import Envelope
from membus.contracts.events.changes import FeedbackGiven
from membus.contracts.events.messages import MessagePublished, SessionEnded
from membus.contracts.events.recalls import (
    PromptReported,
    RecallAnswered,
    RecallRequested,
    Receipt,
)
from membus.contracts.msg import spoken_text
from membus.errors import FatalError, MalformedError, UnavailableError
from membus.kafka import topics
from membus.kafka.partitions import partition_of
from membus.kafka.reader import LogRecord, read_log, read_session
from membus.settings import Settings

pytestmark = pytest.mark.kafka

PATIENT = Settings(recall={"deadline_s": TIMEOUT_S})
PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


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


def texts(records: list[LogRecord]) -> list[str]:
    bodies = [record.body for record in records]
    return [spoken_text(body.msg) for body in bodies if isinstance(body, MessagePublished)]


async def test_a_list_lies_in_order_where_its_receipts_say(
    client: MemoryClient, bus: str, session: str
) -> None:
    messages = [{"role": "user", "content": f"第 {n} 句 🙂"} for n in range(300)]
    receipts = await client.publish(messages, user_id="王芳", session_id=session)
    records = await said(bus, session)
    assert texts(records) == [f"第 {n} 句 🙂" for n in range(300)]
    assert [(one.partition, one.offset) for one in records] == [
        (receipt.partition, receipt.offset) for receipt in receipts
    ]
    for record, receipt in zip(records, receipts, strict=True):
        assert record.key == session
        assert record.envelope is not None
        assert record.envelope.event_id == receipt.event_id
        assert dict(record.headers)["ce_id"].decode() == receipt.event_id
        assert receipt.session == ids.session_identity("default", session)
        assert receipt.user_id == "王芳"


async def test_the_callers_trace_goes_on(bus: str, session: str) -> None:
    async with MemoryClient(
        Settings(), bootstrap_servers=bus, traceparent=lambda: PARENT
    ) as client:
        await client.publish({"role": "user", "content": "x"}, user_id="u", session_id=session)
    (record,) = await said(bus, session)
    assert dict(record.headers)["traceparent"].decode().startswith(PARENT[:36])


async def test_one_bad_message_stops_its_list_before_anything_goes_out(
    client: MemoryClient, bus: str, session: str
) -> None:
    good = {"role": "user", "content": "good"}
    for bad in ({"role": "pirate", "content": "x"}, {"role": "user", "content": "\ud83d"}):
        with pytest.raises(MalformedError):
            await client.publish([good, bad], user_id="u", session_id=session)
    assert await said(bus, session) == []


async def test_one_bad_message_of_many_is_reported_in_its_place(
    client: MemoryClient, bus: str, session: str
) -> None:
    where = {"user_id": "u", "session_id": session}
    first, bad, last = await client.publish_many(
        [
            ({"role": "user", "content": "one"}, where),
            ({"role": "user", "content": "two"}, {"user_id": "u"}),
            (Msg(role="user", content="three"), where),
        ]
    )
    assert isinstance(bad, MalformedError)
    assert isinstance(first, Receipt)
    assert isinstance(last, Receipt)
    assert texts(await said(bus, session)) == ["one", "three"]


async def test_what_the_client_lets_through_the_broker_takes(
    client: MemoryClient, bus: str, session: str
) -> None:
    limit = topics.registry()[topics.MESSAGES].max_message_bytes
    where = {"user_id": "u", "session_id": session}
    with pytest.raises(MalformedError, match=str(limit)):
        await client.publish({"role": "user", "content": "x" * 10_000_000}, **where)
    with pytest.raises(MalformedError):
        await client.publish({"role": "user", "content": "x" * limit}, **where)
    # The largest that passes: found by halving, as a user would not, but exactly at the edge.
    fits, too_large = limit // 2, limit
    while too_large - fits > 1:
        size = (fits + too_large) // 2
        try:
            await client.publish({"role": "user", "content": "x" * size}, **where)
            fits = size
        except MalformedError:
            too_large = size
    assert limit - fits < 8192
    assert max(map(len, texts(await said(bus, session)))) == fits


async def test_no_address_and_no_server_are_told_apart() -> None:
    with pytest.raises(FatalError, match="membus up"):
        MemoryClient(Settings())
    async with MemoryClient(Settings(), bootstrap_servers="127.0.0.1:9") as client:
        with pytest.raises(UnavailableError):
            await client.publish({"role": "user", "content": "x"}, user_id="u", session_id="s")
        with pytest.raises(UnavailableError):
            await client.recall("x", user_id="u")


async def test_a_session_can_be_ended(client: MemoryClient, bus: str, session: str) -> None:
    receipt = await client.end_session(user_id="u", session_id=session)
    (record,) = await said(bus, session)
    assert isinstance(record.body, SessionEnded)
    assert record.offset == receipt.offset
    with pytest.raises(MalformedError, match="session_id"):
        await client.end_session(user_id="u")


async def test_feedback_and_prompts_are_keyed_by_their_owner(
    client: MemoryClient, bus: str, session: str
) -> None:
    user = f"user {session}"
    await client.feedback("m-1", helpful=False, request_id="r-1", user_id=user)
    await client.report_prompt("r-1", "the prompt", user_id=user, space_id="team")
    own = {
        topics.CHANGES: ids.owner_of("default", user),
        topics.RECALLS: ids.owner_of("default", user, "team"),
    }
    for topic, owner in own.items():
        wanted = partition_of(owner, topics.registry()[topic].partitions["embedded"])
        found = [one async for one in read_log(bus, topic, partition=wanted, key=owner)]
        bodies = [one.body for one in found]
        assert any(isinstance(body, FeedbackGiven | PromptReported) for body in bodies)


async def test_recall_asks_what_it_was_told_to(client: MemoryClient, bus: str) -> None:
    asked: list[tuple[Envelope, RecallRequested]] = []

    async def note(envelope: Envelope, request: RecallRequested) -> RecallAnswered:
        asked.append((envelope, request))
        return await echo(envelope, request)

    receipts = [Receipt(session="default/s", partition=0, offset=n, user_id="u") for n in (3, 9, 5)]
    async with recall_server(bus, note):
        answer = await client.recall(
            "什么?",
            user_id="u",
            session_id="s",
            k=3,
            after=receipts,
            level="memory",
            spaces=["t"],
            profile="short",
        )
    assert answer.context == "echo 什么?"
    ((envelope, request),) = asked
    assert (envelope.user_id, envelope.session_id, envelope.agent_id) == ("u", "s", "a")
    assert (request.k, request.level, request.spaces) == (3, "memory", ["t"])
    assert request.profile == "short"
    assert [receipt.offset for receipt in request.after] == [9]


@pytest.mark.parametrize(
    "options",
    [
        {"user_id": ""},
        {"user_id": "u", "k": 0},
        {"user_id": "u", "level": "soon"},
        {"user_id": "u", "profile": "long"},
    ],
)
async def test_a_question_that_makes_no_sense_is_refused_before_it_goes_out(
    client: MemoryClient, options: dict
) -> None:
    with pytest.raises(MalformedError):
        await client.recall("x", **options)
    with pytest.raises(MalformedError):
        await client.recall("x" * 20_001, user_id="u")


async def test_a_caller_who_gives_up_while_it_connects_leaves_nothing_open(bus: str) -> None:
    before = asyncio.all_tasks()
    for steps in range(0, 60, 3):
        client = MemoryClient(Settings(), bootstrap_servers=bus)
        calls = [
            asyncio.ensure_future(client.recall("tea?", user_id="mei")),
            asyncio.ensure_future(
                client.publish({"role": "user", "content": "hi"}, user_id="mei", session_id="s")
            ),
        ]
        for _ in range(steps):
            await asyncio.sleep(0)
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        await client.close()
    # What it cancelled may need a turn of the loop to end.
    await eventually(lambda: asyncio.all_tasks() <= before, "nothing goes on")
