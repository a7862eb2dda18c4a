"""Memories are found by the message that they stem from."""

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from membus.adapters.sql.columns import joined

revision = "e0003"
down_revision = "e0002"

_PAGE = 1000
_NEXT = sa.text(
    "SELECT m.memory_id, v.body FROM memories m JOIN memory_versions v"
    " ON v.memory_id = m.memory_id AND v.version = m.version"
    " WHERE m.memory_id > :after ORDER BY m.memory_id LIMIT :page"
)
_PLACE = sa.text("UPDATE memories SET place = :place WHERE memory_id = :memory_id")


def upgrade() -> None:
    """Add the column, fill it from the bodies, and index it."""
    op.add_column("memories", sa.Column("place", sa.Text))
    connection = op.get_bind()
    for page in _pages(connection):
        placed = [
            {"memory_id": memory_id, "place": place}
            for memory_id, body in page
            if (place := _place(json.loads(body))) is not None
        ]
        if placed:
            connection.execute(_PLACE, placed)
    op.create_index("ix_memories_place", "memories", ["place"])
    if connection.dialect.name == "sqlite":
        op.execute(
            "INSERT INTO sqlite_stat1 (tbl, idx, stat)"
            " VALUES ('memories', 'ix_memories_place', '1000000 3')"
        )


def _pages(connection: sa.Connection) -> Iterator[list[tuple[str, str]]]:
    after = ""
    while True:
        rows = connection.execute(_NEXT, {"after": after, "page": _PAGE}).all()
        if not rows:
            return
        yield [(row.memory_id, row.body) for row in rows]
        after = rows[-1].memory_id


def _place(body: dict[str, Any]) -> str | None:
    if not body["session"]:
        return None
    return joined((body["owner"], body["session"], str(body.get("session_seq", 0))))
