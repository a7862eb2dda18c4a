"""The extraction service as it is deployed: turns in from a real Kafka, fact sets out by owner."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest
from services.extraction.app import create_app
from tests.support.extraction import SAID_AT, message, turn_of
from tests.support.kafka import eventually, producer, read_topic

from membus.contracts import ids
from membus.contracts.envelope import Envelope, body_as, parse, seal
from membus.contracts.events.changes import FactSetExtracted
from membus.contracts.events.outcomes import Outcome, OutcomeBatch
from membus.kafka.topic_registry import CHANGES, OUTCOMES, TURNS
from membus.settings import Settings

pytestmark = pytest.mark.kafka

TEXTS = ("I live in Oslo and work at Acme.", "我住在杭州，对花生过敏。", "hi")


def closed(user: str, number: int) -> Envelope:
    text = TEXTS[number % len(TEXTS)]
    skipped = {"skipped": True, "skip_reason": "greeting"} if text == "hi" else {}
    turn = turn_of([message(text)], turn_id=f"{user} {number}", **skipped)
    return Envelope(
        event_id=ids.uuid7(),
        type="TurnClosed",
        user_id=user,
        session_id=f"session of {user}",
        occurred_at=SAID_AT,
        user_zone="Asia/Shanghai",
        body=seal(turn),
    )


async def fact_sets(bus: str, users: set[str]) -> dict[str, list[FactSetExtracted]]:
    """The fact sets of some users by record key, in the order of the log."""
    found: dict[str, list[FactSetExtracted]] = {}
    for record in await read_topic(bus, CHANGES):
        envelope = parse(record.value)
        if envelope.user_id in users:
            key = record.key.decode()
            found.setdefault(key, []).append(body_as(envelope, FactSetExtracted))
    return found


async def outcomes_of(bus: str, events: set[str]) -> list[Outcome]:
    return [
        outcome
        for record in await read_topic(bus, OUTCOMES)
        for outcome in body_as(parse(record.value), OutcomeBatch).outcomes
        if outcome.event_id in events
    ]


@contextlib.asynccontextmanager
async def served(bus: str) -> AsyncIterator[None]:
    """Run one member of the service until the block is left; raises what stopped it."""
    settings = Settings.model_validate({"kafka": {"bootstrap_servers": bus}})
    app = create_app(settings, instance="")
    serving = asyncio.create_task(app.run(sleep_time=0.02))
    try:
        yield
    finally:
        app.exit()
        await serving


async def test_turns_become_fact_sets_each_with_its_outcome(bus: str) -> None:
    users = {ids.uuid7() for _ in range(4)}
    turns = [closed(user, number) for user in sorted(users) for number in range(6)]
    ours = {envelope.event_id for envelope in turns}
    found: dict[str, list[FactSetExtracted]] = {}
    outcomes: list[Outcome] = []

    async def all_done() -> bool:
        nonlocal found, outcomes
        found, outcomes = await fact_sets(bus, users), await outcomes_of(bus, ours)
        return sum(map(len, found.values())) >= len(turns) and len(outcomes) >= len(turns)

    async with producer(bus) as kafka:
        for envelope in turns:
            await kafka.send(TURNS, envelope.to_bytes(), key=envelope.session_id.encode())
    async with served(bus):
        await eventually(all_done, "every turn has its fact set and its outcome")

    assert set(found) == {ids.owner_of("default", user) for user in users}
    for sets in found.values():
        assert [each.turn_id[-1] for each in sets] == list("012345")
        assert [{fact.predicate for fact in each.facts} for each in sets[:3]] == [
            {"lives_in", "works_at", "said"},
            {"lives_in", "allergic_to", "said"},
            set(),
        ]
    assert sorted(outcome.event_id for outcome in outcomes) == sorted(ours)
    assert {outcome.outcome for outcome in outcomes} == {"stored", "skipped"}
    assert all(len(outcome.produced) == 1 for outcome in outcomes)
