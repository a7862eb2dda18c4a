"""Consolidation over its ports, and what the writer makes of its proposals."""

from datetime import datetime

import pytest
from services.consolidation.handlers import ConsolidationStage
from tests.support.changes import NEW_YEAR, day, envelope_of, fact, fact_set
from tests.support.writing import Writing, scope

from membus.bootstrap import ConsolidationParts
from membus.contracts import ids
from membus.contracts.base import Contract
from membus.contracts.envelope import body_as, open_body
from membus.contracts.events.changes import DemotionProposed, ExpiryProposed, HitCounted
from membus.contracts.events.messages import Tick
from membus.contracts.events.recalls import RecallRecorded, RecallRequested
from membus.kafka.stage import Done, Outgoing, Record
from membus.kafka.topic_registry import CHANGES, RECALLS
from membus.settings import Settings


class Consolidating:
    """The writer and consolidation on one ledger; what each emits comes to the other."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        self.stage = ConsolidationStage(ConsolidationParts(writing.ledger), Settings())

    @classmethod
    async def with_facts(cls, *facts: object, at: datetime = NEW_YEAR) -> "Consolidating":
        writing = await Writing().started()
        await writing.take(writing.record(fact_set(*facts, at=at)))
        return cls(writing)

    async def tick(self, now: datetime) -> list[Outgoing]:
        """Publish the Ticks that are due and hand them in; return what follows from them."""
        emitted = []
        for due in await self.stage.due_ticks(now):
            emitted += await self.handle(_record(due))
        return emitted

    async def handle(self, record: Record) -> list[Outgoing]:
        (result,) = await self.stage.handle([record])
        await self.stage.settle([(record, result)])
        return list(result.emit)

    async def dispose(self, emitted: list[Outgoing]) -> None:
        """Hand what was proposed to the writer."""
        for outgoing in emitted:
            envelope = outgoing.envelope
            body = open_body(envelope)
            fields = envelope.model_dump(exclude={"body", "event_id", "type", "schema_version"})
            await self.writing.take(self.writing.record(body, envelope.event_id, **fields))


def _record(outgoing: Outgoing) -> Record:
    body = open_body(outgoing.envelope)
    envelope = outgoing.envelope
    return Record(outgoing.topic, 0, 0, outgoing.key, b"", (), envelope.occurred_at, envelope, body)


def recalled(*memory_ids: str, spaces: tuple[str, ...] = (), name: str = "recall 1") -> Record:
    request = RecallRequested(
        request_id="r", query="tea?", reply_partition=0, deadline=day(3), spaces=list(spaces)
    )
    body = RecallRecorded(request=request, memory_ids=list(memory_ids), answered_at=day(2))
    envelope = envelope_of(body, name)
    return Record(RECALLS, 0, 0, envelope.owner, b"", (), NEW_YEAR, envelope, body)


def only(emitted: list[Outgoing]) -> Outgoing:
    (outgoing,) = emitted
    return outgoing


async def test_a_tick_from_the_future_lets_nothing_age_before_its_time() -> None:
    consolidating = await Consolidating.with_facts(fact(message="m1", type="short"))
    body = Tick(kind="expire", at=day(5000))
    envelope = envelope_of(body, "tick")
    record = Record(CHANGES, 0, 0, envelope.owner, b"", (), day(2), envelope, body)

    assert await consolidating.handle(record) == []


async def test_a_recall_counts_one_hit_a_memory_and_says_so_once() -> None:
    consolidating = await Consolidating.with_facts(fact(message="m1"))
    (tea,) = await consolidating.writing.memories()
    record = recalled(tea.memory_id)
    emitted = await consolidating.handle(record)
    counted = only(emitted)
    assert (counted.topic, counted.key) == (CHANGES, record.envelope.owner)
    assert body_as(counted.envelope, HitCounted).at == day(2)
    assert await consolidating.handle(record) == emitted
    await consolidating.dispose(emitted)
    await consolidating.dispose(emitted)
    assert [m.hit_count for m in await consolidating.writing.memories()] == [1]


async def test_a_recall_that_used_nothing_is_skipped() -> None:
    consolidating = await Consolidating.with_facts()
    (result,) = await consolidating.stage.handle([recalled()])
    assert result == Done("skipped", "no memory was used")


async def test_hits_reach_the_memories_of_a_space_through_the_space() -> None:
    writing = await Writing().started()
    await writing.take(writing.record(fact_set(fact(message="m1")), space_id="team"))
    consolidating = Consolidating(writing)
    owner = ids.owner_of("acme", "ann", "team")
    (tea,) = [memory for memory in writing.ledger.rows.current.values() if memory.owner == owner]
    emitted = await consolidating.handle(recalled(tea.memory_id, spaces=("team",)))
    assert [outgoing.key for outgoing in emitted] == [ids.owner_of("acme", "ann"), owner]
    assert len({outgoing.envelope.event_id for outgoing in emitted}) == 2
    await consolidating.dispose(emitted)
    assert writing.ledger.rows.current[tea.memory_id].hit_count == 1


async def test_a_short_memory_expires_by_tick_and_no_tick_follows() -> None:
    consolidating = await Consolidating.with_facts(fact(message="m1", type="short"))
    assert await consolidating.tick(day(6)) == []
    emitted = await consolidating.tick(day(8))
    assert body_as(only(emitted).envelope, ExpiryProposed).at == day(8)
    await consolidating.dispose(emitted)
    assert [m.status for m in await consolidating.writing.memories()] == ["expired"]
    assert await consolidating.stage.due_ticks(day(9)) == []


async def test_asking_again_before_the_writer_answered_gives_the_same_tick() -> None:
    consolidating = await Consolidating.with_facts(fact(message="m1", type="short"))
    (first,) = await consolidating.stage.due_ticks(day(8))
    (again,) = await consolidating.stage.due_ticks(day(8.5))
    assert first.envelope.event_id == again.envelope.event_id
    assert first.envelope.owner == first.key


async def test_a_hit_in_time_keeps_a_short_memory() -> None:
    consolidating = await Consolidating.with_facts(fact(message="m1", type="short"))
    (draft,) = await consolidating.writing.memories()
    await consolidating.dispose(await consolidating.handle(recalled(draft.memory_id)))
    assert await consolidating.tick(day(8)) == []
    await consolidating.dispose(await consolidating.tick(day(9.5)))
    assert [m.status for m in await consolidating.writing.memories()] == ["expired"]


async def test_a_hit_that_overtakes_the_proposal_wins() -> None:
    consolidating = await Consolidating.with_facts(fact(message="m1", type="short"))
    (draft,) = await consolidating.writing.memories()
    proposed = await consolidating.tick(day(8))
    await consolidating.dispose(await consolidating.handle(recalled(draft.memory_id)))
    await consolidating.dispose(proposed)
    (kept,) = await consolidating.writing.memories()
    assert (kept.status, kept.expires_at) == ("active", day(9))


async def test_an_idle_long_memory_is_demoted_once() -> None:
    consolidating = await Consolidating.with_facts(
        fact(message="m1", importance=0.8), fact(object="draft", message="m1", type="short")
    )
    emitted = await consolidating.tick(day(100))
    assert [type(open_body(outgoing.envelope)) for outgoing in emitted] == [
        ExpiryProposed,
        DemotionProposed,
    ]
    await consolidating.dispose(emitted)
    (tea,) = await consolidating.writing.memories("ann", "active")
    assert tea.importance == 0.4
    record = _tick_record(day(101))
    (result,) = await consolidating.stage.handle([record])
    assert result == Done("skipped", "nothing is due")


async def test_a_tick_that_is_handled_again_proposes_what_was_left_anew() -> None:
    consolidating = await Consolidating.with_facts(fact(message="m1", type="short"))
    record = _tick_record(day(100))
    await consolidating.dispose(await consolidating.handle(record))
    writing = consolidating.writing
    await writing.take(writing.record(fact_set(fact(object="a draft", message="m2", type="short"))))
    await consolidating.dispose(await consolidating.handle(record))
    assert [m.status for m in await writing.memories()] == ["expired", "expired"]


async def test_a_pinned_memory_is_left_alone() -> None:
    consolidating = await Consolidating.with_facts(
        fact(message="m1", pinned=True), fact(object="x", message="m1", type="short", pinned=True)
    )
    assert await consolidating.stage.due_ticks(day(900)) == []
    (result,) = await consolidating.stage.handle([_tick_record(day(900))])
    assert result.outcome == "skipped"


@pytest.mark.parametrize("body", [Tick(kind="idle", at=day(1)), fact_set(fact())])
async def test_other_records_are_none_of_its_business(body: Contract) -> None:
    consolidating = await Consolidating.with_facts()
    envelope = envelope_of(body, "other")
    record = Record(CHANGES, 0, 0, envelope.owner, b"", (), NEW_YEAR, envelope, body)
    assert await consolidating.stage.handle([record]) == [Done(None)]


async def test_the_tick_of_a_space_carries_the_space() -> None:
    writing = await Writing().started()
    body = fact_set(fact(message="m1", type="short"))
    await writing.take(writing.record(body, space_id="a/b c"))
    (tick,) = await Consolidating(writing).stage.due_ticks(day(8))
    assert tick.key == tick.envelope.owner == ids.owner_of("acme", "ann", "a/b c")
    assert tick.envelope.space_id == "a/b c"
    assert scope().owners[0] != tick.key


def _tick_record(now: datetime) -> Record:
    body = Tick(kind="expire", at=now)
    envelope = envelope_of(body, f"tick {now}", session_id="")
    return Record(CHANGES, 0, 0, envelope.owner, b"", (), now, envelope, body)
