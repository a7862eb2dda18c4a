"""Traps of topics, keys and offsets: first the loss the naive way, then that ours has none."""

import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from aiokafka.errors import InvalidTimestampError
from faststream.kafka import KafkaBroker
from tests.support.kafka import create_topics, eventually, message, new_lab, producer, read_topic
from tests.support.processes import Process
from tests.support.servers import embedded_kafka
from tests.support.stages import SpyStage, running

from membus.errors import FatalError
from membus.kafka.producer import EventProducer
from membus.kafka.stage import Done, Outgoing, Record, Result, StageOptions
from membus.kafka.topics import MESSAGES, apply
from membus.settings import KafkaSettings

pytestmark = pytest.mark.kafka

YEAR_MS = 365 * 24 * 3_600_000
YEAR_9999_MS = 253_402_300_799_000


async def partitions(bus: str, topic: str) -> int:
    """Return how many partitions a topic has, 0 for none."""
    async with EventProducer(KafkaSettings(bootstrap_servers=bus), "test") as kafka:
        return (await kafka.partition_counts()).get(topic, 0)


async def test_a_publisher_drops_the_key_and_with_it_the_order(bus: str) -> None:
    lab = await new_lab(bus)
    out, ours = lab.name + ".out", lab.name + ".ours"
    await create_topics(bus, out, ours)
    await lab.produce(message("s1", "hello"))
    broker = KafkaBroker(bus, allow_auto_create_topics=False, logger=None)

    @broker.publisher(out)
    @broker.subscriber(lab.topic, group_id="naive-" + lab.name, auto_offset_reset="earliest")
    async def handler(body: dict[str, Any]) -> dict[str, Any]:
        return body

    await broker.start()

    async def published() -> bool:
        return len(await read_topic(bus, out)) == 1

    await eventually(published, "the result")
    await broker.stop()
    assert (await read_topic(bus, out))[0].key is None

    async def act(records: Sequence[Record]) -> Sequence[Result]:
        emit = [(Outgoing(ours, record.key, record.envelope),) for record in records]
        return [Done("stored", emit=one) for one in emit]

    stage = SpyStage(act)
    async with running(lab, stage):
        await eventually(lambda: len(stage.settled) == 1, "the record")
    assert [record.key for record in await read_topic(bus, ours)] == [b"s1"]


async def test_a_subscriber_creates_a_missing_topic_with_one_partition(bus: str) -> None:
    lab = await new_lab(bus)
    missing = lab.name + ".missing"
    broker = KafkaBroker(bus, logger=None)

    @broker.subscriber(missing, group_id="naive-" + lab.name)
    async def handler(_: dict[str, Any]) -> None:
        pass

    await broker.start()
    await broker.stop()

    async def made() -> bool:
        return await partitions(bus, missing) == 1

    await eventually(made, "one partition: a count that can never be mended for a keyed topic")

    other = lab.name + ".other"
    with pytest.raises(FatalError, match=f"missing topics: {other}; run `membus topics apply`"):
        async with running(lab, SpyStage(), StageOptions(lab.name, (other,))):
            pass
    assert await partitions(bus, other) == 0


async def test_a_new_group_skips_what_was_published_before_it(bus: str) -> None:
    lab = await new_lab(bus)
    await lab.produce(message("s1", "before"))
    seen = []
    broker = KafkaBroker(bus, allow_auto_create_topics=False, logger=None)

    @broker.subscriber(lab.topic, group_id="naive-" + lab.name)
    async def handler(body: dict[str, Any]) -> None:
        seen.append(body)

    await broker.start()
    consumer = broker.subscribers[0].consumer  # type: ignore[attr-defined]  # a Kafka subscriber
    await eventually(lambda: bool(consumer.assignment()), "the partition is its own")
    for place in consumer.assignment():
        await consumer.position(place)
    await lab.produce(message("s1", "after"))
    await eventually(lambda: len(seen) == 1, "the later record")
    await broker.stop()
    assert "before" not in str(seen)

    stage = SpyStage()
    async with running(lab, stage):
        await eventually(lambda: stage.texts == ["before", "after"], "both records")


async def test_broker_request_is_not_there(bus: str) -> None:
    # Ours is RequestClient and ReplyServer: tests/integration/test_requests_reply.py.
    with pytest.raises(NotImplementedError):
        await KafkaBroker(bus, logger=None).request(b"?", "topic")


@pytest.fixture(name="tidy_kafka")
async def _tidy_kafka(tmp_path: Path) -> AsyncIterator[str]:
    """A broker that looks for old records five times a second, not every five minutes."""
    server = embedded_kafka(tmp_path)
    command = server.command()
    with (tmp_path / "kafka" / "server.properties").open("a") as properties:
        properties.write("log.retention.check.interval.ms=200\nlog.initial.task.delay.ms=200\n")
    process = Process(command, tmp_path / "kafka.log")
    await eventually(server.serves, "the broker")
    yield server.address
    process.stop()


async def test_a_topic_with_create_time_deletes_a_backfill_by_its_age(tidy_kafka: str) -> None:
    long_ago = int(time.time() * 1000) - YEAR_MS
    await create_topics(tidy_kafka, "naive", config={"retention.ms": str(7 * 24 * 3_600_000)})
    await apply(tidy_kafka)
    async with producer(tidy_kafka) as kafka:
        for topic in ("naive", MESSAGES):
            await kafka.send_and_wait(topic, b"old", timestamp_ms=long_ago, partition=0)
        with pytest.raises(InvalidTimestampError):
            await kafka.send_and_wait("naive", b"far", timestamp_ms=YEAR_9999_MS, partition=0)
        await kafka.send_and_wait(MESSAGES, b"far", timestamp_ms=YEAR_9999_MS, partition=0)

    async def gone() -> bool:
        return await read_topic(tidy_kafka, "naive") == []

    await eventually(gone, "the backfill is deleted")
    assert [record.value for record in await read_topic(tidy_kafka, MESSAGES)] == [b"old", b"far"]
