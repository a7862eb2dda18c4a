"""What was made of an event is kept by session: an event id is a producer's own.

Entries of before name no session, so they can't be kept. They are only asked for when a record
comes again that was in work as ingestion stopped; then its message id says that it was counted.
"""

import sqlalchemy as sa
from alembic import op

revision = "i0002"
down_revision = "i0001"


def upgrade() -> None:
    """Make the table anew."""
    op.drop_table("outcomes")
    op.create_table(
        "outcomes",
        sa.Column("inbox_key", sa.Text, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
