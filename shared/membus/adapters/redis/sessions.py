"""RedisSessionStore: windows, facts, marks and task contexts of sessions, as a cache."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import astuple
from datetime import datetime
from typing import Any, TypeVar

from redis.commands.core import AsyncScript

from membus.adapters.redis import scripts
from membus.adapters.redis.changes import Changes
from membus.adapters.redis.connection import connect, redis_errors
from membus.contracts import ids
from membus.contracts.base import JsonObject
from membus.contracts.events.recalls import WindowMessage
from membus.ports.ledger import Mark
from membus.ports.sessions import SessionFacts

# Facts and marks that nothing touched for so long are dropped; ledger and log hold them.
_KEPT_S = 7 * 86_400
# How many of an owner's newest sessions and tasks are known by owner.
_KEPT_OF_OWNER = 100
# One script holds Redis for as long as it runs: about 2 ms for so many items.
_BATCH = 500
_Item = TypeVar("_Item")


class RedisSessionStore:
    """Both halves of the store; every call raises UnavailableError when Redis does not serve.

    Every key and the channel open with `prefix`; the parts that follow are percent-encoded.
    """

    def __init__(self, url: str, *, timeout_s: float, prefix: str = "membus") -> None:
        self._client = connect(url, timeout_s)
        self._prefix = prefix
        self._channel = self._key("changes")
        # A connection of its own: a subscription must not queue behind those who wait for it.
        self._changes = Changes(connect(url, timeout_s), self._channel)
        script = self._client.register_script
        self._append: AsyncScript = script(scripts.APPEND)
        self._remove: AsyncScript = script(scripts.REMOVE)
        self._set_facts: AsyncScript = script(scripts.SET_FACTS)
        self._raise_marks: AsyncScript = script(scripts.RAISE_MARKS)
        self._append_task: AsyncScript = script(scripts.APPEND_TASK)

    async def close(self) -> None:
        """End the subscription and close the connections."""
        await self._changes.close()
        await self._client.aclose()

    async def window(self, session: str, since: datetime, limit: int) -> list[WindowMessage]:
        """Return the newest `limit` messages said since the time given, oldest first."""
        with redis_errors():
            async with self._client.pipeline(transaction=True) as both:
                both.zrange(self._key("window", session), 0, -1, desc=True, withscores=True)
                both.hgetall(self._key("entries", session))
                places, entries = await both.execute()
        found: list[WindowMessage] = []
        for message_id, place in places:
            if len(found) == limit:
                break
            message = WindowMessage.model_validate_json(entries[message_id])
            if message.at >= since:
                found.append(_at(message, int(place)))
        return found[::-1]

    async def facts(self, session: str) -> SessionFacts | None:
        """Return what is known of a session, None for one that is not known."""
        with redis_errors():
            stored: Any = await self._client.get(self._key("facts", session))
        return _facts(stored)

    async def sessions(self, owner: str, limit: int) -> list[str]:
        """Return the identities of an owner's sessions, the last touched first."""
        return await self._newest(self._key("sessions", owner), limit)

    async def marks(self, session: str, partition: int) -> dict[str, int]:
        """Return stage → offset below which the stage has handled all."""
        with redis_errors():
            raised: Any = await self._client.hgetall(self._key("marks", session))
        of = f"{partition}/"
        return {
            field.removeprefix(of): int(offset)
            for field, offset in raised.items()
            if field.startswith(of)
        }

    async def wait_mark(
        self, session: str, partition: int, stage: str, offset: int, timeout_s: float
    ) -> bool:
        """Wait until the stage's mark lies beyond `offset`; False when the time is up."""
        place = (session, partition, stage, offset)
        reached = await self._reached(*place)
        if reached is not None or timeout_s <= 0:
            return bool(reached)
        ends = asyncio.get_running_loop().time() + timeout_s
        with self._changes.of(session) as changed:
            try:
                async with asyncio.timeout_at(ends):
                    # Looked at once the subscription stands: a mark that was raised before it
                    # wakes nobody.
                    await self._changes.subscribed()
                    while (reached := await self._reached(*place)) is None:
                        await changed.wait()
                        changed.clear()
            except TimeoutError:
                # Where Redis is away, this says so.
                reached = await self._reached(*place)
        return bool(reached)

    async def task(self, tenant_id: str, task_id: str) -> list[JsonObject]:
        """Return a task context's entries, oldest first."""
        name = ids.join(tenant_id, task_id)
        with redis_errors():
            async with self._client.pipeline(transaction=True) as both:
                both.lrange(self._key("task", name), 0, -1)
                both.hgetall(self._key("task-entries", name))
                order, entries = await both.execute()
        return [json.loads(entries[entry_id]) for entry_id in order]

    async def tasks(self, owner: str, limit: int) -> list[str]:
        """Return the ids of an owner's tasks, the last touched first."""
        return await self._newest(self._key("tasks", owner), limit)

    async def append(
        self, entries: Sequence[tuple[str, WindowMessage]], ttl_s: int, keep: int
    ) -> None:
        """Add (session, message) or replace the message of the same id; keep the newest `keep`."""
        for batch in _batches(entries):
            by_session: dict[str, list[WindowMessage]] = {}
            for session, message in batch:
                by_session.setdefault(session, []).append(message)
            keys: list[str] = []
            arguments: list[str | int] = [ttl_s, keep]
            for session, messages in by_session.items():
                keys += self._window_keys(session)
                arguments.append(len(messages))
                for message in messages:
                    arguments += [message.message_id, message.offset, message.model_dump_json()]
            with redis_errors():
                await self._append(keys, arguments)

    async def remove(self, session: str, message_id: str, offset: int) -> bool:
        """Take a message out of a window, for good up to that offset; whether it was there."""
        with redis_errors():
            gone = await self._remove(self._window_keys(session), [message_id, offset, _KEPT_S])
        return bool(gone)

    async def set_facts(self, facts: Sequence[tuple[str, SessionFacts]]) -> None:
        """Replace what is known of sessions, and wake who waits for them."""
        for batch in _batches(facts):
            keys: list[str] = []
            arguments: list[str | int] = [_KEPT_S, self._channel, _KEPT_OF_OWNER]
            for session, known in batch:
                keys += [self._key("facts", session), self._key("sessions", known.owner)]
                arguments += [session, json.dumps(astuple(known))]
            with redis_errors():
                await self._set_facts(keys, arguments)

    async def raise_marks(self, marks: Sequence[Mark]) -> None:
        """Raise marks (never lower them) and wake who waits for them."""
        for batch in _batches(marks):
            keys = [self._key("marks", mark.session) for mark in batch]
            arguments: list[str | int] = [_KEPT_S, self._channel]
            for mark in batch:
                arguments += [mark.session, f"{mark.partition}/{mark.stage}", mark.offset]
            with redis_errors():
                await self._raise_marks(keys, arguments)

    async def append_task(
        self, entries: Sequence[tuple[str, str, str, JsonObject]], ttl_s: int, keep: int
    ) -> None:
        """Add (tenant id, task id, entry id, entry) to task contexts; an entry id counts once."""
        for batch in _batches(entries):
            keys: list[str] = []
            arguments: list[str | int] = [ttl_s, keep, _KEPT_OF_OWNER]
            for tenant_id, task_id, entry_id, entry in batch:
                name = ids.join(tenant_id, task_id)
                keys += [self._key("task", name), self._key("task-entries", name)]
                keys.append(self._key("tasks", entry["owner"]))
                arguments += [entry_id, json.dumps(entry, ensure_ascii=False), task_id]
            with redis_errors():
                await self._append_task(keys, arguments)

    async def forget_session(self, session: str) -> None:
        """Drop all that is kept of a session."""
        known = await self.facts(session)
        kinds = ("facts", "marks")
        keys = [*self._window_keys(session), *(self._key(kind, session) for kind in kinds)]
        with redis_errors():
            if known is not None:
                await self._client.zrem(self._key("sessions", known.owner), session)
            await self._client.delete(*keys)

    async def _reached(self, session: str, partition: int, stage: str, offset: int) -> bool | None:
        """Return whether the mark is reached; None where it may come, False where it can't yet."""
        with redis_errors():
            async with self._client.pipeline(transaction=True) as both:
                both.hget(self._key("marks", session), f"{partition}/{stage}")
                both.get(self._key("facts", session))
                mark, known = await both.execute()
        if mark is not None and int(mark) > offset:
            return True
        facts = _facts(known)
        open_from = None if facts is None else facts.open_from
        waits_for_turn = stage == "embedding" and open_from is not None and offset >= open_from
        return False if waits_for_turn else None

    async def _newest(self, key: str, limit: int) -> list[str]:
        with redis_errors():
            newest: Any = await self._client.zrange(key, 0, limit - 1, desc=True)
        return list(newest)

    def _window_keys(self, session: str) -> list[str]:
        return [self._key(kind, session) for kind in ("window", "entries", "removed")]

    def _key(self, kind: str, name: str = "") -> str:
        """Return a key; `name` is an identity, percent-encoded already."""
        return f"{self._prefix}/{kind}/{name}"


def _at(message: WindowMessage, place: int) -> WindowMessage:
    same = message.offset == place
    return message if same else message.model_copy(update={"offset": place})


def _facts(stored: str | None) -> SessionFacts | None:
    return None if stored is None else SessionFacts(*json.loads(stored))


def _batches(items: Sequence[_Item]) -> Iterator[Sequence[_Item]]:
    for start in range(0, len(items), _BATCH):
        yield items[start : start + _BATCH]
