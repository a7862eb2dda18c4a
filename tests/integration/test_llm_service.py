"""The extraction service with a model, as deployed: whatever the endpoint does, no turn is lost."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator

import pytest
from services.extraction.app import create_app
from tests.support.extraction import SAID_AT, message, turn_of
from tests.support.kafka import eventually, producer, read_topic
from tests.support.llm import fact
from tests.support.llm_server import HANG, Reply, Request, fails, llm_server, says, states

from membus.contracts import ids
from membus.contracts.envelope import Envelope, body_as, parse, seal
from membus.contracts.events.changes import FactSetExtracted
from membus.kafka.topic_registry import CHANGES, TURNS
from membus.settings import Settings

pytestmark = pytest.mark.kafka

CITIES = {
    "Oslo": "",
    "Rome": "unavailable",
    "Lima": "rate limited",
    "Cairo": "not the asked JSON",
    "Delhi": "timeout",
    "Paris": "empty answer",
}


def answers(request: Request) -> Reply:
    """Fail in the way that the city in the turn stands for."""
    (said,) = json.loads(request.body["messages"][1]["content"])["messages"]
    city = said["text"].split()[-1]
    return {
        "Oslo": states(fact(f"I live in {city}", "lives_in", city)),
        "Rome": fails(500),
        "Lima": fails(429),
        "Cairo": says("I'd rather not."),
        "Delhi": HANG,
        "Paris": says(""),
    }[city]


def closed(user: str, city: str) -> Envelope:
    return Envelope(
        event_id=ids.uuid7(),
        type="TurnClosed",
        user_id=user,
        session_id=f"{user} {city}",
        occurred_at=SAID_AT,
        body=seal(turn_of([message(f"I live in {city}")], turn_id=f"{user} {city}")),
    )


@contextlib.asynccontextmanager
async def served(bus: str, url: str) -> AsyncIterator[None]:
    """Run one member of the service until the block is left; raises what stopped it."""
    settings = Settings.model_validate(
        {
            "kafka": {"bootstrap_servers": bus},
            "extraction": {"extractor": "llm"},
            "llm": {"base_url": url, "model": "stub", "attempts": 1, "timeout_s": 3},
        }
    )
    app = create_app(settings, instance="")
    serving = asyncio.create_task(app.run(sleep_time=0.02))
    try:
        yield
    finally:
        app.exit()
        await serving


async def test_every_turn_gets_its_facts_and_says_who_read_it(bus: str) -> None:
    user = ids.uuid7()
    found: dict[str, FactSetExtracted] = {}

    async def all_done() -> bool:
        envelopes = [parse(record.value) for record in await read_topic(bus, CHANGES)]
        for envelope in envelopes:
            if envelope.user_id == user:
                body = body_as(envelope, FactSetExtracted)
                found[body.turn_id.split()[-1]] = body
        return set(found) == set(CITIES)

    async with producer(bus) as kafka:
        for city in CITIES:
            envelope = closed(user, city)
            await kafka.send(TURNS, envelope.to_bytes(), key=envelope.session_id.encode())
    with llm_server(answers) as server:
        async with served(bus, server.url):
            await eventually(all_done, "every turn has its fact set")

    reasons = {city: each.fallback_reason for city, each in found.items()}
    # After five failures in a row the endpoint is left alone, in whichever order they came.
    assert all(reasons[city] in {CITIES[city], "resting"} for city in CITIES)
    assert len({*reasons.values()} - {"resting"}) >= 4
    for city, each in found.items():
        assert each.extractor == ("rules" if each.fallback_reason else "llm")
        assert ("lives_in", city) in {(one.predicate, one.object) for one in each.facts}
        assert "utterance" in {one.kind for one in each.facts}
