"""The tables that the writer owns. Columns are what is looked up, compared or counted.

A memory's whole after-image is the `body` of its version; `memories` points at the newest one.
"""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, Table, Text

from membus.adapters.sql.columns import Key, Micros
from membus.adapters.sql.schema import Schema

METADATA = MetaData()

memories = Table(
    "memories",
    METADATA,
    Column("memory_id", Key, primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("tenant_id", Key, nullable=False),
    Column("owner", Key, nullable=False),
    Column("agent_id", Key),
    Column("visibility", Key, nullable=False),
    Column("session", Key, nullable=False),
    # Which message it stems from: (owner, session, session_seq), joined as below; NULL for none.
    Column("place", Key),
    Column("type", Key, nullable=False),
    Column("kind", Key, nullable=False),
    Column("status", Key, nullable=False),
    Column("demotable", Boolean, nullable=False),
    # The canonical (subject, predicate), and with (object, polarity), each as one JSON array: a
    # condition on many tuples of columns makes SQLite look up every combination of their parts.
    Column("slot", Key, nullable=False),
    Column("statement", Key, nullable=False),
    Column("last_mentioned_at", Micros, nullable=False),
    # When it may expire; NULL for what never does: not active, pinned, or not short.
    Column("due_at", Micros),
    # Hits make no version, so the newest counts stand here and not in the body.
    Column("hit_count", BigInteger, nullable=False),
    Column("last_hit_at", Micros),
)
Index(
    "ix_memories_recent",
    memories.c.owner,
    memories.c.status,
    memories.c.last_mentioned_at,
    memories.c.memory_id,
)
Index("ix_memories_session", memories.c.owner, memories.c.session, memories.c.last_mentioned_at)
Index("ix_memories_place", memories.c.place)
Index("ix_memories_slot", memories.c.owner, memories.c.slot)
Index("ix_memories_statement", memories.c.owner, memories.c.statement)
Index(
    "ix_memories_due",
    memories.c.due_at,
    memories.c.owner,
    sqlite_where=memories.c.due_at.is_not(None),
    postgresql_where=memories.c.due_at.is_not(None),
)

versions = Table(
    "memory_versions",
    METADATA,
    Column("memory_id", Key, primary_key=True),
    Column("version", BigInteger, primary_key=True),
    Column("status", Key, nullable=False),
    Column("valid_from", Micros, nullable=False),
    Column("valid_to", Micros),
    Column("recorded_from", Micros, nullable=False),
    Column("recorded_to", Micros),
    Column("body", Text, nullable=False),
)

terms = Table(
    "memory_terms",
    METADATA,
    Column("owner", Key, primary_key=True),
    Column("term", Key, primary_key=True),
    Column("memory_id", Key, primary_key=True),
    Index("ix_memory_terms_memory", "memory_id"),
)

relations = Table(
    "relations",
    METADATA,
    Column("memory_id", Key, primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("owner", Key, nullable=False),
    Column("subject", Key, nullable=False),
    Column("predicate", Key, nullable=False),
    Column("object", Key, nullable=False),
    Index("ix_relations_subject", "owner", "subject"),
    Index("ix_relations_object", "owner", "object"),
)

evidence = Table(
    "evidence",
    METADATA,
    Column("memory_id", Key, primary_key=True),
    Column("message_id", Key, primary_key=True),
    Column("span_start", BigInteger, primary_key=True),
    Column("span_end", BigInteger, primary_key=True),
    Column("owner", Key, nullable=False),
    Column("turn_id", Key, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("at", Micros, nullable=False),
    Column("body", Text, nullable=False),
    Index("ix_evidence_turn", "owner", "turn_id"),
)

lineage = Table(
    "lineage",
    METADATA,
    Column("memory_id", Key, primary_key=True),
    Column("source_id", Key, primary_key=True),
    Column("relation", Key, primary_key=True),
)

inbox = Table(
    "inbox",
    METADATA,
    Column("inbox_key", Key, primary_key=True),
    Column("partition", Integer, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("decision", Text, nullable=False),
)

turn_revisions = Table(
    "turn_revisions",
    METADATA,
    Column("turn_id", Key, primary_key=True),
    Column("revision", BigInteger, nullable=False),
)

marks = Table(
    "marks",
    METADATA,
    Column("session", Key, primary_key=True),
    Column("partition", Integer, primary_key=True, autoincrement=False),
    Column("stage", Key, primary_key=True),
    Column("offset", BigInteger, nullable=False),
)

positions = Table(
    "positions",
    METADATA,
    Column("topic", Key, primary_key=True),
    Column("partition", Integer, primary_key=True, autoincrement=False),
    Column("offset", BigInteger, nullable=False),
)

epochs = Table(
    "epochs",
    METADATA,
    Column("partition", Integer, primary_key=True, autoincrement=False),
    Column("epoch", BigInteger, nullable=False),
)

SCHEMA = Schema("embedding", METADATA, "e0003")
