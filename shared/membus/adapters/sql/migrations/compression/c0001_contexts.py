"""Compression's first tables."""

import sqlalchemy as sa
from alembic import op

revision = "c0001"
down_revision = None


def upgrade() -> None:
    """Create all tables."""
    op.create_table(
        "contexts",
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "decisions",
        sa.Column("event_id", sa.Text, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
