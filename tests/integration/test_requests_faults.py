"""Questions that are refused, too late, or no questions: a clear error, or parked whole."""

import base64
import json

import pytest
from aiokafka import AIOKafkaProducer
from tests.support.kafka import TIMEOUT_S, eventually
from tests.support.recall import ask, echo, question, recall_server, requester

from membus.contracts.envelope import Envelope, body_as
from membus.contracts.events.outcomes import DeadLetter
from membus.contracts.events.recalls import RecallAnswered, RecallRequested
from membus.errors import (
    DeadlineError,
    FatalError,
    MalformedError,
    NotAllowedError,
    UnavailableError,
)
from membus.kafka import topics
from membus.kafka.reader import LogRecord, read_log

pytestmark = pytest.mark.kafka


@pytest.fixture(scope="module")
async def bus(kafka: str) -> str:
    await topics.apply(kafka)
    return kafka


async def records(bus: str, topic: str) -> list[LogRecord]:
    return [record async for record in read_log(bus, topic)]


async def put(bus: str, value: bytes, partition: int = 0) -> None:
    producer = AIOKafkaProducer(bootstrap_servers=bus)
    await producer.start()
    await producer.send_and_wait(topics.RECALL_REQUESTS, value=value, partition=partition)
    await producer.stop()


async def test_a_refusal_names_its_error_and_the_next_question_is_answered(bus: str) -> None:
    async def refuse(envelope: Envelope, request: RecallRequested) -> RecallAnswered:
        if request.query == "foreign":
            raise NotAllowedError("another user's session")
        if request.query == "bug":
            raise ZeroDivisionError
        return await echo(envelope, request)

    async with recall_server(bus, refuse), requester(bus) as asker:
        with pytest.raises(NotAllowedError, match="another user's session"):
            await ask(asker, "foreign")
        with pytest.raises(UnavailableError, match="its log"):
            await ask(asker, "bug")
        assert (await ask(asker, "fine")).context == "echo fine"


async def test_an_expired_question_is_dropped(bus: str) -> None:
    asked: list[str] = []

    async def note(envelope: Envelope, request: RecallRequested) -> RecallAnswered:
        asked.append(request.query)
        return await echo(envelope, request)

    async with recall_server(bus, note):
        await put(bus, question(0, "too late", deadline_s=-1).to_bytes())
        await put(bus, question(0, "in time").to_bytes())
        await eventually(lambda: bool(asked), "the second is asked")
    assert asked == ["in time"]


async def test_a_malformed_question_is_refused_where_it_can_be_answered(bus: str) -> None:
    async with recall_server(bus), requester(bus) as asker:
        broken = json.loads(question(asker.reply_partition).to_bytes())
        broken["body"]["k"] = "many"
        envelope = Envelope.model_validate(broken)
        with pytest.raises(MalformedError, match="k: "):
            await asker.ask(envelope, envelope.event_id, timeout_s=TIMEOUT_S)


async def test_a_question_nobody_can_be_answered_for_is_parked_and_the_next_answered(
    bus: str,
) -> None:
    hopeless = [
        b"not json",
        b"\xff\xfe",
        b'{"body": {}}',
        question(10_000, "nowhere").to_bytes(),
        b"[" * 100_000,
    ]
    async with recall_server(bus), requester(bus) as asker:
        for value in hopeless:
            await put(bus, value)
        await eventually(lambda: _parked(bus, hopeless), "all are parked")
        assert (await ask(asker, "next")).context == "echo next"


async def _parked(bus: str, values: list[bytes]) -> bool:
    letters = [
        body_as(record.envelope, DeadLetter)
        for record in await records(bus, topics.dead_letter_topic("recall"))
        if record.envelope
    ]
    kept = {base64.b64decode(letter.value or "") for letter in letters}
    return kept.issuperset(values)


async def test_a_fault_of_the_whole_process_is_told_and_not_answered(bus: str) -> None:
    told: list[FatalError] = []

    async def doomed(_: Envelope, __: RecallRequested) -> RecallAnswered:
        raise FatalError("wrong model")

    async with recall_server(bus, doomed, on_fatal=told.append), requester(bus) as asker:
        with pytest.raises(DeadlineError):
            await ask(asker, timeout_s=2.0)
    assert [str(error) for error in told] == ["wrong model"]
