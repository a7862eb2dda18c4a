"""A service's schema: which revision this build needs, and bringing a database there.

Only the owning service upgrades; whoever reads waits until it has.
"""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, MetaData, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine

from membus.adapters.sql.errors import translated
from membus.errors import FatalError

MIGRATIONS = Path(__file__).parent / "migrations"
# Alembic keeps its running migration in a module: one at a time in a process.
_ALEMBIC = threading.Lock()
_LOCK_RETRY_S = 0.01


@dataclass(frozen=True)
class Schema:
    """The tables of one service; `head` is the newest revision under migrations/<service>."""

    service: str
    metadata: MetaData
    head: str


async def revision_of(engine: AsyncEngine) -> str | None:
    """Return the revision that a database is at, None where nothing was created yet."""
    async with engine.connect() as connection:
        return await connection.run_sync(_revision)


async def upgrade(open_writer: Callable[[], AsyncEngine], schema: Schema) -> None:
    """Create or migrate a schema, in a thread: concurrent starts wait for each other.

    `open_writer` gives an engine of its own to the thread's loop.
    """
    await asyncio.to_thread(lambda: asyncio.run(_upgrade(open_writer(), schema)))


async def _upgrade(engine: AsyncEngine, schema: Schema) -> None:
    try:
        with translated():
            async with engine.begin() as connection:
                await connection.run_sync(_locked_upgrade, schema)
    finally:
        await engine.dispose()


def _locked_upgrade(connection: Connection, schema: Schema) -> None:
    # SQLite is locked already: the transaction began IMMEDIATE.
    if connection.dialect.name == "postgresql":
        lock = text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))")
        connection.execute(lock, {"name": f"membus/{schema.service}"})
        # Asked first: CREATE SCHEMA IF NOT EXISTS wants a right that is not needed later.
        if schema.service not in inspect(connection).get_schema_names():
            connection.execute(text(f'CREATE SCHEMA "{schema.service}"'))
    if _revision(connection) == schema.head:
        return
    with _ALEMBIC:
        _run_alembic(connection, schema)


def _run_alembic(connection: Connection, schema: Schema) -> None:
    # Imported here: a start that finds its schema at head does not pay for it.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", str(MIGRATIONS / schema.service).replace("%", "%%"))
    config.attributes["connection"] = connection
    config.attributes["metadata"] = schema.metadata
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise FatalError(
            f"the {schema.service} database cannot be migrated by this build, a newer one may have "
            f"written it: {error}"
        ) from error


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()


def create_file(file: Path, timeout_s: float) -> None:
    """Make sure that a SQLite file exists and is in WAL mode. Blocks: call it in a thread."""
    file.parent.mkdir(parents=True, exist_ok=True)
    deadline = time.monotonic() + timeout_s
    while True:
        try:
            _switch_to_wal(file, timeout_s)
        except sqlite3.OperationalError:
            # The switch asks for the whole file and does not wait for others that do so too.
            if time.monotonic() > deadline:
                raise
            time.sleep(_LOCK_RETRY_S)
        else:
            return


def _switch_to_wal(file: Path, timeout_s: float) -> None:
    connection = sqlite3.connect(file, timeout=timeout_s)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
    finally:
        connection.close()
