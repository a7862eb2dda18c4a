"""Working memory: the context of a task, which several sessions and agents may share.

A context is a list of entries, and its memories are their fold: a message, a memory that was saved
(the highest version counts), or the word that one was removed.
"""

import asyncio
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from membus.adapters.memory_stores import few
from membus.adapters.memory_stores.checks import must_be
from membus.adapters.memory_stores.said import utterance
from membus.contracts import ids
from membus.contracts.base import JsonObject
from membus.contracts.memory import Memory, MemoryType
from membus.errors import MalformedError
from membus.ports.models import Embedder
from membus.ports.scope import Scope
from membus.ports.sessions import SessionReader, SessionStore

# How many of an owner's newest tasks are looked at.
_TASKS = 20


class WorkingReader:
    """Reads task contexts; a memory carries its task's id as the extra field `task_id`."""

    type: MemoryType = "working"

    def __init__(self, sessions: SessionReader, embedder: Embedder) -> None:
        self._sessions = sessions
        self._embedder = embedder

    async def by_task(self, scope: Scope, task_id: str, limit: int = 50) -> list[Memory]:
        """Return the newest memories of one task that belong to the scope's owners."""
        return few.newest_first(await self._of_task(scope, task_id))[:limit]

    async def by_session(self, scope: Scope, session: str, limit: int = 50) -> list[Memory]:
        """Return what a session added to its owners' tasks, newest first."""
        return [one for one in await self._all(scope) if one.session == session][:limit]

    async def by_user(self, scope: Scope, limit: int = 100) -> list[Memory]:
        """Return the newest memories of the owners' newest tasks, newest first."""
        return (await self._all(scope))[:limit]

    async def vector_search(
        self, scope: Scope, vector: Sequence[float], limit: int = 10
    ) -> list[tuple[Memory, float]]:
        """Return the nearest memories; their texts are embedded now."""
        return await few.nearest(await self.by_user(scope), vector, self._embedder, limit)

    async def exact_search(
        self, scope: Scope, terms: Sequence[str], limit: int = 20
    ) -> list[Memory]:
        """Return memories whose words name every term, newest first."""
        return few.naming(await self._all(scope), terms, limit)

    async def _all(self, scope: Scope) -> list[Memory]:
        of_owners = [self._sessions.tasks(owner, _TASKS) for owner in scope.owners]
        names = [name for found in await asyncio.gather(*of_owners) for name in found]
        contexts = [self._of_task(scope, name) for name in dict.fromkeys(names)]
        found = [memory for context in await asyncio.gather(*contexts) for memory in context]
        return few.newest_first(found)

    async def _of_task(self, scope: Scope, task_id: str) -> list[Memory]:
        entries = await self._sessions.task(scope.tenant_id, task_id)
        owned = [entry for entry in entries if entry.get("owner") in scope.owners]
        folded = _fold(owned, scope, task_id)
        return [one for one in folded if scope.sees(one.visibility, one.agent_id)]


class WorkingStore(WorkingReader):
    """Both halves, for ingestion; `keep` is how many entries of a task stay."""

    _sessions: SessionStore

    def __init__(self, sessions: SessionStore, embedder: Embedder, ttl_s: int, keep: int) -> None:
        super().__init__(sessions, embedder)
        self._ttl_s = ttl_s
        self._keep = keep

    async def save(self, memory: Memory, vector: Sequence[float] | None = None) -> None:
        """Add a memory to the task that its extra field `task_id` names.

        Raises MalformedError without one.
        """
        del vector  # the few texts of a task are embedded when they are searched
        must_be(memory, self.type)
        entry = {"owner": memory.owner, "memory": memory.model_dump(mode="json")}
        await self._add(memory.tenant_id, task_of(memory), memory.memory_id, memory.version, entry)

    async def delete(self, scope: Scope, memory_id: str, version: int) -> bool:
        """Remove a memory from its task."""
        for memory in await self._all(scope):
            if memory.memory_id == memory_id and memory.version <= version:
                entry = {"owner": memory.owner, "removed": memory_id, "version": version}
                task_id = task_of(memory)
                await self._add(scope.tenant_id, task_id, memory_id, version, entry)
                return True
        return False

    async def _add(
        self, tenant_id: str, task_id: str, memory_id: str, version: int, entry: JsonObject
    ) -> None:
        entry_id = ids.join(memory_id, str(version), *(["removed"] if "removed" in entry else []))
        entries = [(tenant_id, task_id, entry_id, entry)]
        await self._sessions.append_task(entries, self._ttl_s, self._keep)


def task_of(memory: Memory) -> str:
    """Return the task that a working memory belongs to. Raises MalformedError without one."""
    task_id: Any = (memory.model_extra or {}).get("task_id")
    if not isinstance(task_id, str):
        raise MalformedError(f"memory {memory.memory_id} is working memory without a task_id")
    return task_id


def _fold(entries: Sequence[JsonObject], scope: Scope, task_id: str) -> Iterator[Memory]:
    held: dict[str, tuple[int, bool, Memory | None]] = {}
    for entry in entries:
        memory_id, version, memory = _read(entry, scope, task_id)
        # Of one version, the removal is the later word.
        standing = (version, memory is None, memory)
        if memory_id not in held or standing[:2] >= held[memory_id][:2]:
            held[memory_id] = standing
    return (memory for *_, memory in held.values() if memory is not None)


def _read(entry: JsonObject, scope: Scope, task_id: str) -> tuple[str, int, Memory | None]:
    if "removed" in entry:
        return entry["removed"], entry["version"], None
    if "memory" in entry:
        memory = Memory.model_validate(entry["memory"])
    else:
        memory = utterance(
            "working",
            memory_id=entry["message_id"],
            version=-1,
            owner=entry["owner"],
            tenant_id=scope.tenant_id,
            session_id=entry["session_id"],
            speaker=entry["name"] or entry["role"],
            text=entry["text"],
            at=datetime.fromisoformat(entry["at"]),
            agent_id=entry.get("agent_id"),
            visibility=entry.get("visibility", "shared"),
        ).model_copy(update={"task_id": task_id})
    return memory.memory_id, memory.version, memory
