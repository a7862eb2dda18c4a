"""The SQL store of contexts does what every such store must, on SQLite and on PostgreSQL."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.support.context_suite import ContextSuite
from tests.support.databases import postgres_settings, sqlite_settings
from tests.support.sql_suite import assert_migrations_agree

from membus.adapters.sql.contexts import SCHEMA, SqlContextStore


class TestSqlite(ContextSuite):
    @pytest.fixture
    async def store(self, tmp_path: Path) -> AsyncIterator[SqlContextStore]:
        store = await SqlContextStore.open(sqlite_settings(tmp_path))
        yield store
        await store.close()

    async def test_migrations_agree_with_the_tables(self, tmp_path: Path) -> None:
        await assert_migrations_agree(sqlite_settings(tmp_path), SCHEMA)


@pytest.mark.postgres
class TestPostgres(ContextSuite):
    @pytest.fixture
    async def store(self, postgres_url: str, tmp_path: Path) -> AsyncIterator[SqlContextStore]:
        async with postgres_settings(postgres_url, tmp_path) as settings:
            store = await SqlContextStore.open(settings)
            yield store
            await store.close()

    async def test_migrations_agree_with_the_tables(
        self, postgres_url: str, tmp_path: Path
    ) -> None:
        async with postgres_settings(postgres_url, tmp_path) as settings:
            await assert_migrations_agree(settings, SCHEMA)
