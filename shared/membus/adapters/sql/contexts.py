"""The ContextStore over SQL: compression's own database, one row a session and one a decision."""

import json
from collections.abc import Collection, Sequence
from typing import Self

from sqlalchemy import BigInteger, Column, MetaData, Table, Text, bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from membus.adapters.sql.columns import Key, clean
from membus.adapters.sql.database import Database
from membus.adapters.sql.errors import translated
from membus.adapters.sql.paging import pages
from membus.adapters.sql.schema import Schema
from membus.adapters.sql.upserts import keep_first
from membus.contracts.envelope import Envelope
from membus.domain.summary_context import SessionContext
from membus.ports.contexts import ContextDecision
from membus.settings import Settings

METADATA = MetaData()

contexts = Table(
    "contexts",
    METADATA,
    Column("session", Key, primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)

decisions = Table(
    "decisions",
    METADATA,
    Column("event_id", Key, primary_key=True),
    Column("body", Text, nullable=False),
)

SCHEMA = Schema("compression", METADATA, "c0001")

_CONTEXT = select(contexts.c.body).where(contexts.c.session == bindparam("name"))
_DECIDED = select(decisions.c.body).where(
    decisions.c.event_id.in_(bindparam("page", expanding=True))
)
_REPLACE = (
    update(contexts)
    .where(contexts.c.session == bindparam("name"), contexts.c.version == bindparam("loaded"))
    .values(version=bindparam("saved"), body=bindparam("text"))
)


class SqlContextStore:
    """A ContextStore; close it when done. Every method raises UnavailableError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    async def open(cls, settings: Settings) -> Self:
        """Open the store, and create or migrate its schema: compression is its owner."""
        return cls(await Database.open(settings, SCHEMA))

    async def close(self) -> None:
        """Close all connections."""
        await self._database.close()

    async def decided(self, event_ids: Collection[str]) -> dict[str, ContextDecision]:
        """Return what was decided of events before."""
        found: dict[str, ContextDecision] = {}
        for page in pages(event_ids):
            rows = await self._database.rows(_DECIDED, {"page": page})
            for decision in (_decision_of(row.body) for row in rows):
                found[decision.event_id] = decision
        return found

    async def load(self, session: str) -> SessionContext | None:
        """Return a session's context, None for one that is not known."""
        rows = await self._database.rows(_CONTEXT, {"name": session})
        return SessionContext.model_validate_json(rows[0].body) if rows else None

    async def save(self, context: SessionContext, made: Sequence[ContextDecision]) -> bool:
        """Store a context and decisions in one transaction; False when its version is outdated."""
        async with self._database.writing() as connection:
            with translated():
                if not await _put(connection, context):
                    await connection.rollback()
                    return False
                if made:
                    rows = [{"event_id": each.event_id, "body": _body_of(each)} for each in made]
                    await connection.execute(keep_first(connection, decisions), rows)
                await connection.commit()
        return True


async def _put(connection: AsyncConnection, context: SessionContext) -> bool:
    saved = context.version + 1
    text = clean(context.model_copy(update={"version": saved}).model_dump_json())
    if context.version == 0:
        row = {"session": context.session, "version": saved, "body": text}
        result = await connection.execute(keep_first(connection, contexts), row)
    else:
        values = {
            "name": context.session,
            "loaded": context.version,
            "saved": saved,
            "text": text,
        }
        result = await connection.execute(_REPLACE, values)
    return result.rowcount == 1


def _body_of(decision: ContextDecision) -> str:
    written = decision.written
    return clean(
        json.dumps(
            {
                "event_id": decision.event_id,
                "outcome": decision.outcome,
                "reason": decision.reason,
                "written": written.model_dump(mode="json") if written else None,
            },
            ensure_ascii=False,
        )
    )


def _decision_of(body: str) -> ContextDecision:
    fields = json.loads(body)
    written = fields["written"]
    return ContextDecision(
        fields["event_id"],
        fields["outcome"],
        fields["reason"],
        Envelope.model_validate(written) if written else None,
    )
