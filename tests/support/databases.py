"""Fresh databases for tests: a folder for SQLite, a database of its own on PostgreSQL."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
from sqlalchemy.engine import make_url

from membus.contracts import ids
from membus.settings import Settings


def sqlite_settings(folder: Path, busy_timeout_s: float = 15.0) -> Settings:
    return Settings(
        local={"data_dir": folder}, ledger={"url": "", "busy_timeout_s": busy_timeout_s}
    )


@asynccontextmanager
async def postgres_settings(server_url: str, folder: Path) -> AsyncIterator[Settings]:
    """Settings that point at a new, empty database; it is dropped at the end."""
    name = "test_" + ids.uuid7().replace("-", "")
    plain = server_url.replace("postgresql+asyncpg", "postgresql")
    server = await asyncpg.connect(plain)
    try:
        await server.execute(f'CREATE DATABASE "{name}"')
        url = make_url(server_url).set(database=name)
        yield Settings(
            local={"data_dir": folder},
            ledger={"url": url.render_as_string(hide_password=False), "pool_size": 3},
        )
        await server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
    finally:
        await server.close()
