"""The SQLite turn store does what every turn store must."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.support.databases import sqlite_settings
from tests.support.sql_suite import assert_migrations_agree
from tests.support.turn_store_suite import TurnStoreSuite

from membus.adapters.sql.ingestion_tables import SCHEMA
from membus.adapters.sql.turns import SqlTurnStore


class TestSqliteTurnStore(TurnStoreSuite):
    @pytest.fixture
    async def store(self, tmp_path: Path) -> AsyncIterator[SqlTurnStore]:
        store = await SqlTurnStore.open(sqlite_settings(tmp_path))
        yield store
        await store.close()


async def test_migrations_agree_with_the_tables(tmp_path: Path) -> None:
    await assert_migrations_agree(sqlite_settings(tmp_path), SCHEMA)


async def test_a_reader_may_come_first(tmp_path: Path) -> None:
    reader = await SqlTurnStore.open(sqlite_settings(tmp_path), read_only=True)
    assert await reader.open_turns() == 0
    assert await reader.sessions("acme", 10) == []
    await reader.close()
