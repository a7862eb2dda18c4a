"""`membus topics apply` and `check` on a real Kafka."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from tests.support.kafka import eventually

from membus.errors import UnavailableError
from membus.kafka import topics
from membus.kafka.topics import BOARDS, TASKS, Drift

pytestmark = pytest.mark.kafka


@asynccontextmanager
async def admin_of(kafka: str) -> AsyncIterator[AIOKafkaAdminClient]:
    admin = AIOKafkaAdminClient(bootstrap_servers=kafka)
    await admin.start()
    try:
        yield admin
    finally:
        await admin.close()


async def drop(admin: AIOKafkaAdminClient, *names: str) -> None:
    await admin.delete_topics(list(names))

    async def gone() -> bool:
        return not set(names) & set(await admin.list_topics())

    await eventually(gone, "the topics are deleted")


async def drifts(kafka: str) -> list[Drift]:
    # A broker of Docker's may create topics by itself: that is its own drift.
    return [drift for drift in await topics.check(kafka) if drift.topic]


async def test_what_is_missing_is_created_and_the_rest_left_alone(kafka: str) -> None:
    await topics.apply(kafka)
    async with admin_of(kafka) as admin:
        await drop(admin, BOARDS, TASKS)
        assert {(drift.topic, drift.found) for drift in await drifts(kafka)} == {
            (BOARDS, "missing"),
            (TASKS, "missing"),
        }
    assert await topics.apply(kafka) == [BOARDS, TASKS]
    assert await topics.apply(kafka) == []
    assert await drifts(kafka) == []


async def test_two_at_once_do_not_hinder_each_other(kafka: str) -> None:
    await topics.apply(kafka)
    async with admin_of(kafka) as admin:
        await drop(admin, BOARDS)
    await asyncio.gather(*(topics.apply(kafka) for _ in range(4)))
    assert await drifts(kafka) == []


async def test_every_kind_of_drift_is_named_and_apply_alters_nothing(kafka: str) -> None:
    await topics.apply(kafka)
    wrong = {
        "message.timestamp.type": "CreateTime",
        "retention.ms": "1000",
        "max.message.bytes": "2000",
    }
    async with admin_of(kafka) as admin:
        await drop(admin, BOARDS)
        await admin.create_topics([NewTopic(BOARDS, 2, 1, topic_configs=wrong)])
        await eventually(lambda: _has_leaders(kafka), "the topic is there")
        try:
            assert await topics.apply(kafka) == []
            found = {drift.what: (drift.expected, drift.found) for drift in await drifts(kafka)}
            assert found == {
                "compression.type": ("uncompressed", "producer"),
                "partitions": ("6", "2"),
                "retention.ms": ("-1", "1000"),
                "message.timestamp.type": ("LogAppendTime", "CreateTime"),
                "max.message.bytes": ("1048576", "2000"),
            }
        finally:
            await drop(admin, BOARDS)
            await topics.apply(kafka)


async def _has_leaders(kafka: str) -> bool:
    async with admin_of(kafka) as admin:
        (described,) = await admin.describe_topics([BOARDS])
    return len(described["partitions"]) == 2


async def test_another_profile_is_drift(kafka: str) -> None:
    await topics.apply(kafka)
    found = await topics.check(kafka, "production")
    counts = {drift.topic: drift.expected for drift in found if drift.what == "partitions"}
    assert counts[topics.MESSAGES] == "24"
    assert topics.CONTROL not in counts


async def test_a_broker_that_is_just_starting_is_waited_for(kafka: str) -> None:
    host, _, port = kafka.partition(":")
    seen = 0

    async def door(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal seen
        seen += 1
        if seen > 2:
            upstream = await asyncio.open_connection(host, int(port))
            await asyncio.gather(_pipe(reader, upstream[1]), _pipe(upstream[0], writer))
        writer.close()

    server = await asyncio.start_server(door, "127.0.0.1", 0)
    address = server.sockets[0].getsockname()
    try:
        await topics.apply(f"{address[0]}:{address[1]}")
    finally:
        server.close()
    assert seen > 2


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


async def test_no_broker_is_a_clear_error() -> None:
    with pytest.raises(UnavailableError, match=r"127\.0\.0\.1:9"):
        await topics.apply("127.0.0.1:9", timeout_s=0.2)
    with pytest.raises(UnavailableError, match=r"127\.0\.0\.1:9"):
        await topics.check("127.0.0.1:9", timeout_s=0.2)


def test_the_registry_has_every_topic_of_every_service() -> None:
    known = topics.registry()
    for service, reads in topics.services().items():
        assert set(reads) <= known.keys()
        retry, parked = known[topics.retry_topic(service)], known[topics.dead_letter_topic(service)]
        assert retry.retention_ms == 30 * 86_400_000
        assert (parked.retention_ms, parked.events) == (-1, ("DeadLetter",))
    together = [topics.MESSAGES, topics.TURNS, topics.SUMMARIES, topics.OUTCOMES]
    assert len({tuple(known[name].partitions.items()) for name in together}) == 1
