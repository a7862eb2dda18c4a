"""Extraction over its port: which fact set a turn becomes, on whose terms, and doing it again."""

from datetime import timedelta
from typing import Any

import pytest
from services.extraction.handlers import OPTIONS, ExtractionStage
from tests.support.extraction import SAID_AT, ToldExtractor, message, turn_of

from membus.adapters.rules.extractor import RulesExtractor
from membus.bootstrap import ExtractionParts
from membus.contracts import ids
from membus.contracts.base import Contract
from membus.contracts.envelope import Envelope, body_as, seal
from membus.contracts.events.changes import FactSetExtracted
from membus.contracts.events.messages import SessionEnded
from membus.contracts.events.turns import TurnClosed
from membus.contracts.memory import Fact
from membus.errors import UnavailableError
from membus.kafka.stage import Done, Record
from membus.kafka.topic_registry import CHANGES, TURNS
from membus.ports.models import Extraction, Extractor
from membus.settings import Settings

LIKES_TEA = Fact(
    kind="preference",
    content="User likes tea",
    subject="user",
    predicate="likes",
    object="tea",
    message_id="m0",
    start=0,
    end=10,
    quote="I like tea",
)


class Broken(ToldExtractor):
    async def extract(self, turn: TurnClosed, user_zone: str) -> Extraction:
        raise UnavailableError("the model is away")


def stage(extractor: Extractor, **settings: Any) -> ExtractionStage:
    return ExtractionStage(ExtractionParts(extractor), Settings(**settings))


def record(body: Contract, offset: int = 0, **fields: Any) -> Record:
    values: dict[str, Any] = {
        "event_id": f"closed {offset}",
        "type": type(body).__name__,
        "tenant_id": "acme",
        "user_id": "ann",
        "agent_id": "helper",
        "session_id": "s1",
        "task_id": "task",
        "occurred_at": SAID_AT,
        "user_zone": "Asia/Shanghai",
        "correlation_id": "trace",
        "body": seal(body),
    }
    envelope = Envelope(**values | fields)
    return Record(
        topic=TURNS,
        partition=2,
        offset=offset,
        key="s1",
        value=envelope.to_bytes(),
        headers=(),
        appended_at=SAID_AT,
        envelope=envelope,
        body=body,
    )


async def done(made: ExtractionStage, *records: Record) -> list[Done]:
    results = await made.handle(records)
    assert all(isinstance(result, Done) for result in results)
    return [result for result in results if isinstance(result, Done)]


def fact_set(result: Done) -> FactSetExtracted:
    (outgoing,) = result.emit
    return body_as(outgoing.envelope, FactSetExtracted)


async def test_a_turn_becomes_one_fact_set_of_its_owner() -> None:
    closed = turn_of([message("I like tea"), message("Noted.", 1, "assistant", "helper")])
    (result,) = await done(stage(ToldExtractor([LIKES_TEA])), record(closed))
    (outgoing,) = result.emit
    found = fact_set(result)

    assert (result.outcome, result.produced) == ("stored", (outgoing.envelope.event_id,))
    assert (outgoing.topic, outgoing.key) == (CHANGES, ids.owner_of("acme", "ann"))
    assert found.facts == [LIKES_TEA]
    assert (found.extractor, found.extractor_version) == ("told", "7")
    assert (found.partition, found.covers, found.settled_to) == (2, [10, 11], 12)
    assert [(each.message_id, each.offset, each.role, each.speaker) for each in found.messages] == [
        ("m0", 10, "user", ""),
        ("m1", 11, "assistant", "helper"),
    ]


async def test_it_goes_on_the_turns_terms() -> None:
    last = message("I like tea", 1).model_copy(update={"at": SAID_AT + timedelta(minutes=5)})
    closed = turn_of([message("hello"), last])
    cause = record(closed, visibility="private", participants="many", space_id="team")
    (result,) = await done(stage(ToldExtractor()), cause)
    envelope = result.emit[0].envelope

    assert result.emit[0].key == ids.owner_of("acme", "ann", "team") == envelope.owner
    assert envelope.model_dump(exclude={"event_id", "type", "body"}) == cause.envelope.model_dump(
        exclude={"event_id", "type", "body"}
    ) | {
        "producer": "extraction",
        "causation_id": cause.envelope.event_id,
        "occurred_at": SAID_AT + timedelta(minutes=5),
    }


async def test_the_id_is_the_turns_revision_and_generation() -> None:
    closed = turn_of([message("I like tea")])
    ((first,), (again,)) = [
        await done(stage(ToldExtractor([LIKES_TEA])), record(closed, offset)) for offset in (0, 9)
    ]
    (later,) = await done(stage(ToldExtractor()), record(turn_of([message("hi")], revision=2)))
    (shadow,) = await done(stage(ToldExtractor(), generation="shadow"), record(closed))

    assert fact_set(first).fact_set_id == ids.fact_set_id("t1", 1, "live")
    assert first.produced == again.produced == (fact_set(first).fact_set_id,)
    assert len({first.produced, later.produced, shadow.produced}) == 3


async def test_a_skipped_turn_travels_on_unread() -> None:
    told = ToldExtractor([LIKES_TEA])
    closed = turn_of([message("hi")], skipped=True, skip_reason="greeting")
    (result,) = await done(stage(told), record(closed))

    assert (result.outcome, result.reason) == ("skipped", "greeting")
    assert (fact_set(result).facts, fact_set(result).skip_reason) == ([], "greeting")
    assert fact_set(result).settled_to == closed.settled_to
    assert told.asked == []


async def test_a_void_revision_travels_on_so_that_its_evidence_is_withdrawn() -> None:
    (result,) = await done(stage(RulesExtractor()), record(turn_of([], revision=3)))
    assert (fact_set(result).facts, fact_set(result).revision) == ([], 3)
    assert result.emit[0].envelope.occurred_at == SAID_AT


async def test_the_extractor_is_told_the_users_zone() -> None:
    told = ToldExtractor()
    await done(stage(told), record(turn_of([message("hi")]), user_zone="Europe/Oslo"))
    assert told.asked == [("t1", "Europe/Oslo")]


async def test_several_turns_of_a_session_keep_their_order() -> None:
    records = [
        record(turn_of([message("I like tea")], turn_id=f"t{number}"), number)
        for number in range(4)
    ]
    results = await done(stage(RulesExtractor()), *records)
    assert [fact_set(result).turn_id for result in results] == ["t0", "t1", "t2", "t3"]


async def test_other_events_are_none_of_its_business() -> None:
    (result,) = await done(stage(ToldExtractor()), record(SessionEnded()))
    assert (result.outcome, result.emit) == (None, ())
    assert OPTIONS.types == ("TurnClosed",)


async def test_a_model_that_is_away_is_the_runtimes_to_retry() -> None:
    with pytest.raises(UnavailableError):
        await stage(Broken()).handle([record(turn_of([message("I like tea")]))])
