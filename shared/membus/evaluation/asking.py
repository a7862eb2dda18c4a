"""Questions to a running stack through the client, a few at a time, each of them timed."""

import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from membus.client import MemoryClient
from membus.contracts.events.recalls import RecallAnswered
from membus.evaluation.bounded import map_bounded
from membus.evaluation.publishing import TENANT
from membus.settings import Settings

K = 10
"""How many memories a question asks for."""

# Longer than a user would wait: a slow machine shows in the latency, not as a lost answer.
_DEADLINE_S = 15.0


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, by whom and where; `relevant` are the messages that hold the answer."""

    id: str
    category: str
    text: str
    user_id: str
    relevant: frozenset[str] = frozenset()
    session_id: str | None = None
    agent_id: str | None = None
    as_of: datetime | None = None
    zone: str = "UTC"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its answer, and how long the caller waited for it in ms."""

    question: Question
    answer: RecallAnswered
    latency_ms: float

    @property
    def refused(self) -> bool:
        """Whether the gate turned it away before any search; that search is what is timed."""
        return self.answer.abstained and "search" not in self.answer.timings_ms

    @property
    def contents(self) -> list[str]:
        """What the memories that came say, best first."""
        return [hit.memory.content for hit in self.answer.hits]

    @property
    def sources(self) -> list[list[str]]:
        """Per memory that came, best first: the ids of its messages."""
        return [hit.sources for hit in self.answer.hits]


class Asker:
    """Asks recall; a client for each time zone, since a client's caller lives in one."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._clients: dict[str, MemoryClient] = {}
        self._open = AsyncExitStack()

    async def __aenter__(self) -> Self:
        """Return the asker; it connects when it is first used."""
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._open.aclose()

    async def client(self, zone: str) -> MemoryClient:
        """Return the client of a zone, connected, so that no question is timed with that."""
        if zone not in self._clients:
            client = MemoryClient(self._settings, tenant_id=TENANT, user_zone=zone)
            self._clients[zone] = await self._open.enter_async_context(client)
            # An empty question leaves no record.
            await client.recall("", user_id="nobody", deadline_s=_DEADLINE_S)
        return self._clients[zone]

    async def ask(self, question: Question) -> Asked:
        """Ask for the best K memories. Raises as MemoryClient.recall."""
        client = await self.client(question.zone)
        began = time.perf_counter()
        answer = await client.recall(
            question.text,
            user_id=question.user_id,
            session_id=question.session_id,
            agent_id=question.agent_id,
            as_of=question.as_of,
            k=K,
            deadline_s=_DEADLINE_S,
        )
        return Asked(question, answer, (time.perf_counter() - began) * 1000)


async def ask_all(
    settings: Settings, questions: Sequence[Question], concurrency: int
) -> list[Asked]:
    """Ask all, `concurrency` at a time; return the answers in the order of the questions."""
    async with Asker(settings) as asker:
        for zone in {question.zone for question in questions}:
            await asker.client(zone)
        return await map_bounded(asker.ask, questions, concurrency)
