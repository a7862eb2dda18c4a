"""Traps of group membership: first the loss the naive way, then that ours has none."""

import asyncio
import time
from collections.abc import Sequence
from typing import Any

import pytest
from aiokafka import AIOKafkaConsumer, ConsumerRebalanceListener, TopicPartition
from aiokafka.errors import CommitFailedError, IllegalStateError
from faststream import AckPolicy
from faststream.kafka import KafkaBroker
from tests.support.kafka import (
    LONGER_THAN_PATIENCE_S,
    PATIENCE,
    Lab,
    eventually,
    group_state,
    message,
    new_lab,
    raw_consumer,
)
from tests.support.stages import SpyStage, running

from membus.kafka.stage import Done, Record, Result

pytestmark = pytest.mark.kafka


async def test_stop_leaves_the_group_while_a_record_is_in_work(bus: str) -> None:
    lab = await new_lab(bus)
    await lab.produce(message("s1", "slow"))
    begun, go_on, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()
    broker = KafkaBroker(bus, allow_auto_create_topics=False, logger=None)

    @broker.subscriber(
        lab.topic,
        group_id="naive-" + lab.name,
        auto_offset_reset="earliest",
        ack_policy=AckPolicy.ACK,
        max_workers=2,
    )
    async def handler(_: dict[str, Any]) -> None:
        begun.set()
        await go_on.wait()
        ended.set()

    await broker.start()
    await begun.wait()
    stopping = asyncio.create_task(broker.stop())

    async def left() -> bool:
        return (await group_state(bus, "naive-" + lab.name))[1] == set()

    await eventually(left, "it has left the group: whoever is there gets the record as well")
    assert not ended.is_set()
    go_on.set()
    await stopping

    members: list[set[str]] = []
    begun, go_on, stops = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def act(records: Sequence[Record]) -> Sequence[Result]:
        begun.set()
        await go_on.wait()
        members.append((await group_state(bus, lab.group))[1])
        return [Done("stored")] * len(records)

    async def stop_begins() -> None:
        stops.set()

    stage = SpyStage(act)
    async with running(lab, stage) as app:
        app._on_shutdown_calling.insert(0, stop_begins)
        await begun.wait()
        app.exit()
        await stops.wait()
        go_on.set()
    assert len(members[0]) == 1, "it stays in the group until its work is committed"
    assert stage.texts == ["slow"]
    assert await lab.committed() == {0: 1}


async def test_a_handler_that_keeps_the_cpu_loses_its_membership_and_its_work(bus: str) -> None:
    lab = await new_lab(bus)
    await lab.produce(message("s1", "heavy"))
    place = TopicPartition(lab.topic, 0)
    async with raw_consumer(
        bus,
        lab.topic,
        group_id="naive-" + lab.name,
        auto_offset_reset="earliest",
        enable_auto_commit=False,
        session_timeout_ms=1000,
        heartbeat_interval_ms=100,
    ) as consumer:
        record = await consumer.getone()
        time.sleep(LONGER_THAN_PATIENCE_S)  # noqa: ASYNC251  that is the trap
        with pytest.raises((CommitFailedError, IllegalStateError)):
            await consumer.commit({place: record.offset + 1})

    async def act(records: Sequence[Record]) -> Sequence[Result]:
        await asyncio.to_thread(time.sleep, LONGER_THAN_PATIENCE_S)
        return [Done("stored")] * len(records)

    await keeps_its_membership(lab, SpyStage(act))


async def test_a_handler_that_takes_long_keeps_its_membership(bus: str) -> None:
    lab = await new_lab(bus)
    await lab.produce(message("s1", "patience"))

    async def act(records: Sequence[Record]) -> Sequence[Result]:
        await asyncio.sleep(LONGER_THAN_PATIENCE_S)
        return [Done("stored")] * len(records)

    await keeps_its_membership(lab, SpyStage(act))


async def test_a_handler_that_never_ends_parks_and_keeps_its_membership(bus: str) -> None:
    lab = await new_lab(bus)
    await lab.produce(message("s1", "for ever"), message("s2", "quick"))

    async def act(records: Sequence[Record]) -> Sequence[Result]:
        if records[0].key == "s1":
            await asyncio.Event().wait()
        return [Done("stored")] * len(records)

    stage = SpyStage(act)
    options = lab.options(deadline_s=LONGER_THAN_PATIENCE_S, lanes=True)
    async with running(lab, stage, options, **PATIENCE):
        await eventually(lambda: stage.texts == ["quick"], "its neighbour goes on meanwhile")
        before = await group_state(bus, lab.group)

        async def all_done() -> bool:
            return await lab.lag() == 0

        await eventually(all_done, "the deadline")
        assert await group_state(bus, lab.group) == before
    assert [letter.error_class for letter in await lab.dead_letters()] == ["DeadlineExceeded"]


async def keeps_its_membership(lab: Lab, stage: SpyStage) -> None:
    """Assert that the one record is handled once, by one member, and committed."""
    async with running(lab, stage, **PATIENCE):
        before = await group_state(lab.bootstrap, lab.group)
        await eventually(lambda: len(stage.settled) == 1, "the record")
        assert await group_state(lab.bootstrap, lab.group) == before
    assert len(stage.handled) == 1
    assert await lab.committed() == {0: 1}


class Unprepared(ConsumerRebalanceListener):  # type: ignore[misc]  # aiokafka has no types
    """A listener that lets partitions go while their records are in work."""

    def __init__(self) -> None:
        self.revoked = asyncio.Event()

    async def on_partitions_revoked(self, revoked: set[TopicPartition]) -> None:
        if revoked:
            self.revoked.set()

    async def on_partitions_assigned(self, assigned: set[TopicPartition]) -> None:
        pass


async def test_a_rebalance_under_work_doubles_it_unless_it_is_drained(bus: str) -> None:
    lab = await new_lab(bus, partitions=2)
    await lab.produce(*[message(f"s{number}", str(number)) for number in range(20)])
    listener, handled = Unprepared(), []
    group = {
        "group_id": "naive-" + lab.name,
        "bootstrap_servers": bus,
        "auto_offset_reset": "earliest",
        "enable_auto_commit": False,
        "heartbeat_interval_ms": 100,
    }
    first = AIOKafkaConsumer(**group)
    first.subscribe([lab.topic], listener=listener)
    await first.start()
    batch: list[Any] = []
    while len(batch) < 20:
        found = await first.getmany(timeout_ms=200)
        batch += [record for records in found.values() for record in records]
    second = AIOKafkaConsumer(lab.topic, **group)
    await second.start()
    await listener.revoked.wait()
    # The first goes on with what it has, and so does whoever was given the partitions.
    handled += batch
    again: list[Any] = []
    while not again:
        found = await second.getmany(timeout_ms=200)
        again += [record for records in found.values() for record in records]
    handled += again
    await second.stop()
    await first.stop()
    assert len(handled) > len({(record.partition, record.offset) for record in handled})

    begun, go_on = asyncio.Event(), asyncio.Event()

    async def act(records: Sequence[Record]) -> Sequence[Result]:
        begun.set()
        await go_on.wait()
        return [Done("stored")] * len(records)

    one, two = SpyStage(act), SpyStage()
    async with running(lab, one):
        await begun.wait()
        joining = asyncio.create_task(_serve_until_empty(lab, two))

        async def rebalances() -> bool:
            return (await group_state(bus, lab.group))[0] == "PreparingRebalance"

        await eventually(rebalances, "the second member joins")
        go_on.set()
        await joining
    everything = [(record.partition, record.offset) for record in one.settled + two.settled]
    assert sorted(everything) == sorted(set(everything)), "drained before it went on: nothing twice"
    assert len(everything) == 20


async def _serve_until_empty(lab: Lab, stage: SpyStage) -> None:
    async with running(lab, stage):

        async def empty() -> bool:
            return await lab.lag() == 0

        await eventually(empty, "everything is done")
