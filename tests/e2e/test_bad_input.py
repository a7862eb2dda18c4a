"""What goes wrong on the wire: an error to who can act, the bytes parked, and the group goes on."""

import base64
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiokafka import AIOKafkaProducer
from tests.support.stack import unique

from membus import MemoryClient
from membus.contracts import ids
from membus.contracts.events.outcomes import DeadLetter
from membus.errors import MalformedError, MembusError, UnknownSchemaError
from membus.kafka.lag import wait_quiet
from membus.kafka.partitions import partition_of
from membus.kafka.reader import read_log
from membus.kafka.topics import MESSAGES, OUTCOMES, dead_letter_topic
from membus.settings import Settings


@pytest.fixture
async def producer(stack: Settings) -> AsyncIterator[AIOKafkaProducer]:
    raw = AIOKafkaProducer(
        bootstrap_servers=stack.kafka.bootstrap_servers, max_request_size=12 << 20
    )
    await raw.start()
    yield raw
    await raw.stop()


def event(session: str, user: str, **changes: Any) -> dict[str, Any]:
    """An envelope as another client may write it."""
    return {
        "event_id": ids.uuid7(),
        "type": "MessagePublished",
        "tenant_id": "default",
        "user_id": user,
        "session_id": session,
        "occurred_at": "2026-03-01T10:00:00Z",
        "body": {
            "msg": {
                "id": ids.uuid7(),
                "role": "user",
                "content": [{"type": "text", "text": "I live in Oslo."}],
            }
        },
        **changes,
    }


def broken(session: str, user: str) -> dict[str, bytes]:
    """Records at fault, each in another way."""
    good = event(session, user)

    def changed(**fields: Any) -> bytes:
        return json.dumps({**good, **fields}).encode()

    message = good["body"]["msg"]
    nobody = {name: value for name, value in good.items() if name != "user_id"}
    return {
        "not JSON": b"hello \x00 world",
        "broken UTF-8": b'{"event_id": "\xff\xfe"}',
        "half a surrogate pair": changed(body={"msg": {**message, "content": "\ud83d"}}),
        "wrong types": changed(occurred_at={"at": 1}),
        "unknown version": changed(schema_version=99),
        "unknown type": changed(type="MessageSung"),
        "unknown block": changed(body={"msg": {**message, "content": [{"type": "smell"}]}}),
        "missing user": json.dumps(nobody).encode(),
        "year 0001": changed(occurred_at="0001-01-01T00:00:00+08:00"),
        "year 9999": changed(occurred_at="9999-12-31T23:59:59-08:00"),
        "empty value": b"",
    }


async def letters(stack: Settings) -> list[DeadLetter]:
    servers = stack.kafka.bootstrap_servers
    found = [one async for one in read_log(servers, dead_letter_topic("ingestion"))]
    return [one.body for one in found if isinstance(one.body, DeadLetter)]


async def quiet(stack: Settings) -> None:
    async def none_open() -> int:
        return 0

    lag = await wait_quiet(stack.kafka.bootstrap_servers, none_open, 120)
    assert not any(lag.values()), lag


async def test_every_faulty_record_is_parked_whole_and_its_neighbours_live(
    stack: Settings, producer: AIOKafkaProducer
) -> None:
    user, session = unique("bad"), unique("s")
    faults = broken(session, user)
    for value in faults.values():
        await producer.send_and_wait(MESSAGES, value, key=session.encode())
    await producer.send_and_wait(
        MESSAGES, json.dumps(event("other", user)).encode(), key=session.encode()
    )
    async with MemoryClient(stack) as bus:
        receipts = await bus.publish(
            [
                {"role": "user", "content": "I'm allergic to shrimp."},
                {"role": "assistant", "content": "Noted."},
            ],
            user_id=user,
            session_id=session,
        )
        answer = await bus.recall(
            "What am I allergic to?", user_id=user, after=receipts, level="memory"
        )
    assert answer.fresh, answer.stale_reason
    assert "shrimp" in answer.context
    await quiet(stack)
    parked = [letter for letter in await letters(stack) if letter.key == session]
    kept = {base64.b64decode(letter.value or "") for letter in parked}
    assert kept >= set(faults.values())
    assert "KeyMismatchError" in {letter.error_class for letter in parked}
    assert all(letter.reason for letter in parked)


async def test_a_record_in_the_wrong_partition_is_sent_on_to_its_own(
    stack: Settings, producer: AIOKafkaProducer
) -> None:
    user, session = unique("astray"), unique("s")
    count = len(await producer.partitions_for(MESSAGES))
    wrong = (partition_of(session, count) + 1) % count
    astray = event(session, user)
    value = json.dumps(astray).encode()
    await producer.send_and_wait(MESSAGES, value, key=session.encode(), partition=wrong)
    await quiet(stack)
    copies = [
        one
        async for one in read_log(stack.kafka.bootstrap_servers, MESSAGES, key=session)
        if one.envelope is not None and one.envelope.causation_id == astray["event_id"]
    ]
    assert [one.partition for one in copies] == [partition_of(session, count)]


async def test_another_users_message_in_a_session_is_refused(stack: Settings) -> None:
    user, intruder, session = unique("owner"), unique("intruder"), unique("s")
    async with MemoryClient(stack) as bus:
        await bus.publish({"role": "user", "content": "hello"}, user_id=user, session_id=session)
        receipt = await bus.publish(
            {"role": "user", "content": "My card is 4111."}, user_id=intruder, session_id=session
        )
    await quiet(stack)
    (letter,) = [one for one in await letters(stack) if one.source_event_id == receipt.event_id]
    assert letter.error_class == "NotAllowedError"


async def test_every_record_has_one_outcome_afterwards(stack: Settings) -> None:
    await quiet(stack)
    expected = {
        one.envelope.event_id
        if one.envelope
        else ids.undecodable_id(one.topic, one.partition, one.offset)
        async for one in read_log(stack.kafka.bootstrap_servers, MESSAGES)
    }
    outcomes = {
        outcome.event_id
        async for one in read_log(stack.kafka.bootstrap_servers, OUTCOMES)
        if one.body is not None and one.body.stage == "ingestion"
        for outcome in one.body.outcomes
    }
    assert expected <= outcomes


@pytest.mark.parametrize(
    ("message", "options", "error", "says"),
    [
        ({"role": "user", "content": "x" * (10 << 20)}, {}, MalformedError, "bytes"),
        ({"role": "user", "content": "\ud83d"}, {}, MalformedError, "Unicode"),
        ({"role": "user", "content": [{"type": "smell"}]}, {}, UnknownSchemaError, "smell"),
        ({"role": "user", "content": "hi"}, {"user_id": None}, MalformedError, "user_id"),
        ({"role": "user", "content": "hi"}, {"session_id": None}, MalformedError, "session_id"),
        ({"role": "pirate", "content": "hi"}, {}, MembusError, "role"),
        (
            {"role": "user", "content": "hi"},
            {"occurred_at": "9999-12-31T23:59:59Z"},
            MalformedError,
            "year",
        ),
    ],
    ids=["10 MB", "surrogate", "block", "no user", "no session", "role", "year 9999"],
)
async def test_the_client_says_what_is_wrong_before_it_sends(
    stack: Settings,
    message: dict[str, Any],
    options: dict[str, Any],
    error: type[Exception],
    says: str,
) -> None:
    async with MemoryClient(stack) as bus:
        with pytest.raises(error) as raised:
            await bus.publish(message, **{"user_id": "u", "session_id": "s", **options})
    assert says in str(raised.value)


async def test_odd_text_and_odd_ids_come_back_as_they_were(stack: Settings) -> None:
    user, session = unique("a/b c%2F用户"), unique("s/1 2%ü🙂")
    said = "My favourite emoji is 🦀\u200d and I write שלום \x00 and مرحبا"
    async with MemoryClient(stack) as bus:
        receipts = await bus.publish(
            [{"role": "user", "content": said}, {"role": "assistant", "content": "Noted."}],
            user_id=user,
            session_id=session,
        )
        answer = await bus.recall(
            "What is my favourite emoji?", user_id=user, after=receipts, level="memory", k=20
        )
    assert answer.fresh, answer.stale_reason
    assert any(
        hit.memory.content == said.replace("\x00", "\ufffd")
        for hit in answer.hits
        if hit.memory.kind == "utterance"
    )
