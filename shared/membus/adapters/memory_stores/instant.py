"""Instant memory: the window of a session, each message of it one memory.

A memory's id is its message's, its version the message's offset.
"""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from urllib.parse import unquote

from membus.adapters.memory_stores import few
from membus.adapters.memory_stores.checks import must_be
from membus.adapters.memory_stores.said import utterance
from membus.contracts.events.recalls import WindowMessage
from membus.contracts.memory import Memory, MemoryType
from membus.errors import NotAllowedError
from membus.ports.models import Clock, Embedder
from membus.ports.scope import Scope
from membus.ports.sessions import SessionFacts, SessionReader, SessionStore

# How much is looked at: sessions of an owner, and messages of each.
_SESSIONS = 20
_MESSAGES = 200


class InstantReader:
    """Reads the windows of sessions, each within `ttl_s` seconds of now."""

    type: MemoryType = "instant"

    def __init__(
        self, sessions: SessionReader, embedder: Embedder, clock: Clock, ttl_s: int
    ) -> None:
        self._sessions = sessions
        self._embedder = embedder
        self._clock = clock
        self._ttl_s = ttl_s

    async def by_session(self, scope: Scope, session: str, limit: int = 50) -> list[Memory]:
        """Return the newest messages of a session, newest first; none of another owner's."""
        facts = await self._sessions.facts(session)
        if facts is None or facts.owner not in scope.owners:
            return []
        since = self._clock.now() - timedelta(seconds=self._ttl_s)
        window = await self._sessions.window(session, since, limit)
        return [
            _memory(message, session, facts.owner, scope)
            for message in reversed(window)
            if scope.sees(message.visibility, message.agent_id)
        ]

    async def by_user(self, scope: Scope, limit: int = 100) -> list[Memory]:
        """Return the newest messages of the owners' newest sessions, newest first."""
        return (await self._all(scope))[:limit]

    async def vector_search(
        self, scope: Scope, vector: Sequence[float], limit: int = 10
    ) -> list[tuple[Memory, float]]:
        """Return the nearest messages; their texts are embedded now."""
        return await few.nearest(await self.by_user(scope), vector, self._embedder, limit)

    async def exact_search(
        self, scope: Scope, terms: Sequence[str], limit: int = 20
    ) -> list[Memory]:
        """Return messages whose words name every term, newest first."""
        return few.naming(await self._all(scope), terms, limit)

    async def _all(self, scope: Scope) -> list[Memory]:
        of_owners = [self._sessions.sessions(owner, _SESSIONS) for owner in scope.owners]
        sessions = [name for names in await asyncio.gather(*of_owners) for name in names]
        windows = [self.by_session(scope, session, _MESSAGES) for session in sessions]
        found = [memory for window in await asyncio.gather(*windows) for memory in window]
        return few.newest_first(found)


class InstantStore(InstantReader):
    """Both halves, for ingestion; `keep` is how many messages of a session stay."""

    _sessions: SessionStore

    def __init__(
        self, sessions: SessionStore, embedder: Embedder, clock: Clock, ttl_s: int, keep: int
    ) -> None:
        super().__init__(sessions, embedder, clock, ttl_s)
        self._keep = keep

    async def save(self, memory: Memory, vector: Sequence[float] | None = None) -> None:
        """Add a message to its session's window, or replace a lower version of it.

        Raises NotAllowedError for another owner's session.
        """
        del vector  # the few texts of a window are embedded when they are searched
        must_be(memory, self.type)
        facts = await self._sessions.facts(memory.session)
        if facts is None:
            await self._sessions.set_facts([(memory.session, SessionFacts(memory.owner, None))])
        elif facts.owner != memory.owner:
            raise NotAllowedError(f"session {memory.session} belongs to another owner")
        message = WindowMessage(
            message_id=memory.memory_id,
            turn_id=memory.turn_id,
            role="user",
            name=memory.speaker,
            text=memory.content,
            at=memory.valid_from,
            offset=memory.version,
            agent_id=memory.agent_id,
            visibility=memory.visibility,
        )
        await self._sessions.append([(memory.session, message)], self._ttl_s, self._keep)

    async def delete(self, scope: Scope, memory_id: str, version: int) -> bool:
        """Remove a message from its window."""
        for memory in await self._all(scope):
            if memory.memory_id == memory_id:
                return await self._sessions.remove(memory.session, memory_id, version)
        return False


def _memory(message: WindowMessage, session: str, owner: str, scope: Scope) -> Memory:
    return utterance(
        "instant",
        memory_id=message.message_id,
        version=message.offset,
        owner=owner,
        tenant_id=scope.tenant_id,
        session_id=unquote(session.rpartition("/")[2]),
        turn_id=message.turn_id,
        speaker=message.name or message.role,
        text=message.text,
        at=message.at,
        agent_id=message.agent_id,
        visibility=message.visibility,
    )
