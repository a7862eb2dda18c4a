"""Recall over its ports: who sees what, what held at a time, freshness, abstention."""

import pytest
from tests.support.changes import NEW_YEAR, day, fact, fact_set, lives
from tests.support.metrics import counted
from tests.support.recalling import OWNER, SESSION, Recalling, contents

from membus.contracts import ids
from membus.contracts.events.changes import MemoryCommanded
from membus.contracts.events.recalls import Receipt
from membus.errors import NotAllowedError
from membus.ports.ledger import Mark
from membus.ports.sessions import SessionFacts


async def test_what_is_private_to_an_agent_is_shown_to_it_alone() -> None:
    recalling = await Recalling.started()
    await recalling.say("I moved to Oslo", 0)
    await recalling.say("I have diabetes", 1, agent_id="doctor", visibility="private")
    seen = {}
    for agent in ("doctor", "clerk", None):
        answer = await recalling.ask("hi", session="s1", agent=agent)
        seen[agent] = [each.text for each in answer.window]
        assert ("diabetes" in answer.context) == (agent == "doctor")
    assert seen["doctor"] == ["I moved to Oslo", "I have diabetes"]
    assert seen["clerk"] == seen[None] == ["I moved to Oslo"]


async def test_another_owners_session_or_receipt_is_refused() -> None:
    recalling = await Recalling.started()
    theirs = ids.owner_of("acme", "bob")
    await recalling.sessions.set_facts([(SESSION, SessionFacts(theirs, None))])
    with pytest.raises(NotAllowedError):
        await recalling.ask("where do I live?", session="s1")
    receipt = Receipt(session=SESSION, partition=0, offset=3)
    with pytest.raises(NotAllowedError):
        await recalling.ask("where do I live?", after=[receipt])


async def test_what_was_known_then_leaves_out_what_no_longer_held_then() -> None:
    recalling = await Recalling.started()
    writing = recalling.writing
    await writing.take(writing.record(fact_set(lives("Oslo", "m1"), at=NEW_YEAR)))
    await writing.take(writing.record(fact_set(lives("Rome", "m2"), at=day(2))))
    await writing.take(writing.record(fact_set(lives("Lima", "m3"), at=day(5))))
    places = [(1, "Oslo"), (3, "Rome"), (6, "Lima")]
    for number, place in places:
        answer = await recalling.ask("user lives_in", known_at=day(number), k=9)
        assert contents(answer) == [f"user lives_in {place}"]
        answer = await recalling.ask("user lives_in", as_of=day(number), k=9)
        assert contents(answer) == [f"user lives_in {place}"]


async def test_what_was_forgotten_then_was_not_known_then() -> None:
    recalling = await Recalling.started()
    writing = recalling.writing
    await writing.take(writing.record(fact_set(fact(message="m1"))))
    (tea,) = await writing.memories()
    for command, number in (("forget", 2), ("restore", 4)):
        body = MemoryCommanded(command=command, memory_id=tea.memory_id)
        await writing.take(writing.record(body, occurred_at=day(number)))
    known = [
        contents(await recalling.ask("user likes tea", known_at=day(number), as_of=as_of))
        for as_of in (None, day(1))
        for number in (1, 3, 5)
    ]
    assert known == [["user likes tea"], [], ["user likes tea"]] * 2


async def test_a_name_finds_what_held_of_it_then_without_a_vector() -> None:
    recalling = await Recalling.started()
    writing = recalling.writing
    await writing.take(writing.record(fact_set(lives("Oslo", "m1"), at=day(0))))
    await writing.take(writing.record(fact_set(lives("Rome", "m2"), at=day(4))))
    writing.vectors.points.clear()
    assert contents(await recalling.ask("in Oslo?", as_of=day(1))) == ["user lives_in Oslo"]
    assert contents(await recalling.ask("in Oslo?")) == []


async def test_a_receipt_is_waited_for_and_what_is_missing_is_said() -> None:
    recalling = await Recalling.started()
    await recalling.say("I moved to Oslo", 3)
    receipt = Receipt(session=SESSION, partition=0, offset=3)
    answer = await recalling.ask("", after=[receipt])
    assert (answer.fresh, answer.stale_reason) == (False, "message at offset 3 is not ingested yet")
    await recalling.sessions.raise_marks([Mark(SESSION, 0, "ingestion", 4)])
    assert (await recalling.ask("", after=[receipt])).fresh
    answer = await recalling.ask("", after=[receipt], level="memory")
    assert answer.stale_reason == "message at offset 3 is not in memory yet"
    await recalling.sessions.set_facts([(SESSION, SessionFacts(OWNER, 3, 3))])
    answer = await recalling.ask("", after=[receipt], level="memory")
    assert answer.stale_reason == "turn still open"
    await recalling.sessions.set_facts([(SESSION, SessionFacts(OWNER, None, 3))])
    await recalling.sessions.raise_marks([Mark(SESSION, 0, "embedding", 4)])
    answer = await recalling.ask("", after=[receipt], level="memory")
    assert answer.fresh
    assert answer.marks == {f"ingestion:{SESSION}": 4, f"embedding:{SESSION}": 4}
    assert (answer.abstained, answer.abstain_reason) == (True, "nothing is asked")


async def test_what_triggers_recall_and_what_it_finds_are_counted() -> None:
    recalling = await Recalling.started()
    writing = recalling.writing
    await writing.take(writing.record(fact_set(lives("Oslo", "m1"), at=NEW_YEAR)))

    async def counts_of(question: str) -> tuple[float, ...]:
        before = counts()
        await recalling.ask(question)
        return tuple(now - then for now, then in zip(counts(), before, strict=True))

    def counts() -> tuple[float, ...]:
        gate, hits = "membus_recall_gate_total", "membus_recall_hits_total"
        return (
            counted(gate, outcome="triggered"),
            counted(gate, outcome="refused"),
            counted(hits, outcome="hit"),
            counted(hits, outcome="empty"),
        )

    assert await counts_of("Where do I live? In Oslo?") == (1, 0, 1, 0)
    assert await counts_of("Which telescope did Karl order?") == (1, 0, 0, 1)
    assert await counts_of("What is the capital of Kenya?") == (0, 1, 0, 0)
