"""Reading a log to its end: bounded, in order, whole, and in no group."""

import pytest
from aiokafka import AIOKafkaProducer
from tests.support.kafka import create_topics, message

from membus.contracts import ids
from membus.errors import MalformedError, UnavailableError, UnknownSchemaError
from membus.kafka import topics
from membus.kafka.reader import read_log, read_session

pytestmark = pytest.mark.kafka


@pytest.fixture
async def topic(kafka: str) -> str:
    name = f"reader-{ids.uuid7()[-12:]}"
    await create_topics(kafka, name, partitions=3)
    return name


async def put(kafka: str, topic: str, *values: tuple[str | None, bytes], **where: int) -> None:
    producer = AIOKafkaProducer(bootstrap_servers=kafka, enable_idempotence=True)
    await producer.start()
    for key, value in values:
        await producer.send(topic, value=value, key=key.encode() if key else None, **where)
    await producer.stop()


async def test_all_partitions_are_read_each_in_order(kafka: str, topic: str) -> None:
    for partition in range(3):
        values = [(f"{n}", message(f"{n}", "x").to_bytes()) for n in range(50)]
        await put(kafka, topic, *values, partition=partition)
    seen: dict[int, list[int]] = {0: [], 1: [], 2: []}
    async for record in read_log(kafka, topic):
        assert record.key == str(record.offset)
        assert record.envelope is not None
        assert record.body is not None
        seen[record.partition].append(record.offset)
    assert seen == {partition: list(range(50)) for partition in range(3)}


async def test_reading_ends_where_the_log_ended_when_it_began(kafka: str, topic: str) -> None:
    await put(kafka, topic, ("k", b"{}"), ("k", b"{}"), partition=0)
    offsets = []
    async for record in read_log(kafka, topic):
        offsets.append(record.offset)
        await put(kafka, topic, ("k", b"{}"), partition=0)
    assert offsets == [0, 1]


async def test_reading_starts_where_it_is_told(kafka: str, topic: str) -> None:
    for partition in (0, 1):
        await put(kafka, topic, *[("k", b"{}")] * 5, partition=partition)
    read = [(one.partition, one.offset) async for one in read_log(kafka, topic, start={0: 3, 1: 9})]
    assert read == [(0, 3), (0, 4)]


async def test_what_cannot_be_decoded_is_yielded_with_the_reason(kafka: str, topic: str) -> None:
    unknown = message("s", "x").model_copy(update={"type": "Rumour"}).to_bytes()
    await put(kafka, topic, (None, b"\xff"), ("s", unknown), partition=0)
    broken, rumour = [record async for record in read_log(kafka, topic)]
    assert isinstance(broken.error, MalformedError)
    assert (broken.key, broken.value, broken.envelope) == (None, b"\xff", None)
    assert isinstance(rumour.error, UnknownSchemaError)
    assert rumour.envelope is not None
    assert rumour.body is None


async def test_a_session_is_read_alone_and_only_of_its_tenant(kafka: str, topic: str) -> None:
    mine = message("会话/1", "mine")
    other_tenant = message("会话/1", "other").model_copy(update={"tenant_id": "other"})
    neighbours = [message(f"s{n}", "neighbour") for n in range(20)]
    everything = [mine, other_tenant, *neighbours]
    await put(kafka, topic, *[(one.session_id, one.to_bytes()) for one in everything])
    await put(kafka, topic, ("会话/1", b"broken"))
    read = [one async for one in read_session(kafka, topic, "default", "会话/1")]
    assert [one.envelope.event_id if one.envelope else None for one in read] == [
        mine.event_id,
        None,
    ]


async def test_an_empty_topic_ends_at_once_and_a_missing_one_is_an_error(
    kafka: str, topic: str
) -> None:
    assert [record async for record in read_log(kafka, topic)] == []
    with pytest.raises(UnavailableError, match="topics apply"):
        assert [record async for record in read_log(kafka, "no-such-topic")] == []
    with pytest.raises(UnavailableError):
        assert [record async for record in read_log("127.0.0.1:9", topics.MESSAGES)] == []
