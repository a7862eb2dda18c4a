"""Compression over its ports: when it summarises, what it publishes, and doing it again."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from services.compression.handlers import CompressionStage
from tests.support.context_suite import ContextSuite
from tests.support.contexts import InMemoryContextStore
from tests.support.sessions import InMemorySessionStore

from membus.bootstrap import CompressionParts
from membus.contracts import ids
from membus.contracts.envelope import Envelope, body_as, seal
from membus.contracts.events.turns import (
    GateLabel,
    Summary,
    SummaryWritten,
    TurnClosed,
    TurnMessage,
)
from membus.contracts.msg import Msg
from membus.errors import MalformedError, UnavailableError
from membus.kafka.stage import Done, Record, Retry
from membus.ports.ledger import Mark
from membus.settings import Settings

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
SESSION = ids.session_identity("default", "s1")
SETTINGS = Settings(compression={"context_size": 100, "summary_tokens": 50})


class TestInMemoryContextStore(ContextSuite):
    @pytest.fixture
    def store(self) -> InMemoryContextStore:
        return InMemoryContextStore()


class WordCounter:
    def count(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]


class Clock:
    def __init__(self) -> None:
        self.time = NOON

    def now(self) -> datetime:
        return self.time


class Scribe:
    """Summarises as the list of what it was given; refuses as often as `refuse` says."""

    name = "scribe"

    def __init__(self) -> None:
        self.refuse = 0
        self.asked: list[list[str]] = []

    async def summarise(
        self, previous: Summary | None, messages: Sequence[tuple[str, str]], max_tokens: int
    ) -> Summary:
        self.asked.append([text.split()[0] for _, text in messages])
        if self.refuse:
            self.refuse -= 1
            raise MalformedError("too long for me")
        return Summary(task_overview=" ".join(self.asked[-1]))


class Compression:
    """A stage on in-memory stores; the memory's mark is at `memory_at`."""

    def __init__(self, memory_at: int = 1000) -> None:
        self.contexts = InMemoryContextStore()
        self.sessions = InMemorySessionStore()
        self.sessions.raised[SESSION, 0, "embedding"] = memory_at
        self.scribe = Scribe()
        self.clock = Clock()
        self.restart()

    def restart(self) -> None:
        parts = CompressionParts(
            self.contexts, self.sessions, self.scribe, WordCounter(), self.clock
        )
        self.stage = CompressionStage(parts, SETTINGS)

    async def summaries(self, *records: Record) -> list[SummaryWritten]:
        results = await self.stage.handle(records)
        return [
            body_as(event.envelope, SummaryWritten)
            for result in results
            if isinstance(result, Done)
            for event in result.emit
        ]


def turn(number: int, words: int = 30, *, revision: int = 1, **fields: Any) -> Record:
    """Return a turn of one message that starts with its own name."""
    skipped = fields.pop("skipped", False)
    message = TurnMessage(
        msg=Msg.model_validate(
            {"id": f"m{number}", "role": "user", "content": f"w{number}" + " word" * (words - 1)}
        ),
        event_id=f"e{number}",
        partition=0,
        offset=number,
        ordinal=number,
        at=NOON + timedelta(minutes=number),
        appended_at=NOON,
        label=GateLabel(relevant=not skipped),
    )
    body = TurnClosed(
        turn_id=f"t{number}",
        revision=revision,
        closed_by="reply_completed",
        messages=[message],
        partition=0,
        covers=[number],
        settled_to=number + 1,
        skipped=skipped,
        skip_reason="greeting" if skipped else "",
    )
    envelope = Envelope.model_validate(
        {
            "event_id": f"turn{number}.{revision}",
            "type": "TurnClosed",
            "schema_version": 1,
            "user_id": "ann",
            "session_id": "s1",
            "occurred_at": NOON,
            "body": seal(body),
            **fields,
        }
    )
    return Record("membus.turns.v1", 0, number, envelope.session_id, b"", (), NOON, envelope, body)


async def test_a_session_below_the_trigger_is_left_alone() -> None:
    compression = Compression()
    assert await compression.stage.handle([turn(0), turn(1)]) == [Done("stored"), Done("stored")]
    assert compression.scribe.asked == []


async def test_a_session_that_outgrew_its_context_gets_a_summary() -> None:
    compression = Compression()
    (written,) = await compression.summaries(turn(0), turn(1), turn(2, 9), turn(3))
    # 99 words pass the trigger of 80; the reserve of 10 has no room for the newest turn.
    assert compression.scribe.asked == [["w0", "w1", "w2", "w3"]]
    assert written.summary.task_overview == "w0 w1 w2 w3"
    assert (written.covers_to, written.messages, written.turn_id) == (4, 4, "t3")
    assert (written.tokens_before, written.tokens_after) == (99, 5)
    assert (written.previous, written.truncated, written.summariser) == (None, False, "scribe")


async def test_the_reserve_and_what_comes_after_stay_in_the_context() -> None:
    compression = Compression()
    (written,) = await compression.summaries(turn(0, 70), turn(1, 10), turn(2, 5))
    assert (written.covers_to, written.messages, written.turn_id) == (1, 1, "t1")
    assert compression.scribe.asked == [["w0"]]
    context = compression.contexts.contexts[SESSION]
    assert [entry.msg.id for entry in context.entries] == ["m1", "m2"]


async def test_the_event_goes_on_the_turns_terms() -> None:
    compression = Compression()
    cause = turn(0, 90, space_id="team", agent_id="bot", tenant_id="default", task_id="t")
    (result,) = await compression.stage.handle([cause])
    assert isinstance(result, Done)
    (event,) = result.emit
    assert (event.topic, event.key) == ("membus.summaries.v1", "s1")
    assert event.envelope.event_id == ids.event_id("SummaryWritten", "turn0.1")
    assert result.produced == (event.envelope.event_id,)
    assert (event.envelope.owner, event.envelope.agent_id) == ("default/s/team", "bot")
    assert event.envelope.causation_id == "turn0.1"


async def test_the_next_summary_rests_on_the_one_before() -> None:
    compression = Compression()
    await compression.summaries(turn(0, 90))
    compression.restart()
    (second,) = await compression.summaries(turn(1, 90))
    assert second.previous == ids.event_id("SummaryWritten", "turn0.1")
    assert compression.scribe.asked == [["w0"], ["w1"]]


async def test_a_redelivery_tells_again_and_asks_no_model() -> None:
    compression = Compression()
    records = [turn(0, 50), turn(1, 50)]
    before = await compression.stage.handle(records)
    compression.restart()
    assert await compression.stage.handle(records) == before
    assert await compression.stage.handle([records[1], records[1]]) == [before[1], before[1]]
    assert len(compression.scribe.asked) == 1


async def test_a_later_revision_takes_the_place_of_the_earlier() -> None:
    compression = Compression()
    await compression.stage.handle([turn(0, 50)])
    await compression.stage.handle([turn(0, 60, revision=2)])
    assert compression.scribe.asked == []


async def test_skipped_turns_enter_no_summary() -> None:
    compression = Compression()
    results = await compression.stage.handle([turn(0, 50, skipped=True), turn(1, 50)])
    assert results == [Done("skipped", "greeting"), Done("stored")]


async def test_a_turn_that_became_empty_talk_leaves_the_context() -> None:
    compression = Compression()
    await compression.stage.handle([turn(0, 50), turn(0, 1, revision=2, skipped=True), turn(1, 50)])
    assert compression.scribe.asked == []


async def test_nothing_is_summarised_before_the_memory_has_it() -> None:
    compression = Compression(memory_at=0)
    ready, held, behind = await compression.stage.handle([turn(0, 50), turn(1, 50), turn(2, 1)])
    assert ready == Done("stored")
    assert isinstance(held, Retry)
    assert isinstance(behind, Retry)
    await compression.sessions.raise_marks([Mark(SESSION, 0, "embedding", 2)])
    (written,) = await compression.summaries(turn(1, 50), turn(2, 1))
    assert written.covers_to == 2


async def test_after_long_the_session_goes_on_and_the_next_turn_tries() -> None:
    compression = Compression(memory_at=0)
    (held,) = await compression.stage.handle([turn(0, 90)])
    assert isinstance(held, Retry)
    compression.clock.time += timedelta(minutes=1)
    assert await compression.stage.handle([turn(0, 90)]) == [Done("stored")]
    await compression.sessions.raise_marks([Mark(SESSION, 0, "embedding", 2)])
    assert len(await compression.summaries(turn(1, 1))) == 1


async def test_a_summariser_that_refuses_is_asked_once_more_for_the_newest() -> None:
    compression = Compression()
    compression.scribe.refuse = 1
    (written,) = await compression.summaries(turn(0, 50), turn(1, 60))
    assert compression.scribe.asked == [["w0", "w1"], ["w1"]]
    assert written.truncated


async def test_one_that_refuses_that_too_leaves_the_old_summary_and_a_notice() -> None:
    compression = Compression()
    await compression.summaries(turn(0, 90))
    compression.scribe.refuse = 2
    (written,) = await compression.summaries(turn(1, 90))
    assert written.summary.task_overview == "w0"
    assert "left out" in written.summary.current_state
    assert written.truncated


async def test_two_members_at_once_lose_no_turn() -> None:
    compression = Compression()
    await compression.stage.handle([turn(0, 1)])
    other = InMemoryContextStore()
    other.contexts = dict(compression.contexts.contexts)
    stale = CompressionStage(
        CompressionParts(
            _Behind(compression.contexts, other),
            compression.sessions,
            compression.scribe,
            WordCounter(),
            compression.clock,
        ),
        SETTINGS,
    )
    await compression.stage.handle([turn(1, 1)])
    with pytest.raises(UnavailableError):
        await stale.handle([turn(2, 1)])
    assert "turn2.1" not in compression.contexts.decisions


class _Behind(InMemoryContextStore):
    """Reads what was, writes to what is."""

    def __init__(self, now: InMemoryContextStore, before: InMemoryContextStore) -> None:
        self.contexts = before.contexts
        self.decisions = before.decisions
        self.save = now.save  # type: ignore[method-assign]  # a member that read too early


async def test_private_talk_makes_the_summary_private_to_its_agent() -> None:
    compression = Compression()
    mine = turn(0, 50, visibility="private", agent_id="bot")
    theirs = turn(1, 50, visibility="private", agent_id="spy")
    shared = turn(2, 50, agent_id="spy")
    results = await compression.stage.handle([mine, theirs, shared])
    assert results[1] == Done("skipped", "private to another agent")
    assert isinstance(results[2], Done)
    (event,) = results[2].emit
    assert (event.envelope.visibility, event.envelope.agent_id) == ("private", "bot")
    assert compression.scribe.asked == [["w0", "w2"]]
