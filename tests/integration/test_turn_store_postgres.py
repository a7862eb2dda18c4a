"""The PostgreSQL turn store does what every turn store must."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.support.databases import postgres_settings
from tests.support.sql_suite import assert_migrations_agree
from tests.support.turn_states import state
from tests.support.turn_store_suite import TurnStoreSuite, save

from membus.adapters.sql.ingestion_tables import SCHEMA
from membus.adapters.sql.ledger import SqlLedger
from membus.adapters.sql.turns import SqlTurnStore
from membus.settings import Settings

pytestmark = pytest.mark.postgres


@pytest.fixture
async def settings(postgres_url: str, tmp_path: Path) -> AsyncIterator[Settings]:
    async with postgres_settings(postgres_url, tmp_path) as settings:
        yield settings


class TestPostgresTurnStore(TurnStoreSuite):
    @pytest.fixture
    async def store(self, settings: Settings) -> AsyncIterator[SqlTurnStore]:
        store = await SqlTurnStore.open(settings)
        yield store
        await store.close()


async def test_migrations_agree_with_the_tables(settings: Settings) -> None:
    await assert_migrations_agree(settings, SCHEMA)


async def test_two_services_share_one_database(settings: Settings) -> None:
    turns, ledger = await SqlTurnStore.open(settings), await SqlLedger.open(settings)
    await save(turns, state(open_from=1))
    assert await turns.open_turns() == 1
    assert await ledger.position_of("changes", 0) == 0
    await turns.close()
    await ledger.close()
