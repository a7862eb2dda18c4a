"""INSERTs that say what happens to a row that is there already, alike on both databases."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Executable, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

Insert = sqlite.Insert | postgresql.Insert


def insert(connection: AsyncConnection, table: Table) -> Insert:
    """Return the INSERT of the connection's database."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


def keep_first(connection: AsyncConnection, table: Table) -> Insert:
    """Return an INSERT that leaves a row of the same primary key as it is."""
    return insert(connection, table).on_conflict_do_nothing()


def replace(connection: AsyncConnection, table: Table) -> Insert:
    """Return an INSERT that replaces a row of the same primary key."""
    row = insert(connection, table)
    return row.on_conflict_do_update(
        index_elements=list(table.primary_key.columns), set_=_others(row, table)
    )


def keep_higher(
    connection: AsyncConnection, table: Table, rank: str, *, ties: bool = False
) -> Insert:
    """Return an INSERT that replaces a row of the same primary key whose `rank` is lower.

    `ties`: also one whose rank is the same.
    """
    row = insert(connection, table)
    new, old = row.excluded[rank], table.c[rank]
    return row.on_conflict_do_update(
        index_elements=list(table.primary_key.columns),
        set_=_others(row, table),
        where=new >= old if ties else new > old,
    )


async def write_many(
    connection: AsyncConnection, statement: Executable, rows: Sequence[Mapping[str, Any]]
) -> None:
    """Run one statement for all rows at once, none for no rows."""
    if rows:
        await connection.execute(statement, rows)


def _others(row: Insert, table: Table) -> dict[str, ColumnElement[Any]]:
    return {
        column.name: row.excluded[column.name] for column in table.columns if not column.primary_key
    }
