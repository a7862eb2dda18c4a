"""What the application around a stage does: it opens and closes the stage, and publishes Ticks."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Self

import pytest
from tests.support.kafka import eventually, message, new_lab
from tests.support.stages import SpyStage, running

from membus.contracts.envelope import Envelope
from membus.kafka.stage import Outgoing

pytestmark = pytest.mark.kafka


class Ticking(SpyStage):
    """Has one Tick due whenever it is asked."""

    def __init__(self, envelope: Envelope, topic: str) -> None:
        super().__init__()
        self._due = [Outgoing(topic, envelope.session_id, envelope)]

    async def due_ticks(self, now: datetime) -> Sequence[Outgoing]:
        assert now.tzinfo is UTC
        return self._due


async def test_ticks_are_published_and_act_only_once_consumed(bus: str) -> None:
    lab = await new_lab(bus)
    tick = message("s1", "tick")
    stage = Ticking(tick, lab.topic)

    async with running(lab, stage, tick_every_s=0.05):
        await eventually(lambda: len(stage.settled) >= 2, "two ticks came round")

    assert {record.envelope.event_id for record in stage.settled} == {tick.event_id}


async def test_a_stage_may_be_opened_by_the_application_and_outlives_the_last_commit(
    bus: str,
) -> None:
    lab = await new_lab(bus)
    await lab.produce(message("s1", "a"))
    closed_at: list[dict[int, int]] = []

    class Opened(SpyStage):
        async def __aenter__(self) -> Self:
            return self

        async def __aexit__(self, *_: object) -> None:
            closed_at.append(await lab.committed())

        async def revoked(self, partitions: Collection[tuple[str, int]]) -> None:
            assert closed_at == []
            await super().revoked(partitions)

    stage = Opened()
    async with running(lab, lambda: stage):
        await eventually(lambda: stage.texts == ["a"], "the record")

    assert closed_at == [{0: 1}]
    assert stage.partitions == set()
