"""Finds the end of each session's turns that a batch may touch: three queries for most batches.

A message in order touches the newest turns alone, so a few are read of all sessions at once; what
reaches further back costs its session two queries more.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, and_, bindparam, func, literal, or_, select

from membus.adapters.sql.columns import Micros, as_key
from membus.adapters.sql.database import Database
from membus.adapters.sql.ingestion_tables import messages, sessions, turns
from membus.adapters.sql.paging import pages
from membus.adapters.sql.turn_rows import message_name
from membus.contracts.base import EARLIEST
from membus.domain.turns import LOOKBACK, SessionState, Turn
from membus.ports.turns import Touched

Place = tuple[datetime, float]
TurnRows = Sequence[Row[Any]]

# What a message in order needs, and room for void turns and for a reply to the turn before.
_TAIL = LOOKBACK + 3
_SESSIONS = select(sessions.c.session, sessions.c.body).where(
    sessions.c.session.in_(bindparam("page", expanding=True))
)
_MESSAGES = select(messages).where(messages.c.name.in_(bindparam("page", expanding=True)))
_ORDER = (turns.c.started_at, turns.c.started_offset)
_NEWEST = tuple(column.desc() for column in _ORDER)
_newer = turns.alias("newer")
_TAIL_STARTS = (
    select(_newer.c.started_at)
    .where(_newer.c.session == sessions.c.session)
    .order_by(_newer.c.started_at.desc())
    .limit(1)
    .offset(_TAIL - 1)
    .scalar_subquery()
)
_TAILS = (
    select(turns)
    .join_from(sessions, turns, turns.c.session == sessions.c.session)
    .where(
        sessions.c.session.in_(bindparam("page", expanding=True)),
        turns.c.started_at >= func.coalesce(_TAIL_STARTS, literal(EARLIEST, Micros)),
    )
    .order_by(*_ORDER)
)
_OF_SESSION = turns.c.session == bindparam("session")
_TIME = bindparam("at", type_=Micros)
_STARTS_BEFORE = (
    select(*_ORDER)
    .where(
        _OF_SESSION,
        turns.c.void.is_(False),
        or_(
            turns.c.started_at < _TIME,
            and_(turns.c.started_at == _TIME, turns.c.started_offset <= bindparam("offset")),
        ),
    )
    .order_by(*_NEWEST)
    .limit(LOOKBACK)
)
_FROM = select(turns).where(_OF_SESSION, turns.c.started_at >= _TIME).order_by(*_ORDER)
_ALL = select(turns).where(_OF_SESSION).order_by(*_ORDER)
# Above every offset: a time alone stands for all that was said at it.
_ANY_OFFSET = 2**63 - 1


class TurnLoading:
    """Loads states for one batch."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self, touched: Mapping[str, Touched]) -> dict[str, SessionState]:
        """Return the sessions that are known, each with the turns that TurnStore.load names."""
        asked = {as_key(session): session for session in touched}
        states = {
            asked[row.session]: SessionState.model_validate_json(row.body)
            for row in await self._paged(_SESSIONS, asked)
        }
        if not states:
            return {}
        places = await self._places({session: touched[session] for session in states})
        tails = await self._tails(states)
        loaded = {}
        for session, state in states.items():
            rows = _end(tails[session], places[session], whole=len(tails[session]) < _TAIL)
            if rows is None:
                rows = await self._end(session, places[session])
            found = tuple(Turn.model_validate_json(row.body) for row in rows)
            loaded[session] = state.model_copy(update={"turns": found})
        return loaded

    async def _places(self, touched: Mapping[str, Touched]) -> dict[str, Place]:
        """Return the earliest place that each session's batch touches."""
        places: dict[str, Place] = {key: (what.since, math.inf) for key, what in touched.items()}
        named = {
            message_name(session, message_id): session
            for session, what in touched.items()
            for message_id in what.message_ids
        }
        for row in await self._paged(_MESSAGES, named):
            session = named[row.name]
            places[session] = min(places[session], (row.at, row.offset))
        return places

    async def _tails(self, names: Collection[str]) -> dict[str, list[Row[Any]]]:
        asked = {as_key(name): name for name in names}
        tails: dict[str, list[Row[Any]]] = {name: [] for name in names}
        for row in await self._paged(_TAILS, asked):
            tails[asked[row.session]].append(row)
        return tails

    async def _end(self, session: str, place: Place) -> TurnRows:
        at, offset = place
        bounded = _ANY_OFFSET if math.isinf(offset) else int(offset)
        before = await self._database.rows(
            _STARTS_BEFORE, {"session": session, "at": at, "offset": bounded}
        )
        if not before:
            return await self._database.rows(_ALL, {"session": session})
        rows = await self._database.rows(_FROM, {"session": session, "at": before[-1].started_at})
        return _from(rows, _place(before[-1]))

    async def _paged(self, query: Select[Any], names: Collection[str]) -> list[Row[Any]]:
        rows: list[Row[Any]] = []
        for page in pages(names):
            rows += await self._database.rows(query, {"page": page})
        return rows


def _end(tail: TurnRows, place: Place, *, whole: bool) -> TurnRows | None:
    """Cut the newest turns of a session, oldest first; None when they do not reach back far enough.

    `whole`: they are all that there are.
    """
    before = [row for row in tail if not row.void and _place(row) <= place][-LOOKBACK:]
    if len(before) == LOOKBACK or (whole and before):
        return _from(tail, _place(before[0]))
    return tail if whole else None


def _from(rows: TurnRows, first: Place) -> TurnRows:
    """Return the turn that starts at a place and all after it, also void ones."""
    return [row for row in rows if _place(row) > first or (_place(row) == first and not row.void)]


def _place(row: Row[Any]) -> Place:
    return row.started_at, row.started_offset
