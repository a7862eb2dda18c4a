"""What is published for measuring: conversations, and fact sets as extraction would write them."""

import asyncio
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

from membus.contracts import ids
from membus.contracts.envelope import Envelope, seal
from membus.contracts.events.changes import FactSetExtracted, MessageRef
from membus.contracts.memory import Fact
from membus.kafka.producer import EventProducer
from membus.kafka.stage import Outgoing
from membus.kafka.topics import CHANGES
from membus.settings import Settings

START = datetime(2026, 1, 1, tzinfo=UTC)
CITIES = ("Oslo", "Rome", "Lyon", "Porto", "Graz", "Turin", "Bergen", "Ghent", "Basel", "Malmo")
THINGS = ("green tea", "hiking boots", "jazz records", "old maps", "sourdough", "board games")
CHINESE = ("喜欢喝乌龙茶", "周末常去爬山", "在学弹钢琴", "想换一台相机", "对花粉过敏")


def sentence(number: int) -> tuple[str, str]:
    """Return (language, a sentence that no other number gives)."""
    if number % 3 == 2:
        return "zh", f"我{CHINESE[number % 5]}，编号是 B{number}，上次去了第 {number} 号店。"
    city, thing = CITIES[number % 10], THINGS[number // 10 % 6]
    return "en", f"In week {number} I bought {thing} in {city}, receipt B{number}, for my sister."


def question(number: int) -> str:
    """Return what a user would ask about a sentence."""
    if number % 3 == 2:
        return f"编号是 B{number} 的那次，我去了哪家店？"
    return f"What did I buy in {CITIES[number % 10]} with receipt B{number}?"


def fact_sets(users: int, memories: int) -> Iterator[Outgoing]:
    """Yield one fact set a memory, users in turn."""
    for number in range(memories):
        user = f"user-{number % users}"
        session = f"{user}-{number // users // 20}"
        yield _fact_set(user, session, number, number // users)


def _fact_set(user: str, session: str, number: int, ordinal: int) -> Outgoing:
    language, text = sentence(number)
    identity = ids.session_identity("default", session)
    message, at = f"m{number}", START + timedelta(minutes=number)
    turn = ids.turn_id(identity, message)
    fact = Fact(
        kind="utterance",
        content=text,
        language=language,
        subject="user",
        predicate="said",
        object=text,
        message_id=message,
        speaker=user,
        end=len(text),
        quote=text,
        entities=[f"B{number}"],
        context=[sentence(number - back)[1] for back in (3, 2, 1) if number > back],
    )
    reference = MessageRef(
        message_id=message,
        event_id=ids.derive("bench", message),
        offset=number,
        ordinal=ordinal,
        role="user",
        speaker=user,
        at=at,
        appended_at=at,
    )
    body = FactSetExtracted(
        fact_set_id=ids.fact_set_id(turn, 1, "live"),
        turn_id=turn,
        revision=1,
        extractor="bench",
        extractor_version="1",
        facts=[fact],
        messages=[reference],
        partition=0,
        covers=[number],
        settled_to=number + 1,
    )
    envelope = Envelope(
        event_id=ids.event_id("FactSetExtracted", turn, "1"),
        type="FactSetExtracted",
        user_id=user,
        session_id=session,
        occurred_at=at,
        producer="bench",
        body=seal(body),
    )
    return Outgoing(CHANGES, envelope.owner, envelope)


async def publish(settings: Settings, events: Iterable[Outgoing]) -> None:
    """Publish events as fast as Kafka takes them."""
    async with EventProducer(settings.kafka, "membus-bench") as producer:
        batch: list[Outgoing] = []
        for event in events:
            batch.append(event)
            if len(batch) == 500:
                await producer.publish(batch)
                batch = []
        await producer.publish(batch)
        await asyncio.sleep(0)


def conversations(sessions: int, messages: int) -> Iterator[tuple[object, dict[str, str]]]:
    """Yield (message, options): question and answer by turns, sessions interleaved."""
    for number in range(messages):
        session = f"talk-{number % sessions}"
        role = ("user", "assistant")[number // sessions % 2]
        text = sentence(number)[1] if role == "user" else f"Noted: number {number}."
        yield (
            {"id": f"m{number}", "role": role, "content": text},
            {"user_id": f"u-{session}", "session_id": session},
        )
