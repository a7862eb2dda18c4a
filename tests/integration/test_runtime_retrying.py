"""Records that fail for a while: order is kept, heartbeats go on, and no key overtakes itself."""

import asyncio
from collections.abc import Sequence

import pytest
from tests.support.kafka import (
    LONGER_THAN_PATIENCE_S,
    PATIENCE,
    Lab,
    eventually,
    group_state,
    message,
    new_lab,
)
from tests.support.stages import SpyStage, running, text_of

from membus.errors import UnavailableError
from membus.kafka.backoff import Backoff
from membus.kafka.stage import Done, Record, Result, Retry
from membus.kafka.topics import retry_topic

pytestmark = pytest.mark.kafka

SOON = Backoff(deadline_s=0.2, first_s=0.01, short_s=0.05, long_s=0.1)


class Failing(SpyStage):
    """Asks for another try of the texts in `failing`, for as long as they are there."""

    def __init__(self, *failing: str) -> None:
        super().__init__()
        self.failing = set(failing)

    async def handle(self, records: Sequence[Record]) -> Sequence[Result]:
        await super().handle(records)
        return [
            Retry("not now") if text_of(record) in self.failing else Done("stored")
            for record in records
        ]

    def count(self, text: str) -> int:
        """Return how often a text was tried."""
        return [text_of(record) for record in self.handled].count(text)


async def all_done(lab: Lab) -> None:
    async def empty() -> bool:
        return await lab.lag() == 0

    await eventually(empty, "everything is committed")


@pytest.mark.parametrize("lanes", [False, True])
async def test_a_retry_keeps_the_order_of_its_key(bus: str, lanes: bool) -> None:
    lab = await new_lab(bus)
    await lab.produce(*[message("s1", text) for text in "abcd"], message("s2", "x"))
    stage = Failing("b")

    async with running(lab, stage, lab.options(lanes=lanes), backoff=SOON):
        await eventually(lambda: stage.count("b") >= 3 and "x" in stage.texts, "three tries of b")
        stage.failing.clear()
        await all_done(lab)

    assert [text for text in stage.texts if text != "x"] == ["a", "b", "c", "d"]
    assert len(await lab.outcomes()) == 5


async def test_an_ordered_stage_waits_with_its_partition_and_stays_in_the_group(bus: str) -> None:
    lab = await new_lab(bus, partitions=1)
    await lab.produce(message("s1", "stuck"), message("s1", "after"))
    stage = Failing("stuck")

    async with running(lab, stage, backoff=SOON, **PATIENCE):
        before = await group_state(bus, lab.group)
        await asyncio.sleep(LONGER_THAN_PATIENCE_S)
        await eventually(lambda: stage.count("stuck") >= 20, "long past the deadline")
        assert stage.texts == []
        assert await group_state(bus, lab.group) == before
        stage.failing.clear()
        await all_done(lab)

    assert stage.texts == ["stuck", "after"]
    assert await lab.read(retry_topic(lab.name)) == []


async def test_a_stage_that_is_down_is_waited_for_though_it_raises(bus: str) -> None:
    lab = await new_lab(bus)
    await lab.produce(message("s1", "a"))
    tries = 0

    async def act(records: Sequence[Record]) -> Sequence[Result]:
        nonlocal tries
        tries += 1
        if tries < 4:
            raise UnavailableError("the store is down")
        return [Done("stored")] * len(records)

    stage = SpyStage(act)
    async with running(lab, stage, backoff=SOON):
        await all_done(lab)

    assert stage.texts == ["a"]
    assert await lab.dead_letters() == []


@pytest.mark.parametrize("lanes", [False, True])
async def test_an_unordered_stage_moves_on_and_the_key_queues_in_the_retry_topic(
    bus: str, lanes: bool
) -> None:
    lab = await new_lab(bus, partitions=2)
    await lab.produce(message("s1", "stuck"), message("s2", "free"))
    stage = Failing("stuck")
    options = lab.options(lanes=lanes, ordered=False)

    async with running(lab, stage, options, backoff=SOON):
        await all_done(lab)
        await lab.produce(message("s1", "second"), message("s2", "free too"))
        await all_done(lab)
        assert stage.texts == ["free", "free too"], "the partition goes on, the key does not"
        waiting = await lab.read(retry_topic(lab.name))
        assert [record.key for record in waiting] == [b"s1", b"s1"]
        stage.failing.clear()
        await eventually(lambda: len(stage.settled) == 4, "the key's records")

        await lab.produce(message("s1", "third"))
        await eventually(lambda: len(stage.settled) == 5, "the key is free again")

    own = [record for record in stage.settled if record.key == "s1"]
    assert [text_of(record) for record in own] == ["stuck", "second", "third"]
    assert {record.topic for record in own} == {lab.topic}, "it is seen as it first stood"
    outcomes = await lab.outcomes()
    assert len(outcomes) == len({outcome.outcome_id for outcome in outcomes}) == 5


async def test_a_blocked_key_stays_blocked_over_a_restart(bus: str) -> None:
    lab = await new_lab(bus, partitions=2)
    await lab.produce(message("s1", "stuck"))
    options = lab.options(lanes=True, ordered=False)
    async with running(lab, Failing("stuck"), options, backoff=SOON):
        await all_done(lab)
    await lab.produce(message("s1", "second"), message("s2", "free"))

    stage = Failing("stuck")
    async with running(lab, stage, options, backoff=SOON):
        await eventually(lambda: stage.texts == ["free"], "the other key")
        await all_done(lab)
        stage.failing.clear()
        await eventually(lambda: len(stage.settled) == 3, "the key's records, in order")

    assert stage.texts == ["free", "stuck", "second"]
