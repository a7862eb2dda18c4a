"""The TurnStore over SQL: ingestion's own database."""

from collections.abc import Collection
from datetime import datetime
from typing import Self

from sqlalchemy import bindparam, func, select

from membus.adapters.sql.columns import as_key
from membus.adapters.sql.database import Database
from membus.adapters.sql.ingestion_tables import SCHEMA, outcomes, sessions
from membus.adapters.sql.paging import pages
from membus.adapters.sql.turn_loading import TurnLoading
from membus.adapters.sql.turn_transaction import SqlTurnTransaction
from membus.contracts.events.outcomes import Outcome
from membus.domain.turns import SessionState
from membus.ports.turns import OpenTurn
from membus.settings import Settings

_OUTCOMES = select(outcomes).where(outcomes.c.inbox_key.in_(bindparam("page", expanding=True)))


class SqlTurnStore(TurnLoading):
    """A TurnStore; close it when done. Every method raises UnavailableError."""

    @classmethod
    async def open(cls, settings: Settings, *, read_only: bool = False) -> Self:
        """Open the store. Ingestion is its owner and migrates it, all others are `read_only`."""
        return cls(await Database.open(settings, SCHEMA, read_only=read_only))

    async def close(self) -> None:
        """Close all connections."""
        await self._database.close()

    def transaction(self) -> SqlTurnTransaction:
        """Open a transaction; it writes, and commits, on a clean exit."""
        return SqlTurnTransaction(self._database)

    async def outcomes(self, keys: Collection[str]) -> dict[str, Outcome]:
        """Return outcomes by inbox key."""
        asked = {as_key(key): key for key in keys}
        found = {}
        for page in pages(asked):
            for row in await self._database.rows(_OUTCOMES, {"page": page}):
                found[asked[row.inbox_key]] = Outcome.model_validate_json(row.body)
        return found

    async def idle(self, appended_before: datetime, limit: int) -> list[OpenTurn]:
        """Return open turns that were quiet since, oldest first."""
        query = (
            select(sessions.c.body)
            .where(sessions.c.open_from.is_not(None), sessions.c.last_append_at < appended_before)
            .order_by(sessions.c.last_append_at, sessions.c.session)
            .limit(limit)
        )
        rows = await self._database.rows(query)
        return [_open_turn(SessionState.model_validate_json(row.body)) for row in rows]

    async def sessions(self, tenant_id: str, limit: int) -> list[SessionState]:
        """Return a tenant's sessions without turns, newest append first."""
        query = (
            select(sessions.c.body)
            .where(sessions.c.tenant_id == tenant_id)
            .order_by(sessions.c.last_append_at.desc(), sessions.c.session)
            .limit(limit)
        )
        rows = await self._database.rows(query)
        return [SessionState.model_validate_json(row.body) for row in rows]

    async def open_turns(self) -> int:
        """Return how many sessions have an open turn."""
        query = select(func.count()).where(sessions.c.open_from.is_not(None))
        rows = await self._database.rows(query)
        return int(rows[0][0]) if rows else 0


def _open_turn(state: SessionState) -> OpenTurn:
    return OpenTurn(
        state.tenant_id,
        state.user_id,
        state.session_id,
        state.last_offset,
        state.last_append_at,
    )
