"""Worlds for tests of a whole stack: what one user said, each text in a session of its own."""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.support.stack import unique

from membus import MemoryClient
from membus.bootstrap import ledger_reader
from membus.contracts import ids
from membus.contracts.events.recalls import RecallAnswered, Receipt
from membus.contracts.memory import Memory, Status
from membus.ports.scope import Scope
from membus.settings import Settings

SPRING = datetime(2026, 3, 2, 9, tzinfo=UTC)
EVERY_STATUS: tuple[Status, ...] = ("active", "superseded", "merged", "expired", "forgotten")
_WAIT_S = 150.0


@dataclass(frozen=True, slots=True)
class Told:
    """What a user says at a time, in a zone that decides what day it is for him."""

    text: str
    at: datetime = SPRING
    zone: str = "UTC"


def told(*texts: str) -> list[Told]:
    """Texts that are said a day apart."""
    return [Told(text, SPRING + timedelta(days=day)) for day, text in enumerate(texts)]


class Worlds:
    """The published worlds, by their names; each has a user of its own."""

    def __init__(self, stack: Settings, bus: MemoryClient) -> None:
        self.bus = bus
        self.users: dict[str, str] = {}
        self._stack = stack

    async def publish(self, worlds: Mapping[str, Iterable[Told]]) -> None:
        """Publish worlds, or what their users say later, and wait until all is in memory."""
        receipts: list[Receipt] = []
        for world, texts in worlds.items():
            user = self.users.setdefault(world, unique("user"))
            for one in texts:
                receipts += await self.say(user, one)
        await self.bus.wait(receipts, timeout_s=_WAIT_S)

    async def say(self, user: str, one: Told, *before: Mapping[str, Any]) -> list[Receipt]:
        """Publish one text and a reply as a session, after what a framework puts in front."""
        return await self.bus.publish(
            [
                *map(dict, before),
                {"role": "user", "content": one.text},
                {"role": "assistant", "content": "Noted."},
            ],
            user_id=user,
            session_id=unique("s"),
            occurred_at=one.at,
            user_zone=one.zone,
        )

    async def ask(self, world: str, question: str, **options: Any) -> RecallAnswered:
        """Ask in no session."""
        return await self.bus.recall(question, user_id=self.users[world], **options)

    async def memories(self, world: str, statuses: Sequence[Status] = EVERY_STATUS) -> list[Memory]:
        """All that is stored of the world's user."""
        tenant = self._stack.default_tenant
        scope = Scope(tenant, (ids.owner_of(tenant, self.users[world]),))
        async with ledger_reader(self._stack) as ledger:
            return await ledger.page(scope, statuses=statuses, limit=1000)


@asynccontextmanager
async def published(stack: Settings, worlds: Mapping[str, Iterable[Told]]) -> AsyncIterator[Worlds]:
    """Publish worlds through a client that stays open for the questions."""
    async with MemoryClient(stack, user_zone="UTC") as bus:
        made = Worlds(stack, bus)
        await made.publish(worlds)
        yield made


def contents(answer: RecallAnswered) -> list[str]:
    """What the hits say, best first."""
    return [hit.memory.content for hit in answer.hits]
