"""The four memory types behind one port: instant, short, long and working.

Everyone gets the reading half; the writing half is given to the one service that owns the store.
"""

from collections.abc import Sequence
from typing import Protocol

from membus.contracts.memory import Memory, MemoryType
from membus.ports.scope import Scope


class MemoryReader(Protocol):
    """Reads memories of one type, within a scope. Raises UnavailableError."""

    @property
    def type(self) -> MemoryType:
        """Which memory type this store holds."""

    async def by_session(self, scope: Scope, session: str, limit: int = 50) -> list[Memory]:
        """Return the newest memories of a session, newest first."""

    async def by_user(self, scope: Scope, limit: int = 100) -> list[Memory]:
        """Return the newest memories of the scope's owners, newest first."""

    async def vector_search(
        self, scope: Scope, vector: Sequence[float], limit: int = 10
    ) -> list[tuple[Memory, float]]:
        """Return the nearest memories with their cosine similarity, best first."""

    async def exact_search(
        self, scope: Scope, terms: Sequence[str], limit: int = 20
    ) -> list[Memory]:
        """Return memories that name every term (entity, identifier, number), newest first."""


class TaskReader(MemoryReader, Protocol):
    """Reads working memory, which belongs to a task rather than to a session."""

    async def by_task(self, scope: Scope, task_id: str, limit: int = 50) -> list[Memory]:
        """Return the newest memories of one task that belong to the scope's owners."""


class MemoryWriter(Protocol):
    """The writing half of a store."""

    async def save(self, memory: Memory, vector: Sequence[float] | None = None) -> None:
        """Store a memory, or replace a lower version of it. A repeated save changes nothing.

        Raises MalformedError for a memory of another type.
        """

    async def delete(self, scope: Scope, memory_id: str, version: int) -> bool:
        """Remove a memory of the scope; return whether it was there.

        `version` is that of the change that removes it: a memory of a higher version stays, and
        one of that version or a lower does not come back.
        """


class MemoryStore(MemoryReader, MemoryWriter, Protocol):
    """Both halves, for the service that owns the store."""
