"""The SQLite ledger does what every ledger must."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from tests.support.databases import sqlite_settings
from tests.support.ledger_ageing_suite import AgeingSuite
from tests.support.ledger_history_suite import HistorySuite
from tests.support.ledger_places_suite import PlacesSuite
from tests.support.ledger_process_suite import ProcessSuite
from tests.support.ledger_scope_suite import ScopeSuite
from tests.support.ledger_suite import ReadingSuite
from tests.support.ledger_transaction_suite import TransactionSuite
from tests.support.ledger_writing_suite import WritingSuite
from tests.support.memories import T0, decision, memory, scope_of, store
from tests.support.sql_suite import OpeningSuite

from membus.adapters.sql.engine import sqlite_file
from membus.adapters.sql.ledger import SqlLedger
from membus.domain.places import MessagePlace
from membus.errors import FatalError, UnavailableError
from membus.settings import Settings

ANN = scope_of("ann")


class TestSqliteLedger(
    ReadingSuite,
    HistorySuite,
    PlacesSuite,
    ScopeSuite,
    WritingSuite,
    TransactionSuite,
    AgeingSuite,
):
    @pytest.fixture
    async def ledger(self, tmp_path: Path) -> AsyncIterator[SqlLedger]:
        ledger = await SqlLedger.open(sqlite_settings(tmp_path))
        yield ledger
        await ledger.close()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return sqlite_settings(tmp_path)


class TestSqliteProcesses(ProcessSuite):
    pass


class TestSqliteOpening(OpeningSuite):
    pass


async def test_a_locked_file_is_waited_for_and_then_unavailable(tmp_path: Path) -> None:
    ledger = await SqlLedger.open(sqlite_settings(tmp_path, busy_timeout_s=0.2))
    await store(ledger, decision(1, memory("tea")))
    with closing(sqlite3.connect(_file(tmp_path), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(UnavailableError, match="locked"):
            await store(ledger, decision(2, memory("coffee")))
        # Whoever writes keeps no reader waiting.
        assert len(await ledger.page(ANN)) == 1
    await store(ledger, decision(2, memory("coffee")))
    assert len(await ledger.page(ANN)) == 2
    await ledger.close()


async def test_a_transaction_waits_for_the_one_before_it(tmp_path: Path) -> None:
    ledger = await SqlLedger.open(sqlite_settings(tmp_path, busy_timeout_s=0.2))
    async with ledger.transaction({}) as first:
        await first.apply(ANN.owners[0], decision(1, memory("tea")))
        await first.memories(ANN.owners[0], ["any"])
        with pytest.raises(UnavailableError, match="busy"):
            await store(ledger, decision(2, memory("coffee")))
    assert [item.content for item in await ledger.page(ANN)] == ["tea"]
    await ledger.close()


async def test_commits_reach_the_disk(tmp_path: Path) -> None:
    ledger = await SqlLedger.open(sqlite_settings(tmp_path))
    async with ledger._database.writing() as connection:
        level = (await connection.exec_driver_sql("PRAGMA synchronous")).scalar_one()
        mode = (await connection.exec_driver_sql("PRAGMA journal_mode")).scalar_one()
    assert (level, mode) == (2, "wal")
    await ledger.close()


async def test_a_folder_of_any_name(tmp_path: Path) -> None:
    folder = tmp_path / "a b#c%20d?e=f&é 数据"
    ledger = await SqlLedger.open(sqlite_settings(folder))
    await store(ledger, decision(1, memory("tea")))
    assert len(await ledger.page(ANN)) == 1
    assert _file(folder).exists()
    await ledger.close()


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    _file(tmp_path).parent.mkdir()
    _file(tmp_path).write_bytes(b"not a database, but long enough to be read as one" * 100)
    with pytest.raises(FatalError, match="not a database"):
        await SqlLedger.open(sqlite_settings(tmp_path))


async def test_no_read_walks_through_all_of_an_owner(tmp_path: Path) -> None:
    """Without the statistics that the migration lays down, several of these do."""
    ledger = await SqlLedger.open(sqlite_settings(tmp_path))
    asked: list[tuple[str, Any]] = []
    event.listen(
        ledger._database._file_reader,
        "before_cursor_execute",
        lambda _link, _cursor, query, values, *_: asked.append((query, values)),
    )
    await ledger.get(ANN, ["a"])
    await ledger.at(ANN, ["a"], T0, T0)
    await ledger.evidence(ANN, ["a"])
    await ledger.exact(ANN, ["a"], history=True)
    await ledger.related(ANN, ["a"], history=True)
    await ledger.page(ANN, session="a")
    await ledger.owners_with_expiry(T0, 1)
    await ledger.said_at([MessagePlace(ANN.owners[0], "a", 0)])
    async with ledger.transaction({}) as transaction:
        await transaction.memories(ANN.owners[0], ["a"])
        await transaction.same_statement(ANN.owners[0], [("a", "b", "c", "positive")])
        await transaction.same_slot(ANN.owners[0], [("a", "b")])
    with closing(sqlite3.connect(_file(tmp_path))) as link:
        plans = [link.execute(f"EXPLAIN QUERY PLAN {query}", values) for query, values in asked]
        steps = [step for plan in plans for *_, step in plan]
    assert len(asked) == 11
    assert not [step for step in steps if step.startswith("SCAN m") and "matches" not in step]
    assert not [step for step in steps if "ix_memories_recent" in step]
    await ledger.close()


def _file(folder: Path) -> Path:
    return sqlite_file("embedding", folder)
