"""The reading half of the ledger: every query carries a scope, or one owner. It writes nothing."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any

from sqlalchemy import Row, Select, and_, or_, select

from membus.adapters.sql import ledger_queries as queries
from membus.adapters.sql.columns import as_key
from membus.adapters.sql.database import Database
from membus.adapters.sql.embedding_tables import marks, memories, positions, versions
from membus.adapters.sql.memory_rows import evidence_of, fold, memory_of, version_of
from membus.adapters.sql.paging import pages
from membus.contracts.memory import Evidence, Memory, Status
from membus.ports.ledger import ACTIVE
from membus.ports.scope import Scope

_NONE: Mapping[str, Any] = MappingProxyType({})


class LedgerReading:
    """The LedgerReader over one database; the port says what each method returns."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, scope: Scope, memory_ids: Collection[str]) -> dict[str, Memory]:
        """Return current memories by id."""
        rows = await self._of_ids(queries.GET, scope, memory_ids)
        return _by_id(memory_of(row) for row in rows)

    async def at(
        self,
        scope: Scope,
        memory_ids: Collection[str],
        as_of: datetime | None,
        known_at: datetime | None,
    ) -> dict[str, Memory]:
        """Return versions by id, whatever their status then: the caller judges that."""
        query = queries.held(as_of=as_of is not None, known_at=known_at is not None)
        times = {"as_of": as_of, "known_at": known_at}
        rows = await self._of_ids(query, scope, memory_ids, times)
        return _by_id(version_of(row) for row in rows)

    async def page(
        self,
        scope: Scope,
        *,
        session: str | None = None,
        statuses: Collection[Status] = ACTIVE,
        types: Collection[str] = (),
        limit: int = 100,
        before: tuple[datetime, str] | None = None,
    ) -> list[Memory]:
        """Return one page of a list."""
        conditions = [queries.IN_SCOPE, memories.c.status.in_(list(statuses))]
        if session is not None:
            conditions.append(memories.c.session == session)
        if types:
            conditions.append(memories.c.type.in_(list(types)))
        if before is not None:
            conditions.append(queries.older_than(*before))
        query = queries.newest(and_(*conditions))
        rows = await self._database.rows(query, queries.scoped(scope) | {"limit": limit})
        return [memory_of(row) for row in rows]

    async def exact(
        self, scope: Scope, terms: Collection[str], limit: int = 20, *, history: bool = False
    ) -> list[Memory]:
        """Return memories that name a term."""
        query = queries.naming(history=history)
        parameters = queries.scoped(scope) | {"limit": limit}
        found: dict[str, Memory] = {}
        for names in pages([fold(term) for term in terms if fold(term)]):
            rows = await self._database.rows(query, parameters | {"names": names})
            found |= _by_id(memory_of(row) for row in rows)
        return sorted(found.values(), key=_age, reverse=True)[:limit]

    async def related(
        self, scope: Scope, names: Collection[str], limit: int = 20, *, history: bool = False
    ) -> list[tuple[str, Memory]]:
        """Return memories about a name, with the name as it was asked for."""
        query = queries.related(history=history)
        parameters = queries.scoped(scope) | {"limit": limit}
        asked = {as_key(fold(name)): name for name in names if fold(name)}
        found: list[tuple[str, Memory]] = []
        for page in pages(asked):
            rows = await self._database.rows(query, parameters | {"names": page})
            found += [(asked[row.name], memory_of(row)) for row in rows]
        return sorted(found, key=lambda match: _age(match[1]), reverse=True)[:limit]

    async def versions(self, scope: Scope, memory_id: str) -> list[Memory]:
        """Return a memory's history."""
        return [version_of(row) for row in await self._of_ids(queries.VERSIONS, scope, [memory_id])]

    async def evidence(
        self, scope: Scope, memory_ids: Collection[str]
    ) -> dict[str, list[Evidence]]:
        """Return evidence by memory id."""
        return evidence_by_memory(await self._of_ids(queries.EVIDENCE, scope, memory_ids))

    async def sessions(self, scope: Scope, limit: int = 100) -> list[tuple[str, int, datetime]]:
        """Return sessions with their active memories, newest first."""
        rows = await self._database.rows(queries.sessions(limit), queries.scoped(scope))
        # The column may be bounded; the body has the whole identity.
        return [
            (Memory.model_validate_json(row.body).session, row.active, row.last) for row in rows
        ]

    async def marks(self, session: str, partition: int) -> dict[str, int]:
        """Return stage → offset."""
        query = select(marks.c.stage, marks.c.offset).where(
            marks.c.session == session, marks.c.partition == partition
        )
        return {row.stage: row.offset for row in await self._database.rows(query)}

    async def position_of(self, topic: str, partition: int) -> int:
        """Return a position, 0 where none was stored."""
        query = select(positions.c.offset).where(
            positions.c.topic == topic, positions.c.partition == partition
        )
        rows = await self._database.rows(query)
        return int(rows[0].offset) if rows else 0

    async def due_for_expiry(
        self, owner: str, now: datetime, limit: int, *, unused_since: datetime | None = None
    ) -> list[Memory]:
        """Return what is due, longest due first."""
        return await self._current(
            select(*queries.MEMORY)
            .join_from(memories, versions, queries.CURRENT)
            .where(memories.c.owner == owner, queries.due(now, unused_since))
            .order_by(memories.c.due_at, memories.c.memory_id)
            .limit(limit)
        )

    async def owners_with_expiry(
        self, now: datetime, limit: int, *, unused_since: datetime | None = None
    ) -> list[tuple[str, Memory]]:
        """Return owners with one memory each, longest due first."""
        query = queries.owners_due(queries.due(now, unused_since), limit)
        return [(memory.owner, memory) for memory in await self._current(query)]

    async def idle_long(self, owner: str, before: datetime, limit: int) -> list[Memory]:
        """Return long memories out of use, newest first."""
        idle = and_(
            memories.c.owner == owner,
            memories.c.status == "active",
            memories.c.demotable.is_(True),
            memories.c.last_mentioned_at < before,
            or_(memories.c.last_hit_at.is_(None), memories.c.last_hit_at < before),
        )
        return await self._current(queries.newest(idle), {"limit": limit})

    async def _current(
        self, query: Select[Any], parameters: Mapping[str, Any] = _NONE
    ) -> list[Memory]:
        return [memory_of(row) for row in await self._database.rows(query, parameters)]

    async def _of_ids(
        self,
        query: Select[Any],
        scope: Scope,
        memory_ids: Collection[str],
        more: Mapping[str, Any] = _NONE,
    ) -> Sequence[Row[Any]]:
        rows: list[Row[Any]] = []
        for page in pages(memory_ids):
            parameters = {**queries.scoped(scope), **more, "ids": page}
            rows += await self._database.rows(query, parameters)
        return rows


def evidence_by_memory(rows: Iterable[Row[Any]]) -> dict[str, list[Evidence]]:
    """Group rows (body) by memory, in their order."""
    found: dict[str, list[Evidence]] = {}
    for row in rows:
        item = evidence_of(row)
        found.setdefault(item.memory_id, []).append(item)
    return found


def _by_id(found: Iterable[Memory]) -> dict[str, Memory]:
    return {memory.memory_id: memory for memory in found}


def _age(memory: Memory) -> tuple[datetime, str]:
    return memory.last_mentioned_at, memory.memory_id
