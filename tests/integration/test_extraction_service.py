"""The extraction service as it is deployed: turns in from a real Kafka, fact sets out by owner."""

import asyncio

import pytest
from services.extraction.app import create_app
from tests.support.extraction import SAID_AT, message, turn_of
from tests.support.kafka import eventually, producer, read_topic

from membus.contracts import ids
from membus.contracts.envelope import Envelope, body_as, parse, seal
from membus.contracts.events.changes import FactSetExtracted
from membus.contracts.events.outcomes import OutcomeBatch
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


async def test_turns_become_fact_sets_each_with_its_outcome(bus: str) -> None:
    users = {ids.uuid7() for _ in range(4)}
    turns = [closed(user, number) for user in sorted(users) for number in range(6)]
    async with producer(bus) as kafka:
        for envelope in turns:
            await kafka.send(TURNS, envelope.to_bytes(), key=envelope.session_id.encode())
    ready = asyncio.Event()
    app = create_app(
        Settings(kafka={"bootstrap_servers": bus}),  # type: ignore[arg-type]  # read as the environment is
        instance="",
        on_ready=ready.set,
    )
    serving = asyncio.create_task(app.run(sleep_time=0.02))

    async def all_done() -> bool:
        return sum(map(len, (await fact_sets(bus, users)).values())) >= len(turns)

    try:
        await eventually(all_done, "every turn has its fact set")
    finally:
        app.exit()
        await serving
    assert ready.is_set()

    found = await fact_sets(bus, users)
    assert set(found) == {ids.owner_of("default", user) for user in users}
    for sets in found.values():
        assert [each.turn_id[-1] for each in sets] == list("012345")
        assert [{fact.predicate for fact in each.facts} for each in sets[:3]] == [
            {"lives_in", "works_at", "said"},
            {"lives_in", "allergic_to", "said"},
            set(),
        ]

    ours = {envelope.event_id for envelope in turns}
    outcomes = [
        outcome
        for record in await read_topic(bus, OUTCOMES)
        for outcome in body_as(parse(record.value), OutcomeBatch).outcomes
        if outcome.event_id in ours
    ]
    assert sorted(outcome.event_id for outcome in outcomes) == sorted(ours)
    assert {outcome.outcome for outcome in outcomes} == {"stored", "skipped"}
    assert all(len(outcome.produced) == 1 for outcome in outcomes)
