"""SessionStore in memory, to the letter of its port."""

import asyncio
from collections.abc import Sequence
from datetime import datetime

from membus.contracts.base import JsonObject
from membus.contracts.events.recalls import WindowMessage
from membus.ports.ledger import Mark
from membus.ports.sessions import SessionFacts


class InMemorySessionStore:
    """Keeps everything in dicts; nothing expires."""

    def __init__(self) -> None:
        # Session → message id → (its place, the entry as it was given last).
        self.windows: dict[str, dict[str, tuple[int, WindowMessage]]] = {}
        self.removed: dict[tuple[str, str], int] = {}
        self.known: dict[str, SessionFacts] = {}
        self.raised: dict[tuple[str, int, str], int] = {}
        # (Tenant, task) → every entry id ever seen → its entry, None once it made room.
        self.entries: dict[tuple[str, str], dict[str, JsonObject | None]] = {}
        self._changed = asyncio.Condition()

    async def window(self, session: str, since: datetime, limit: int) -> list[WindowMessage]:
        found = sorted(self.windows.get(session, {}).values(), key=lambda each: each[0])
        said = [entry.model_copy(update={"offset": place}) for place, entry in found]
        return [entry for entry in said if entry.at >= since][-limit:]

    async def facts(self, session: str) -> SessionFacts | None:
        return self.known.get(session)

    async def sessions(self, owner: str, limit: int) -> list[str]:
        return [name for name, facts in self.known.items() if facts.owner == owner][::-1][:limit]

    async def marks(self, session: str, partition: int) -> dict[str, int]:
        return {
            stage: offset
            for (name, number, stage), offset in self.raised.items()
            if (name, number) == (session, partition)
        }

    async def wait_mark(
        self, session: str, partition: int, stage: str, offset: int, timeout_s: float
    ) -> bool:
        def reached() -> bool:
            return self.raised.get((session, partition, stage), 0) > offset

        def is_open() -> bool:
            facts = self.known.get(session)
            open_from = facts.open_from if facts else None
            return stage == "embedding" and open_from is not None and offset >= open_from

        try:
            async with asyncio.timeout(timeout_s), self._changed:
                await self._changed.wait_for(lambda: reached() or is_open())
        except TimeoutError:
            return reached()
        return reached()

    async def task(self, tenant_id: str, task_id: str) -> list[JsonObject]:
        entries = self.entries.get((tenant_id, task_id), {})
        return [entry for entry in entries.values() if entry is not None]

    async def tasks(self, owner: str, limit: int) -> list[str]:
        found = [
            task_id
            for (_, task_id), entries in self.entries.items()
            if any(entry and entry["owner"] == owner for entry in entries.values())
        ]
        return found[::-1][:limit]

    async def append(
        self, entries: Sequence[tuple[str, WindowMessage]], ttl_s: int, keep: int
    ) -> None:
        for session, message in entries:
            window = self.windows.setdefault(session, {})
            place, known = window.get(message.message_id, (message.offset, message))
            gone = self.removed.get((session, message.message_id), -1)
            if message.offset < known.offset or message.offset <= gone:
                continue
            window[message.message_id] = (min(place, message.offset), message)
            newest = sorted(window, key=lambda name: window[name][0])[-keep:]
            self.windows[session] = {name: window[name] for name in newest}

    async def remove(self, session: str, message_id: str, offset: int) -> bool:
        window = self.windows.get(session, {})
        key = (session, message_id)
        self.removed[key] = max(offset, self.removed.get(key, -1))
        if message_id not in window or window[message_id][1].offset > offset:
            return False
        del window[message_id]
        return True

    async def set_facts(self, facts: Sequence[tuple[str, SessionFacts]]) -> None:
        async with self._changed:
            for session, each in facts:
                self.known.pop(session, None)
                self.known[session] = each
            self._changed.notify_all()

    async def raise_marks(self, marks: Sequence[Mark]) -> None:
        async with self._changed:
            for mark in marks:
                key = (mark.session, mark.partition, mark.stage)
                self.raised[key] = max(mark.offset, self.raised.get(key, 0))
            self._changed.notify_all()

    async def append_task(
        self, entries: Sequence[tuple[str, str, str, JsonObject]], ttl_s: int, keep: int
    ) -> None:
        for tenant_id, task_id, entry_id, entry in entries:
            task = self.entries.pop((tenant_id, task_id), {})
            self.entries[tenant_id, task_id] = task
            task.setdefault(entry_id, entry)
            for oldest in [name for name, each in task.items() if each is not None][:-keep]:
                task[oldest] = None

    async def forget_session(self, session: str) -> None:
        self.windows.pop(session, None)
        self.known.pop(session, None)
        for key in [key for key in self.raised if key[0] == session]:
            del self.raised[key]
