"""Decisions are kept by owner: a change's event id is a producer's own.

Entries of before name no owner, so they can't be kept. They are only asked for when a record comes
again that was in work as the writer stopped; then a turn's revision says that it was applied.
"""

import sqlalchemy as sa
from alembic import op

revision = "e0002"
down_revision = "e0001"


def upgrade() -> None:
    """Make the table anew."""
    op.drop_table("inbox")
    op.create_table(
        "inbox",
        sa.Column("inbox_key", sa.Text, primary_key=True),
        sa.Column("partition", sa.Integer, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("decision", sa.Text, nullable=False),
    )
