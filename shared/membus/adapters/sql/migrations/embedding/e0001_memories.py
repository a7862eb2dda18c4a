"""The writer's first tables."""

import sqlalchemy as sa
from alembic import op

revision = "e0001"
down_revision = None

# Rows of each index, then how many share its first column, its first two, and so on.
_SHAPES = (
    ("memories", "sqlite_autoindex_memories_1", "1000000 1"),
    ("memories", "ix_memories_recent", "1000000 10000 8000 1 1"),
    ("memories", "ix_memories_session", "1000000 10000 50 1"),
    ("memories", "ix_memories_slot", "1000000 10000 20"),
    ("memories", "ix_memories_statement", "1000000 10000 2"),
    ("memories", "ix_memories_due", "10000 1 1"),
    ("memory_versions", "sqlite_autoindex_memory_versions_1", "2000000 2 1"),
    ("memory_terms", "sqlite_autoindex_memory_terms_1", "6000000 60000 20 1"),
    ("memory_terms", "ix_memory_terms_memory", "6000000 6"),
    ("relations", "sqlite_autoindex_relations_1", "1000000 1"),
    ("relations", "ix_relations_subject", "1000000 10000 100"),
    ("relations", "ix_relations_object", "1000000 10000 5"),
    ("evidence", "sqlite_autoindex_evidence_1", "2000000 2 2 1 1"),
    ("evidence", "ix_evidence_turn", "2000000 20000 2"),
)


def upgrade() -> None:
    """Create all tables."""
    _create_memories()
    _create_what_memories_rest_on()
    _create_what_was_done()
    _tell_sqlite_the_shape()


def _create_memories() -> None:
    op.create_table(
        "memories",
        sa.Column("memory_id", sa.Text, primary_key=True),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("tenant_id", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("agent_id", sa.Text),
        sa.Column("visibility", sa.Text, nullable=False),
        sa.Column("session", sa.Text, nullable=False),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("demotable", sa.Boolean, nullable=False),
        sa.Column("slot", sa.Text, nullable=False),
        sa.Column("statement", sa.Text, nullable=False),
        sa.Column("last_mentioned_at", sa.BigInteger, nullable=False),
        sa.Column("due_at", sa.BigInteger),
        sa.Column("hit_count", sa.BigInteger, nullable=False),
        sa.Column("last_hit_at", sa.BigInteger),
    )
    op.create_index(
        "ix_memories_recent", "memories", ["owner", "status", "last_mentioned_at", "memory_id"]
    )
    op.create_index("ix_memories_session", "memories", ["owner", "session", "last_mentioned_at"])
    op.create_index("ix_memories_slot", "memories", ["owner", "slot"])
    op.create_index("ix_memories_statement", "memories", ["owner", "statement"])
    is_due = sa.text("due_at IS NOT NULL")
    op.create_index(
        "ix_memories_due",
        "memories",
        ["due_at", "owner"],
        sqlite_where=is_due,
        postgresql_where=is_due,
    )
    op.create_table(
        "memory_versions",
        sa.Column("memory_id", sa.Text, primary_key=True),
        sa.Column("version", sa.BigInteger, primary_key=True),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("valid_from", sa.BigInteger, nullable=False),
        sa.Column("valid_to", sa.BigInteger),
        sa.Column("recorded_from", sa.BigInteger, nullable=False),
        sa.Column("recorded_to", sa.BigInteger),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "memory_terms",
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("term", sa.Text, primary_key=True),
        sa.Column("memory_id", sa.Text, primary_key=True),
    )
    op.create_index("ix_memory_terms_memory", "memory_terms", ["memory_id"])
    op.create_table(
        "relations",
        sa.Column("memory_id", sa.Text, primary_key=True),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("predicate", sa.Text, nullable=False),
        sa.Column("object", sa.Text, nullable=False),
    )
    op.create_index("ix_relations_subject", "relations", ["owner", "subject"])
    op.create_index("ix_relations_object", "relations", ["owner", "object"])


def _create_what_memories_rest_on() -> None:
    op.create_table(
        "evidence",
        sa.Column("memory_id", sa.Text, primary_key=True),
        sa.Column("message_id", sa.Text, primary_key=True),
        sa.Column("span_start", sa.BigInteger, primary_key=True),
        sa.Column("span_end", sa.BigInteger, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("turn_id", sa.Text, nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("ix_evidence_turn", "evidence", ["owner", "turn_id"])
    op.create_table(
        "lineage",
        sa.Column("memory_id", sa.Text, primary_key=True),
        sa.Column("source_id", sa.Text, primary_key=True),
        sa.Column("relation", sa.Text, primary_key=True),
    )


def _create_what_was_done() -> None:
    op.create_table(
        "inbox",
        sa.Column("change_id", sa.Text, primary_key=True),
        sa.Column("partition", sa.Integer, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("decision", sa.Text, nullable=False),
    )
    op.create_table(
        "turn_revisions",
        sa.Column("turn_id", sa.Text, primary_key=True),
        sa.Column("revision", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "marks",
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("partition", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("stage", sa.Text, primary_key=True),
        sa.Column("offset", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "positions",
        sa.Column("topic", sa.Text, primary_key=True),
        sa.Column("partition", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("offset", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "epochs",
        sa.Column("partition", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
    )


def _tell_sqlite_the_shape() -> None:
    """Fix SQLite's plans: without statistics it takes an owner to have ten memories.

    PostgreSQL gathers its own.
    """
    connection = op.get_bind()
    if connection.dialect.name != "sqlite":
        return
    op.execute("ANALYZE sqlite_schema")
    shape = sa.text("INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (:tbl, :idx, :stat)")
    for table, index, stat in _SHAPES:
        connection.execute(shape, {"tbl": table, "idx": index, "stat": stat})
