"""The writer over its ports: what it stores, indexes and publishes, and doing it again."""

import pytest
from tests.support.changes import day, fact, fact_set
from tests.support.writing import Writing, scope

from membus.contracts import ids
from membus.contracts.events.changes import HitCounted, MemoryCommanded
from membus.contracts.events.messages import Tick
from membus.errors import FatalError, UnavailableError
from membus.kafka.stage import Done, Park
from membus.kafka.topic_registry import CHANGES, MEMORIES
from membus.ports.vectors import VectorQuery


def utterance(text: str, message: str, **fields: object) -> object:
    return fact("user", "said", text, message, kind="utterance", content=text, **fields)


async def test_a_fact_set_is_stored_indexed_published_and_marked() -> None:
    writing = await Writing().started()
    tea = fact(message="m1", speaker="Ann", context=["What do you drink?"])
    body = fact_set(tea, utterance("I like tea", "m1"), at=day(1))
    record = writing.record(body, correlation_id="c", user_id="ann")
    (result,) = await writing.take(record)

    memories = await writing.memories()
    assert isinstance(result, Done)
    assert (result.outcome, set(result.produced)) == ("stored", {m.memory_id for m in memories})
    (published,) = writing.published
    assert (published.topic, published.key) == (MEMORIES, record.envelope.owner)
    assert published.envelope.causation_id == record.envelope.event_id
    assert published.envelope.correlation_id == "c"
    assert published.envelope.event_id == ids.event_id("ChangeDecided", record.envelope.event_id)
    assert await writing.ledger.marks("acme/s1", 3) == {"embedding": 1}
    assert await writing.sessions.marks("acme/s1", 3) == {"embedding": 1}
    assert await writing.ledger.position_of(CHANGES, 0) == 1

    points = writing.vectors.points
    assert points.keys() == {memory.memory_id for memory in memories}
    by_kind = {memory.kind: points[memory.memory_id] for memory in memories}
    assert by_kind["fact"].content is not None
    assert by_kind["utterance"].content is None
    assert by_kind["fact"].payload["valid_from"] == day(1).timestamp()
    dense = "[2 January 2024] Ann: user likes tea\nWhat do you drink?"
    (vector,) = await writing.embedder.embed([dense])
    query = VectorQuery("dense", vector, limit=1)
    ((hit,),) = await writing.vectors.search(scope(), [query])
    assert hit.memory_id == by_kind["fact"].memory_id


async def test_the_same_change_again_is_answered_alike_and_decides_nothing() -> None:
    writing = await Writing().started()
    record = writing.record(fact_set(fact(message="m1")))
    first = await writing.take(record)
    rows = writing.ledger.rows
    again = await writing.take(record)
    await writing.started()
    after_restart = await writing.take(record)
    assert first == again == after_restart
    assert writing.ledger.rows.current == rows.current
    assert writing.ledger.rows.versions == rows.versions
    assert len({outgoing.envelope.event_id for outgoing in writing.published}) == 1


async def test_a_copy_of_a_change_within_one_batch_counts_once() -> None:
    writing = await Writing().started()
    body = fact_set(fact(message="m1"))
    one, copy = (writing.record(body, "same") for _ in range(2))
    results = await writing.take(one, copy)
    assert results[0] == results[1]
    assert len(await writing.memories()) == 1
    assert await writing.ledger.position_of(CHANGES, 0) == 2


async def test_a_failing_index_is_caught_up_when_the_change_is_redelivered() -> None:
    writing = await Writing().started()
    record = writing.record(fact_set(fact(message="m1")))
    writing.vectors.fail_next = 1
    with pytest.raises(UnavailableError):
        await writing.take(record)
    assert len(await writing.memories()) == 1
    assert writing.published == []
    await writing.started()
    await writing.take(record)
    assert len(writing.vectors.points) == 1
    assert len(writing.published) == 1


async def test_a_redelivered_change_does_not_undo_what_came_after_it_in_the_index() -> None:
    writing = await Writing().started()
    stored = writing.record(fact_set(fact(message="m1")))
    await writing.take(stored)
    (tea,) = await writing.memories()
    erased = writing.record(MemoryCommanded(command="erase", memory_id=tea.memory_id))
    await writing.take(erased)
    assert writing.vectors.points == {}
    await writing.take(stored)
    assert writing.vectors.points == {}


async def test_a_failing_ledger_leaves_nothing_behind() -> None:
    writing = await Writing().started()
    record = writing.record(fact_set(fact(message="m1")))
    writing.ledger.fail_next = 1
    with pytest.raises(UnavailableError):
        await writing.take(record)
    assert await writing.memories() == []
    assert writing.vectors.points == {}
    await writing.take(record)
    assert len(await writing.memories()) == 1


async def test_a_member_that_wakes_up_after_another_took_over_loses_and_emits_nothing() -> None:
    writing = await Writing().started()
    paused = writing.stage
    await writing.started()
    record = writing.record(fact_set(fact(message="m1")))
    with pytest.raises(FatalError):
        await paused.handle([record])
    assert await writing.memories() == []
    assert writing.vectors.points == {}
    await writing.take(record)
    assert len(await writing.memories()) == 1


async def test_a_partition_that_was_given_up_is_written_no_more() -> None:
    writing = await Writing().started(0, 1)
    await writing.stage.revoked([(CHANGES, 1)])
    with pytest.raises(UnavailableError):
        await writing.take(writing.record(fact_set(fact()), partition=1))
    await writing.take(writing.record(fact_set(fact())))
    assert len(await writing.memories()) == 1


async def test_the_schedules_ticks_pass_by() -> None:
    writing = await Writing().started()
    tick = writing.record(Tick(kind="expire", at=day(1)))
    fresh = writing.record(fact_set(fact(message="m1")))
    passed, stored = await writing.take(tick, fresh)
    assert passed == Done(None)
    assert isinstance(stored, Done)
    assert stored.outcome == "stored"


async def test_a_change_that_means_nothing_is_parked_and_its_neighbours_go_on() -> None:
    writing = await Writing().started()
    good, bad, after = (
        writing.record(fact_set(fact(message="m1"))),
        writing.record(MemoryCommanded(command="pin")),
        writing.record(fact_set(fact(object="beer", message="m2"))),
    )
    results = await writing.take(good, bad, after)
    assert isinstance(results[1], Park)
    assert results[1].error_class == "MalformedError"
    assert len(await writing.memories()) == 2
    assert await writing.ledger.position_of(CHANGES, 0) == 3


async def test_owners_do_not_touch_each_other() -> None:
    writing = await Writing().started()
    await writing.take(
        writing.record(fact_set(fact(message="m1")), user_id="ann"),
        writing.record(fact_set(fact(message="m1")), user_id="bob"),
        writing.record(fact_set(fact(message="m1")), tenant_id="other"),
    )
    (ann,) = await writing.memories("ann")
    (bob,) = await writing.memories("bob")
    assert ann.memory_id != bob.memory_id
    await writing.take(writing.record(MemoryCommanded(command="forget"), user_id="ann"))
    assert [m.status for m in await writing.memories("ann")] == ["forgotten"]
    assert [m.status for m in await writing.memories("bob")] == ["active"]


@pytest.mark.parametrize("size", [1, 3], ids=["one after the other", "in one batch"])
async def test_a_change_id_is_an_owners_own(size: int) -> None:
    writing = await Writing().started()
    owners_of_one_id = ({"user_id": "ann"}, {"user_id": "bob"}, {"tenant_id": "other"})
    records = [
        writing.record(fact_set(fact(message="m1"), turn=f"turn {number}"), "same", **owner)
        for number, owner in enumerate(owners_of_one_id)
    ]
    for first in range(0, len(records), size):
        await writing.take(*records[first : first + size])
    owners = [memory.owner for decision in writing.decisions() for memory in decision.memories]
    assert owners == [record.envelope.owner for record in records]
    assert len(await writing.memories("bob")) == 1


async def test_an_update_of_a_memory_changes_the_payload_and_embeds_nothing() -> None:
    writing = await Writing().started()
    oslo = fact("user", "lives_in", "Oslo", "m1")
    await writing.take(writing.record(fact_set(oslo, at=day(0))))
    upserted = writing.vectors.upserts
    (memory,) = await writing.memories()
    await writing.take(
        writing.record(MemoryCommanded(command="forget", memory_id=memory.memory_id))
    )
    assert writing.vectors.upserts == upserted
    point = writing.vectors.points[memory.memory_id]
    assert (point.payload["status"], point.version) == ("forgotten", 1)


async def test_a_moved_home_is_superseded_in_the_index_too() -> None:
    writing = await Writing().started()
    await writing.take(
        writing.record(fact_set(fact("user", "lives_in", "Oslo", "m1"), at=day(0))),
        writing.record(fact_set(fact("user", "lives_in", "Rome", "m2"), at=day(9))),
    )
    rome, oslo = await writing.memories()
    payloads = {
        memory.object: writing.vectors.points[memory.memory_id].payload for memory in (rome, oslo)
    }
    assert payloads["Oslo"]["status"] == "superseded"
    assert payloads["Oslo"]["valid_to"] == day(9).timestamp()
    assert payloads["Rome"]["valid_to"] is None


async def test_hits_are_counted_without_touching_the_index() -> None:
    writing = await Writing().started()
    await writing.take(writing.record(fact_set(fact(message="m1"))))
    (tea,) = await writing.memories()
    before = dict(writing.vectors.points)
    body = HitCounted(request_id="r", memory_ids=[tea.memory_id], at=day(2))
    (result,) = await writing.take(writing.record(body))
    assert isinstance(result, Done)
    assert (result.outcome, result.produced) == ("stored", ())
    assert (await writing.memories())[0].hit_count == 1
    assert writing.vectors.points == before


async def test_a_revised_turn_withdraws_across_restarts() -> None:
    writing = await Writing().started()
    tea, beer = fact(message="m1"), fact(object="beer", message="m1", start=20, end=30)
    await writing.take(writing.record(fact_set(tea, beer, turn="t")))
    await writing.started()
    await writing.take(writing.record(fact_set(beer, turn="t", revision=2)))
    late = await writing.take(writing.record(fact_set(tea, turn="t", revision=1)))
    found = {memory.object: memory.status for memory in await writing.memories()}
    assert found == {"tea": "superseded", "beer": "active"}
    assert isinstance(late[0], Done)
    assert late[0].outcome == "skipped"


async def test_forgetting_all_reaches_more_than_a_page() -> None:
    writing = await Writing().started()
    records = [
        writing.record(fact_set(fact(object=f"thing {number}", message=f"m{number}")))
        for number in range(1100)
    ]
    await writing.take(*records)
    await writing.take(writing.record(MemoryCommanded(command="forget"), session_id=""))
    left = await writing.ledger.page(scope(), statuses=("active",), limit=2000)
    shown = [p for p in writing.vectors.points.values() if p.payload["status"] == "active"]
    assert (left, shown) == ([], [])


async def test_a_change_that_stands_in_a_batch_twice_counts_at_its_first_place() -> None:
    writing = await Writing().started()
    await writing.take(writing.record(fact_set(fact(message="m1"))))
    (tea,) = await writing.memories()
    pin = MemoryCommanded(command="pin", memory_id=tea.memory_id)
    forget = MemoryCommanded(command="forget", memory_id=tea.memory_id)
    batch = [
        writing.record(pin, "pin"),
        writing.record(forget, "forget"),
        writing.record(pin, "pin"),
    ]
    first, _, again = await writing.take(*batch)
    assert first == again
    (tea,) = await writing.memories()
    assert (tea.status, tea.version) == ("forgotten", 2)
    assert writing.vectors.points[tea.memory_id].payload["status"] == "forgotten"
