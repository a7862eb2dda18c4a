"""Recall over the writer's stores, in memory, at day 10 of 2024."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from services.recall.handlers import Recaller
from tests.support.changes import day, envelope_of
from tests.support.writing import Writing

from membus.adapters.embedders.questions import CachedQuestions
from membus.adapters.memory_stores.working import WorkingReader
from membus.adapters.rules.recall_gate import RulesRecallGate
from membus.bootstrap import RecallParts
from membus.contracts import ids
from membus.contracts.events.recalls import RecallAnswered, RecallRequested, WindowMessage
from membus.ports.sessions import SessionFacts
from membus.settings import Settings

OWNER = ids.owner_of("acme", "ann")
SESSION = ids.session_identity("acme", "s1")


class WordCounter:
    def count(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]


class ClockAt:
    def __init__(self, now: datetime) -> None:
        self._now = now

    def now(self) -> datetime:
        return self._now


class Recalling:
    """The writer, and recall over its stores; `say` puts a message into the window of s1."""

    def __init__(self, writing: Writing, settings: Settings) -> None:
        self.writing = writing
        self.sessions = writing.sessions
        self.now = day(10)
        parts = RecallParts(
            writing.ledger,
            writing.vectors,
            writing.sessions,
            writing.embedder,
            WordCounter(),
            WorkingReader(writing.sessions, writing.embedder),
            ClockAt(self.now),
            RulesRecallGate(),
            CachedQuestions(writing.embedder, size=10, ttl_s=60),
        )
        self._recaller = Recaller(parts, settings)

    @classmethod
    async def started(cls, settings: Settings | None = None) -> "Recalling":
        return cls(await Writing().started(), settings or Settings())

    async def ask(
        self, query: str, *, session: str = "", agent: str | None = None, **fields: Any
    ) -> RecallAnswered:
        request = RecallRequested(
            request_id="r",
            query=query,
            reply_partition=0,
            deadline=self.now + timedelta(seconds=0.25),
            **fields,
        )
        envelope = envelope_of(request, "r", session_id=session, agent_id=agent)
        return await self._recaller.answer(envelope, request)

    async def say(self, text: str, offset: int, **fields: Any) -> None:
        message = WindowMessage(
            message_id=f"m{offset}",
            turn_id=f"t{offset}",
            role="user",
            text=text,
            at=self.now - timedelta(hours=1),
            offset=offset,
            tokens=5,
            **fields,
        )
        await self.sessions.append([(SESSION, message)], 60, 100)
        await self.sessions.set_facts([(SESSION, SessionFacts(OWNER, None, offset))])


def contents(answer: RecallAnswered) -> list[str]:
    return [hit.memory.content for hit in answer.hits]
