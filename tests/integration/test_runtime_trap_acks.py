"""Traps of acknowledgement: first how records are lost the naive way, then that ours loses none."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from aiokafka import TopicPartition
from faststream import AckPolicy
from faststream.kafka import KafkaBroker, KafkaRouter
from tests.support.kafka import eventually, message, new_lab, raw_consumer
from tests.support.stages import SpyStage, running, text_of

from membus.errors import UnavailableError
from membus.kafka.stage import Done, Record, Result

pytestmark = pytest.mark.kafka


def naive(bus: str, **options: Any) -> KafkaBroker:
    return KafkaBroker(bus, allow_auto_create_topics=False, logger=None, **options)


class CrashError(Exception):
    """The handler dies."""


async def test_a_routers_subscriber_ignores_the_brokers_policy_and_loses_what_fails(
    bus: str,
) -> None:
    lab = await new_lab(bus)
    await lab.produce(message("s1", "precious"))
    tried = asyncio.Event()
    router = KafkaRouter()

    @router.subscriber(lab.topic, group_id="naive-" + lab.name, auto_offset_reset="earliest")
    async def handler(_: dict[str, Any]) -> None:
        tried.set()
        raise CrashError

    broker = naive(bus, ack_policy=AckPolicy.NACK_ON_ERROR)
    broker.include_router(router)
    await broker.start()
    await tried.wait()
    await broker.stop()
    async with raw_consumer(bus, group_id="naive-" + lab.name) as consumer:
        committed = await consumer.committed(TopicPartition(lab.topic, 0))
    assert committed == 1, "the failed record was committed all the same, and is lost"

    stage, failed = SpyStage(), asyncio.Event()

    async def fail(_: Sequence[Record]) -> Sequence[Result]:
        failed.set()
        raise UnavailableError("down")

    async with running(lab, SpyStage(fail)):
        await failed.wait()
    async with running(lab, stage):
        await eventually(lambda: stage.texts == ["precious"], "the record that failed before")


async def test_nack_spins_on_a_poison_record_and_never_passes_it(bus: str) -> None:
    lab = await new_lab(bus)
    await lab.produce(message("s1", "poison"), message("s1", "after"))
    seen: list[dict[str, Any]] = []
    broker = naive(bus)

    @broker.subscriber(
        lab.topic,
        group_id="naive-" + lab.name,
        auto_offset_reset="earliest",
        ack_policy=AckPolicy.NACK_ON_ERROR,
    )
    async def handler(body: dict[str, Any]) -> None:
        seen.append(body)
        raise CrashError

    await broker.start()
    await eventually(lambda: len(seen) > 50, "it spins")
    await broker.stop()
    assert len(set(map(str, seen))) == 1, "it never came to the second record"

    async def act(records: Sequence[Record]) -> Sequence[Result]:
        if any(text_of(record) == "poison" for record in records):
            raise CrashError
        return [Done("stored")] * len(records)

    stage = SpyStage(act)
    async with running(lab, stage):
        await eventually(lambda: stage.texts == ["after"], "the record after the poison")
    assert [text_of(record) for record in stage.handled].count("poison") == 2
    assert [letter.error_class for letter in await lab.dead_letters()] == ["InternalError"]


async def test_under_ack_one_bad_record_takes_the_batchs_good_ones_with_it(bus: str) -> None:
    lab = await new_lab(bus)
    await lab.produce(message("s1", "one"), message("s2", "bad"), message("s3", "three"))
    stored: list[str] = []
    broker = naive(bus)

    @broker.subscriber(
        lab.topic,
        group_id="naive-" + lab.name,
        batch=True,
        auto_offset_reset="earliest",
        ack_policy=AckPolicy.ACK,
    )
    async def handler(bodies: list[dict[str, Any]]) -> None:
        for body in bodies:
            text = body["body"]["msg"]["content"][0]["text"]
            if text == "bad":
                raise CrashError
            stored.append(text)

    await broker.start()
    place = TopicPartition(lab.topic, 0)
    async with raw_consumer(bus, group_id="naive-" + lab.name) as consumer:

        async def all_committed() -> bool:
            return await consumer.committed(place) == 3

        await eventually(all_committed, "the third record counts as done, and is lost")
    await broker.stop()
    assert stored == ["one"]

    async def act(records: Sequence[Record]) -> Sequence[Result]:
        if any(text_of(record) == "bad" for record in records):
            raise CrashError
        return [Done("stored")] * len(records)

    stage = SpyStage(act)
    async with running(lab, stage):
        await eventually(lambda: stage.texts == ["one", "three"], "both good records")
    outcomes = {outcome.offset: outcome.outcome for outcome in await lab.outcomes()}
    assert outcomes == {0: "stored", 1: "parked", 2: "stored"}


async def test_a_commit_without_offsets_covers_what_was_never_handled(bus: str) -> None:
    lab = await new_lab(bus)
    await lab.produce(*[message(f"s{number}", str(number)) for number in range(10)])
    place = TopicPartition(lab.topic, 0)
    naive_group = {"group_id": "naive-" + lab.name, "auto_offset_reset": "earliest"}
    async with raw_consumer(bus, lab.topic, enable_auto_commit=False, **naive_group) as consumer:
        fetched: list[Any] = []
        while len(fetched) < 10:
            fetched += (await consumer.getmany(timeout_ms=500)).get(place, [])
        # It handled three of them, say.
        await consumer.commit()
        assert await consumer.committed(place) == 10, "seven records are lost at a crash here"

    stuck = asyncio.Event()

    async def act(records: Sequence[Record]) -> Sequence[Result]:
        if text_of(records[0]) == "3":
            await stuck.wait()
        return [Done("stored")] * len(records)

    stage = SpyStage(act)
    async with running(lab, stage, lab.options(lanes=True), drain_timeout_s=0.1):
        await eventually(lambda: len(stage.settled) == 9, "all but the one that is stuck")

        async def committed() -> bool:
            return await lab.committed() == {0: 3}

        await eventually(committed, "the commit stands before the record in work")
    assert await lab.committed() == {0: 3}
    stage = SpyStage()
    async with running(lab, stage):
        await eventually(lambda: "3" in stage.texts, "the record that was in work comes again")
