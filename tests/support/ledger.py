"""An in-memory MemoryLedger: dictionaries, with the fence and the atomicity of the port."""

import copy
import unicodedata
from collections.abc import AsyncIterator, Collection, Iterable
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from tests.support.ledger_rows import InMemoryTransaction, Rows, evidence_of_rows

from membus.contracts.memory import Evidence, Lineage, Memory, Status
from membus.domain.expiry import may_be_demoted
from membus.domain.places import MessagePlace, place_of
from membus.domain.recalling.matters import label_term
from membus.errors import FatalError, UnavailableError
from membus.ports.scope import Scope

_DAWN = datetime(1900, 1, 1, tzinfo=UTC)


class InMemoryLedger:
    """`fail_next` makes that many transactions raise UnavailableError at their commit."""

    def __init__(self) -> None:
        self.rows = Rows()
        self.epochs: dict[int, int] = {}
        self.fail_next = 0
        self.commits = 0

    async def get(self, scope: Scope, memory_ids: Collection[str]) -> dict[str, Memory]:
        return {memory.memory_id: memory for memory in self._seen(scope, memory_ids)}

    async def at(
        self,
        scope: Scope,
        memory_ids: Collection[str],
        as_of: datetime | None,
        known_at: datetime | None,
    ) -> dict[str, Memory]:
        found = {}
        for memory in self._seen(scope, memory_ids):
            known = [
                version
                for _, version in sorted(self.rows.versions[memory.memory_id].items())
                if known_at is None or version.recorded_from <= known_at
            ]
            if known and (as_of is None or _held(known[-1], as_of)):
                found[memory.memory_id] = known[-1]
        return found

    async def page(
        self,
        scope: Scope,
        *,
        session: str | None = None,
        statuses: Collection[Status] = ("active",),
        types: Collection[str] = (),
        limit: int = 100,
        before: tuple[datetime, str] | None = None,
    ) -> list[Memory]:
        return [
            memory
            for memory in _newest(self._seen(scope))
            if memory.status in statuses
            and session in (None, memory.session)
            and (not types or memory.type in types)
            and (before is None or _age(memory) < before)
        ][:limit]

    async def exact(
        self, scope: Scope, terms: Collection[str], limit: int = 20, *, history: bool = False
    ) -> list[Memory]:
        asked = {_fold(term) for term in terms} - {""}
        return [
            memory
            for memory in _newest(self._seen(scope))
            if memory.status in _kept(history=history)
            and asked & {_fold(term) for term in _named(memory)}
        ][:limit]

    async def related(
        self, scope: Scope, names: Collection[str], limit: int = 20, *, history: bool = False
    ) -> list[tuple[str, Memory]]:
        asked = {_fold(name): name for name in names if _fold(name)}
        return [
            (asked[side], memory)
            for memory in _newest(self._seen(scope))
            for side in dict.fromkeys((_fold(memory.subject), _fold(memory.object)))
            if side in asked and memory.status in _kept(history=history)
        ][:limit]

    async def versions(self, scope: Scope, memory_id: str) -> list[Memory]:
        if not self._seen(scope, [memory_id]):
            return []
        return [version for _, version in sorted(self.rows.versions[memory_id].items())]

    async def evidence(
        self, scope: Scope, memory_ids: Collection[str]
    ) -> dict[str, list[Evidence]]:
        seen = [memory.memory_id for memory in self._seen(scope, memory_ids)]
        return evidence_of_rows(self.rows, seen)

    async def sessions(self, scope: Scope, limit: int = 100) -> list[tuple[str, int, datetime]]:
        found: dict[str, list[Memory]] = {}
        for memory in self._seen(scope):
            found.setdefault(memory.session, []).append(memory)
        rows = [
            (
                session,
                sum(memory.status == "active" for memory in memories),
                max(memory.last_mentioned_at for memory in memories),
            )
            for session, memories in found.items()
            if session
        ]
        return sorted(rows, key=lambda row: row[2], reverse=True)[:limit]

    async def marks(self, session: str, partition: int) -> dict[str, int]:
        return {
            stage: offset
            for (of_session, of_partition, stage), offset in self.rows.marks.items()
            if (of_session, of_partition) == (session, partition)
        }

    async def position_of(self, topic: str, partition: int) -> int:
        return self.rows.positions.get((topic, partition), 0)

    async def due_for_expiry(
        self, owner: str, now: datetime, limit: int, *, unused_since: datetime | None = None
    ) -> list[Memory]:
        return [memory for memory in self._due(now, unused_since) if memory.owner == owner][:limit]

    async def owners_with_expiry(
        self, now: datetime, limit: int, *, unused_since: datetime | None = None
    ) -> list[tuple[str, Memory]]:
        first: dict[str, Memory] = {}
        for memory in self._due(now, unused_since):
            first.setdefault(memory.owner, memory)
        return list(first.items())[:limit]

    async def idle_long(self, owner: str, before: datetime, limit: int) -> list[Memory]:
        return [
            memory
            for memory in self.rows.current.values()
            if memory.owner == owner
            and may_be_demoted(memory)
            and max(memory.last_mentioned_at, memory.last_hit_at or _DAWN) < before
        ][:limit]

    async def said_at(self, places: Collection[MessagePlace]) -> dict[MessagePlace, list[Memory]]:
        found: dict[MessagePlace, list[Memory]] = {}
        for memory in sorted(self.rows.current.values(), key=self._first_span):
            place = place_of(memory)
            if place is not None and place in places and memory.status in _kept(history=True):
                found.setdefault(place, []).append(memory)
        return found

    async def claim(self, partitions: Collection[int]) -> dict[int, int]:
        for partition in partitions:
            self.epochs[partition] = self.epochs.get(partition, 0) + 1
        return {partition: self.epochs[partition] for partition in partitions}

    @asynccontextmanager
    async def transaction(self, epochs: dict[int, int]) -> AsyncIterator[InMemoryTransaction]:
        rows = copy.copy(self.rows)
        for name, value in vars(self.rows).items():
            setattr(rows, name, copy.copy(value))
        rows.versions = {key: dict(value) for key, value in self.rows.versions.items()}
        yield InMemoryTransaction(rows)
        if self.fail_next:
            self.fail_next -= 1
            raise UnavailableError("the ledger is away")
        lost = [part for part, epoch in epochs.items() if self.epochs.get(part) != epoch]
        if lost:
            raise FatalError(f"partitions {lost} were claimed by a later member")
        self.rows = rows
        self.commits += 1

    def lineage(self) -> list[Lineage]:
        return [
            Lineage(memory_id=memory_id, source_id=source_id, relation=relation)
            for memory_id, source_id, relation in sorted(self.rows.lineage)
        ]

    def _first_span(self, memory: Memory) -> tuple[int, str]:
        rows = self.rows.evidence.values()
        spans = [row.start for row in rows if row.memory_id == memory.memory_id]
        return min(spans, default=0), memory.memory_id

    def _seen(self, scope: Scope, memory_ids: Iterable[str] | None = None) -> list[Memory]:
        current = self.rows.current
        rows = current.values() if memory_ids is None else map(current.get, memory_ids)
        return [memory for memory in rows if memory is not None and _visible(memory, scope)]

    def _due(self, now: datetime, unused_since: datetime | None) -> list[Memory]:
        due = [
            memory
            for memory in self.rows.current.values()
            if memory.status == "active"
            and memory.type == "short"
            and not memory.pinned
            and memory.expires_at is not None
            and memory.expires_at <= now
            and (unused_since is None or (memory.last_hit_at or _DAWN) <= unused_since)
        ]
        return sorted(due, key=lambda memory: (memory.expires_at or _DAWN, memory.memory_id))


def _visible(memory: Memory, scope: Scope) -> bool:
    return (
        memory.tenant_id == scope.tenant_id
        and memory.owner in scope.owners
        and (memory.visibility == "shared" or memory.agent_id == scope.agent_id)
    )


def _held(memory: Memory, as_of: datetime) -> bool:
    return memory.valid_from <= as_of and (memory.valid_to is None or memory.valid_to > as_of)


def _kept(*, history: bool) -> tuple[str, ...]:
    return ("active", "superseded") if history else ("active",)


def _age(memory: Memory) -> tuple[datetime, str]:
    return memory.last_mentioned_at, memory.memory_id


def _newest(memories: Iterable[Memory]) -> list[Memory]:
    return sorted(memories, key=_age, reverse=True)


def _named(memory: Memory) -> tuple[str, ...]:
    return (*memory.entities, *memory.keywords, label_term(memory.domain))


def _fold(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().strip()
