"""One service's database: an engine that reads, one that writes for its owner, and its schema."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from types import MappingProxyType
from typing import Any, Self

from sqlalchemy import Engine, Executable, Row
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from membus.adapters.sql.engine import open_engine, open_file_reader, sqlite_file
from membus.adapters.sql.errors import translated
from membus.adapters.sql.schema import Schema, create_file, revision_of, upgrade
from membus.errors import FatalError, UnavailableError
from membus.settings import Settings

_NONE: Mapping[str, Any] = MappingProxyType({})


class Database:
    """Opened with `open`; every method raises UnavailableError, MalformedError or FatalError."""

    def __init__(self, settings: Settings, schema: Schema, *, read_only: bool) -> None:
        self._settings = settings
        self._schema = schema
        self._reader = self._engine(read_only=True)
        self._writer = None if read_only else self._engine(read_only=False)
        self._file_reader = self._open_file_reader() if self._in_file else None
        self._ready = False

    @classmethod
    async def open(cls, settings: Settings, schema: Schema, *, read_only: bool = False) -> Self:
        """Open a database; its owner (not `read_only`) creates or migrates the schema."""
        database = cls(settings, schema, read_only=read_only)
        try:
            if not read_only:
                await database._prepare()
        except BaseException:
            await database.close()
            raise
        return database

    async def close(self) -> None:
        """Close all connections."""
        for engine in (self._reader, self._writer):
            if engine is not None:
                await engine.dispose()
        if self._file_reader is not None:
            await asyncio.to_thread(self._file_reader.dispose)

    async def rows(
        self, statement: Executable, parameters: Mapping[str, Any] = _NONE
    ) -> Sequence[Row[Any]]:
        """Run one query over the newest commit; nothing while the owner has created no schema."""
        with translated():
            if not self._ready and not await self._created():
                return []
            if self._file_reader is not None:
                return await asyncio.to_thread(_rows, self._file_reader, statement, parameters)
            async with self._reader.connect() as connection:
                return (await connection.execute(statement, parameters)).all()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Give the connection for one write; what is not committed is rolled back.

        The owner alone may ask for it. Errors of what is run on it are the caller's to translate.
        """
        if self._writer is None:
            raise FatalError(f"the {self._schema.service} database is open for reading only")
        async with AsyncExitStack() as stack:
            with translated():
                connection = await stack.enter_async_context(self._writer.connect())
            yield connection

    @property
    def _in_file(self) -> bool:
        return self._reader.dialect.name == "sqlite"

    async def _prepare(self) -> None:
        with translated():
            if self._in_file:
                file = sqlite_file(self._schema.service, self._settings.local.data_dir)
                await asyncio.to_thread(create_file, file, self._settings.ledger.busy_timeout_s)
            if await revision_of(self._reader) != self._schema.head:
                await upgrade(lambda: self._engine(read_only=False), self._schema)
        self._ready = True

    async def _created(self) -> bool:
        if self._in_file:
            file = sqlite_file(self._schema.service, self._settings.local.data_dir)
            if not await asyncio.to_thread(file.exists):
                return False
        found = await revision_of(self._reader)
        if found not in {None, self._schema.head}:
            raise UnavailableError(
                f"the {self._schema.service} database is at revision {found}, this build needs "
                f"{self._schema.head}: start the {self._schema.service} service of this build"
            )
        self._ready = found is not None
        return self._ready

    def _open_file_reader(self) -> Engine:
        ledger = self._settings.ledger
        file = sqlite_file(self._schema.service, self._settings.local.data_dir)
        return open_file_reader(file, ledger.busy_timeout_s, ledger.pool_size)

    def _engine(self, *, read_only: bool) -> AsyncEngine:
        return open_engine(
            self._settings.ledger.url.get_secret_value(),
            self._schema.service,
            self._settings.local.data_dir,
            self._settings.ledger.busy_timeout_s,
            self._settings.ledger.pool_size,
            read_only=read_only,
        )


def _rows(
    engine: Engine, statement: Executable, parameters: Mapping[str, Any]
) -> Sequence[Row[Any]]:
    with engine.connect() as connection:
        return connection.execute(statement, parameters).all()
