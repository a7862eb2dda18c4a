"""The writer's transaction: it reads first, and writes in one short go at its end.

The fence makes that safe: nobody else with a valid epoch writes what this member reads. So the
write lock is held for milliseconds, and a member that hangs while it decides blocks nobody.
"""

from collections.abc import Collection, Sequence
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Any, Self

from sqlalchemy import BindParameter, Row, Select, bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from membus.adapters.sql.columns import as_key, joined
from membus.adapters.sql.database import Database
from membus.adapters.sql.decision_rows import Decision
from membus.adapters.sql.embedding_tables import (
    evidence,
    inbox,
    memories,
    turn_revisions,
    versions,
)
from membus.adapters.sql.epochs import check_epochs
from membus.adapters.sql.errors import translated
from membus.adapters.sql.ledger_queries import CURRENT, MEMORY
from membus.adapters.sql.ledger_reading import evidence_by_memory
from membus.adapters.sql.ledger_writing import write_decisions, write_marks, write_positions
from membus.adapters.sql.memory_rows import evidence_of, memory_of
from membus.adapters.sql.paging import pages
from membus.contracts import ids
from membus.contracts.events.memories import ChangeDecided
from membus.contracts.memory import Evidence, Memory
from membus.ports.ledger import Mark, Position

_PAGE: BindParameter[Any] = bindparam("page", expanding=True)
_OWNED = (
    select(*MEMORY, memories.c.slot, memories.c.statement)
    .join_from(memories, versions, CURRENT)
    .where(memories.c.owner == bindparam("owner"))
    .order_by(memories.c.last_mentioned_at.desc(), memories.c.memory_id)
)
_BY_ID = _OWNED.where(memories.c.memory_id.in_(_PAGE))
_BY_STATEMENT = _OWNED.where(memories.c.statement.in_(_PAGE))
_BY_SLOT = _OWNED.where(memories.c.slot.in_(_PAGE), memories.c.status != "merged")
_DECIDED = select(inbox.c.inbox_key, inbox.c.decision).where(inbox.c.inbox_key.in_(_PAGE))
_OLDEST_FIRST = (evidence.c.at, evidence.c.message_id, evidence.c.span_start)
_EVIDENCE = select(evidence.c.body).where(evidence.c.memory_id.in_(_PAGE)).order_by(*_OLDEST_FIRST)
_OF_TURN = (
    select(evidence.c.body)
    .where(
        evidence.c.owner == bindparam("owner"),
        evidence.c.turn_id == bindparam("turn"),
    )
    .order_by(*_OLDEST_FIRST)
)
_REVISIONS = select(turn_revisions).where(turn_revisions.c.turn_id.in_(_PAGE))

Statement = tuple[str, str, str, str]
Slot = tuple[str, str]


class SqlLedgerTransaction:
    """A LedgerTransaction, and the context that commits it; the port says what methods return."""

    def __init__(self, database: Database, epochs: dict[int, int]) -> None:
        self._database = database
        self._epochs = epochs
        self._pending: list[Decision] = []
        self._marks: list[Mark] = []
        self._positions: list[Position] = []
        self._stack = AsyncExitStack()
        self._connection: AsyncConnection | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        async with self._stack:
            if error is None:
                await self._commit()

    async def decided(self, keys: Collection[str]) -> dict[str, ChangeDecided]:
        """Return recorded decisions by inbox key."""
        asked = {as_key(key): key for key in keys}
        return {
            asked[row.inbox_key]: ChangeDecided.model_validate_json(row.decision)
            for row in await self._of(_DECIDED, asked)
        }

    async def memories(self, owner: str, memory_ids: Collection[str]) -> dict[str, Memory]:
        """Return current memories by id."""
        found = [memory_of(row) for row in await self._of(_BY_ID, memory_ids, owner=owner)]
        return {memory.memory_id: memory for memory in found}

    async def same_statement(
        self, owner: str, canonical: Collection[Statement]
    ) -> dict[Statement, list[Memory]]:
        """Return memories by the statements asked for, newest first; none: no entry."""
        asked = {joined(statement): statement for statement in canonical}
        found: dict[Statement, list[Memory]] = {}
        for row in await self._of(_BY_STATEMENT, asked, owner=owner):
            found.setdefault(asked[row.statement], []).append(memory_of(row))
        return found

    async def same_slot(self, owner: str, slots: Collection[Slot]) -> dict[Slot, list[Memory]]:
        """Return memories by the slots asked for, newest first; none: no entry."""
        asked = {joined(slot): slot for slot in slots}
        found: dict[Slot, list[Memory]] = {}
        for row in await self._of(_BY_SLOT, asked, owner=owner):
            found.setdefault(asked[row.slot], []).append(memory_of(row))
        return found

    async def evidence_of(self, memory_ids: Collection[str]) -> dict[str, list[Evidence]]:
        """Return evidence by memory id, oldest first."""
        return evidence_by_memory(await self._of(_EVIDENCE, memory_ids))

    async def evidence_of_turn(self, owner: str, turn_id: str) -> list[Evidence]:
        """Return a turn's evidence, oldest first."""
        rows = await self._rows(_OF_TURN, {"owner": owner, "turn": turn_id})
        return [evidence_of(row) for row in rows]

    async def turn_revisions(self, turn_ids: Collection[str]) -> dict[str, int]:
        """Return the highest revisions applied, by turn."""
        rows = await self._of(_REVISIONS, turn_ids)
        return {row.turn_id: row.revision for row in rows}

    async def apply(
        self, owner: str, decision: ChangeDecided, turn: tuple[str, int] | None = None
    ) -> None:
        """Take a decision in; one whose change was decided before changes nothing."""
        self._pending.append((ids.inbox_key(owner, decision.change_id), decision, turn))

    async def mark(self, marks: Sequence[Mark]) -> None:
        """Take marks in."""
        self._marks += marks

    async def position(self, positions: Sequence[Position]) -> None:
        """Take positions in."""
        self._positions += positions

    async def _of(
        self, query: Select[Any], values: Collection[Any], **parameters: str
    ) -> list[Row[Any]]:
        rows: list[Row[Any]] = []
        for page in pages(values):
            rows += await self._rows(query, {**parameters, "page": page})
        return rows

    async def _rows(self, query: Select[Any], parameters: dict[str, Any]) -> Sequence[Row[Any]]:
        if self._pending:
            await self._write_pending(await self._writing())
        if self._connection is None:
            return await self._database.rows(query, parameters)
        with translated():
            result = await self._connection.execute(query, parameters)
        return list(result.all())

    async def _writing(self) -> AsyncConnection:
        if self._connection is None:
            self._connection = await self._stack.enter_async_context(self._database.writing())
        return self._connection

    async def _write_pending(self, connection: AsyncConnection) -> None:
        with translated():
            await write_decisions(connection, self._pending)
        self._pending.clear()

    async def _commit(self) -> None:
        connection = await self._writing()
        await self._write_pending(connection)
        with translated():
            await write_marks(connection, self._marks)
            await write_positions(connection, self._positions)
            await check_epochs(connection, self._epochs)
            await connection.commit()
