"""Ingestion's transaction: it gathers what a batch changed and writes it in one go at its end."""

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

from sqlalchemy import BindParameter, bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from membus.adapters.sql.columns import as_key
from membus.adapters.sql.database import Database
from membus.adapters.sql.errors import translated
from membus.adapters.sql.ingestion_tables import messages, outcomes, sessions, turns
from membus.adapters.sql.paging import pages
from membus.adapters.sql.turn_rows import message_rows, outcome_row, session_row, turn_row
from membus.adapters.sql.upserts import keep_first, keep_higher, replace, write_many
from membus.contracts.events.outcomes import Outcome
from membus.domain.turns import SessionState, Turn

_PAGE: BindParameter[str] = bindparam("page", expanding=True)
_POSITIONS = select(sessions.c.session, sessions.c.position).where(sessions.c.session.in_(_PAGE))
_DROP = delete(turns).where(
    turns.c.session == bindparam("of_session"), turns.c.turn_id == bindparam("of_turn")
)


class SqlTurnTransaction:
    """A TurnTransaction, and the context that commits it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._states: dict[str, SessionState] = {}
        self._turns: dict[str, dict[str, Turn]] = {}
        self._outcomes: dict[str, Outcome] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None and (self._states or self._outcomes):
            await self._commit()

    async def save(self, states: Sequence[SessionState]) -> None:
        """Take sessions and their changed turns in."""
        for state in states:
            known = self._states.get(state.session)
            if known is None or known.position <= state.position:
                self._states[state.session] = state
                changed = self._turns.setdefault(state.session, {})
                changed.update({turn.turn_id: turn for turn in state.turns})

    async def record(self, outcomes: Mapping[str, Outcome]) -> None:
        """Take outcomes in."""
        self._outcomes = {**outcomes, **self._outcomes}

    async def _commit(self) -> None:
        async with self._database.writing() as connection:
            with translated():
                await self._write_turns(connection, await self._write_sessions(connection))
                remembered = [outcome_row(*each) for each in self._outcomes.items()]
                await write_many(connection, keep_first(connection, outcomes), remembered)
                await connection.commit()

    async def _write_sessions(self, connection: AsyncConnection) -> list[str]:
        """Write the sessions, and return those that no later member had taken further."""
        rows = [session_row(state) for _, state in sorted(self._states.items())]
        # The rows stay locked from here on, so that what is compared below still holds at the end.
        current = keep_higher(connection, sessions, "position", ties=True)
        await write_many(connection, current, rows)
        asked = {as_key(session): session for session in self._states}
        stored = {}
        for page in pages(asked):
            for row in await connection.execute(_POSITIONS, {"page": page}):
                stored[asked[row.session]] = row.position
        return [name for name, state in self._states.items() if stored[name] <= state.position]

    async def _write_turns(self, connection: AsyncConnection, names: Sequence[str]) -> None:
        changed = [(name, turn) for name in names for turn in self._turns[name].values()]
        kept = [(name, turn) for name, turn in changed if turn.messages or turn.revision]
        dropped = [
            {"of_session": name, "of_turn": turn.turn_id}
            for name, turn in changed
            if not (turn.messages or turn.revision)
        ]
        said = [row for name, turn in kept for row in message_rows(name, turn)]
        await write_many(connection, _DROP, dropped)
        await write_many(
            connection, replace(connection, turns), [turn_row(name, turn) for name, turn in kept]
        )
        await write_many(connection, replace(connection, messages), said)
