"""The PostgreSQL ledger does what every ledger must."""

from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy.engine import make_url
from tests.support.databases import postgres_settings
from tests.support.ledger_ageing_suite import AgeingSuite
from tests.support.ledger_history_suite import HistorySuite
from tests.support.ledger_places_suite import PlacesSuite
from tests.support.ledger_process_suite import ProcessSuite
from tests.support.ledger_scope_suite import ScopeSuite
from tests.support.ledger_suite import ReadingSuite
from tests.support.ledger_transaction_suite import TransactionSuite
from tests.support.ledger_writing_suite import WritingSuite
from tests.support.memories import decision, memory, scope_of, store
from tests.support.sql_suite import OpeningSuite

from membus.adapters.sql.ledger import SqlLedger
from membus.errors import FatalError, UnavailableError
from membus.settings import Settings

pytestmark = pytest.mark.postgres
ANN = scope_of("ann")


@pytest.fixture
async def settings(postgres_url: str, tmp_path: Path) -> AsyncIterator[Settings]:
    async with postgres_settings(postgres_url, tmp_path) as settings:
        yield settings


class TestPostgresLedger(
    ReadingSuite,
    HistorySuite,
    PlacesSuite,
    ScopeSuite,
    WritingSuite,
    TransactionSuite,
    AgeingSuite,
):
    @pytest.fixture
    async def ledger(self, settings: Settings) -> AsyncIterator[SqlLedger]:
        ledger = await SqlLedger.open(settings)
        yield ledger
        await ledger.close()


class TestPostgresProcesses(ProcessSuite):
    pass


class TestPostgresOpening(OpeningSuite):
    pass


async def test_a_lock_is_waited_for_and_then_unavailable(settings: Settings) -> None:
    quick = settings.ledger.model_copy(update={"busy_timeout_s": 3.0})
    ledger = await SqlLedger.open(settings.model_copy(update={"ledger": quick}))
    other = await _connect(settings)
    async with other.transaction():
        await other.execute("LOCK TABLE embedding.memories IN EXCLUSIVE MODE")
        with pytest.raises(UnavailableError):
            await store(ledger, decision(1, memory("tea")))
    await store(ledger, decision(1, memory("tea")))
    assert len(await ledger.page(ANN)) == 1
    await other.close()
    await ledger.close()


async def test_it_comes_back_after_the_server_cut_it_off(settings: Settings) -> None:
    ledger = await SqlLedger.open(settings)
    await store(ledger, decision(1, memory("tea")))
    other = await _connect(settings)
    await other.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    assert len(await ledger.page(ANN)) == 1
    await store(ledger, decision(2, memory("coffee")))
    assert len(await ledger.page(ANN)) == 2
    await other.close()
    await ledger.close()


async def test_cut_off_in_a_transaction_it_may_work_later(settings: Settings) -> None:
    ledger = await SqlLedger.open(settings)
    other = await _connect(settings)

    async def write() -> None:
        async with ledger.transaction({}) as transaction:
            await transaction.apply(ANN.owners[0], decision(1, memory("tea")))
            await transaction.memories(ANN.owners[0], ["any"])
            await other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    with pytest.raises(UnavailableError):
        await write()
    assert await ledger.page(ANN) == []
    await other.close()
    await ledger.close()


async def test_each_service_has_a_schema(settings: Settings) -> None:
    await (await SqlLedger.open(settings)).close()
    other = await _connect(settings)
    found = await other.fetch("SELECT DISTINCT table_schema FROM information_schema.tables")
    assert {"embedding"} <= {row["table_schema"] for row in found}
    assert "public" not in {row["table_schema"] for row in found}
    await other.close()


@pytest.mark.parametrize(
    ("url", "error"),
    [
        ("postgresql://nobody@127.0.0.1:1/none", UnavailableError),
        ("mysql://127.0.0.1/x", FatalError),
        ("not a url", FatalError),
    ],
)
async def test_a_wrong_address(tmp_path: Path, url: str, error: type[Exception]) -> None:
    wrong = Settings(local={"data_dir": tmp_path}, ledger={"url": url, "busy_timeout_s": 2})
    with pytest.raises(error):
        await SqlLedger.open(wrong)


async def test_a_database_that_is_not_there(postgres_url: str, tmp_path: Path) -> None:
    missing = make_url(postgres_url).set(database="no_such_database")
    url = missing.render_as_string(hide_password=False)
    with pytest.raises(FatalError, match="no_such_database"):
        await SqlLedger.open(Settings(local={"data_dir": tmp_path}, ledger={"url": url}))


async def _connect(settings: Settings) -> asyncpg.Connection:
    url = settings.ledger.url.get_secret_value()
    return await asyncpg.connect(url.replace("postgresql+asyncpg", "postgresql"))
