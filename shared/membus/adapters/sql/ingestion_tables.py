"""The tables that ingestion owns. Columns are what is looked up and ordered; bodies are whole."""

from sqlalchemy import BigInteger, Boolean, Column, Index, MetaData, Table, Text

from membus.adapters.sql.columns import Key, Micros
from membus.adapters.sql.schema import Schema

METADATA = MetaData()

sessions = Table(
    "sessions",
    METADATA,
    Column("session", Key, primary_key=True),
    Column("tenant_id", Key, nullable=False),
    Column("position", BigInteger, nullable=False),
    Column("last_append_at", Micros, nullable=False),
    # The lowest offset in an open turn; NULL where there is none.
    Column("open_from", BigInteger),
    Column("body", Text, nullable=False),
)
Index("ix_sessions_tenant", sessions.c.tenant_id, sessions.c.last_append_at)
Index(
    "ix_sessions_open",
    sessions.c.last_append_at,
    sqlite_where=sessions.c.open_from.is_not(None),
    postgresql_where=sessions.c.open_from.is_not(None),
)

turns = Table(
    "turns",
    METADATA,
    Column("session", Key, primary_key=True),
    Column("turn_id", Key, primary_key=True),
    Column("started_at", Micros, nullable=False),
    Column("started_offset", BigInteger, nullable=False),
    # Without messages: all that is left of a turn that was published and then came apart.
    Column("void", Boolean, nullable=False),
    Column("body", Text, nullable=False),
    Index("ix_turns_place", "session", "started_at", "started_offset"),
)

messages = Table(
    "messages",
    METADATA,
    # The (session, message id) as one JSON array, so that one condition finds those of a batch.
    Column("name", Key, primary_key=True),
    Column("at", Micros, nullable=False),
    Column("offset", BigInteger, nullable=False),
)

outcomes = Table(
    "outcomes",
    METADATA,
    Column("inbox_key", Key, primary_key=True),
    Column("body", Text, nullable=False),
)

SCHEMA = Schema("ingestion", METADATA, "i0002")
