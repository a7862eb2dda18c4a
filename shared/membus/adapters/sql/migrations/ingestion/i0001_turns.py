"""Ingestion's first tables."""

import sqlalchemy as sa
from alembic import op

revision = "i0001"
down_revision = None


def upgrade() -> None:
    """Create all tables."""
    op.create_table(
        "sessions",
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("tenant_id", sa.Text, nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("last_append_at", sa.BigInteger, nullable=False),
        sa.Column("open_from", sa.BigInteger),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("ix_sessions_tenant", "sessions", ["tenant_id", "last_append_at"])
    is_open = sa.text("open_from IS NOT NULL")
    op.create_index(
        "ix_sessions_open",
        "sessions",
        ["last_append_at"],
        sqlite_where=is_open,
        postgresql_where=is_open,
    )
    op.create_table(
        "turns",
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("turn_id", sa.Text, primary_key=True),
        sa.Column("started_at", sa.BigInteger, nullable=False),
        sa.Column("started_offset", sa.BigInteger, nullable=False),
        sa.Column("void", sa.Boolean, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("ix_turns_place", "turns", ["session", "started_at", "started_offset"])
    op.create_table(
        "messages",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("offset", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "outcomes",
        sa.Column("event_id", sa.Text, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
