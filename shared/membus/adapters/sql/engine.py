"""Opens the engine of one service's database: a SQLite file of its own, or a PostgreSQL schema."""

from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry, QueuePool

from membus.errors import FatalError

_POSTGRES = ("postgres", "postgresql", "postgresql+asyncpg")


def sqlite_file(service: str, data_dir: Path) -> Path:
    """Return where a service's SQLite file lies under the data folder."""
    return data_dir / "ledger" / f"{service}.db"


def open_engine(
    url: str,
    service: str,
    data_dir: Path,
    busy_timeout_s: float,
    pool_size: int,
    *,
    read_only: bool = False,
) -> AsyncEngine:
    """Return an engine over the database of `service`; nothing is opened or created yet.

    `url` empty: SQLite under `data_dir`. `read_only`: each statement sees the newest commit and no
    transaction is held. Else each transaction takes the write lock when it begins. Waiting for a
    lock or a connection ends after `busy_timeout_s`. Raises FatalError for another kind of URL.
    """
    options: dict[str, Any] = {
        "poolclass": AsyncAdaptedQueuePool,
        "pool_timeout": busy_timeout_s,
        "max_overflow": 0,
    }
    if read_only:
        options |= {"isolation_level": "AUTOCOMMIT", "skip_autocommit_rollback": True}
    if not url:
        file = sqlite_file(service, data_dir)
        return _sqlite(file, busy_timeout_s, pool_size if read_only else 1, options, read_only)
    return _postgres(url, service, busy_timeout_s, options | {"pool_size": pool_size})


def open_file_reader(file: Path, busy_timeout_s: float, pool_size: int) -> Engine:
    """Return a blocking engine that reads a SQLite file, each statement the newest commit.

    A query in one worker thread costs a hop; through the asyncio driver it costs one a step.
    """
    return create_engine(
        URL.create(
            "sqlite", database=file.absolute().as_uri(), query={"mode": "ro", "uri": "true"}
        ),
        connect_args={"timeout": busy_timeout_s, "check_same_thread": False},
        poolclass=QueuePool,
        pool_size=pool_size,
        pool_timeout=busy_timeout_s,
        max_overflow=0,
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,
    )


def _sqlite(
    file: Path, busy_timeout_s: float, pool_size: int, options: dict[str, Any], read_only: bool
) -> AsyncEngine:
    mode = {"mode": "ro" if read_only else "rwc", "uri": "true"}
    # One writing connection: tasks queue for it in turn instead of racing for the file's lock.
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=file.absolute().as_uri(), query=mode),
        connect_args={"timeout": busy_timeout_s},
        pool_size=pool_size,
        **options,
    )
    if not read_only:
        event.listen(engine.sync_engine, "connect", _set_up_writer)
        # A transaction that reads first and then writes fails at once when another wrote between.
        event.listen(
            engine.sync_engine, "begin", lambda link: link.exec_driver_sql("BEGIN IMMEDIATE")
        )
    return engine


def _set_up_writer(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    # The driver must not begin transactions by itself: the listener above does.
    connection.isolation_level = None
    cursor = connection.cursor()
    # With NORMAL a power cut may lose the newest commits while the log's commit that followed them
    # survives, and nothing would deliver those records again. One fsync a batch is cheap.
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()


def _postgres(
    url: str, service: str, busy_timeout_s: float, options: dict[str, Any]
) -> AsyncEngine:
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise FatalError("MEMBUS_LEDGER__URL is not a URL: use postgresql://…") from error
    if parsed.drivername not in _POSTGRES:
        raise FatalError(
            f"MEMBUS_LEDGER__URL names {parsed.drivername!r}: use postgresql://… or leave it empty"
        )
    milliseconds = str(int(busy_timeout_s * 1000))
    return create_async_engine(
        parsed.set(drivername="postgresql+asyncpg"),
        connect_args={
            "timeout": busy_timeout_s,
            "command_timeout": 2 * busy_timeout_s,
            "server_settings": {
                "application_name": f"membus-{service}",
                "search_path": service,
                "lock_timeout": milliseconds,
                # A member that stopped in the middle must not hold its locks for ever.
                "idle_in_transaction_session_timeout": milliseconds,
            },
        },
        pool_pre_ping=True,
        **options,
    )
