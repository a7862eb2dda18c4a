"""How a SQL ledger opens, and what its readers see before it did: give it `settings`, empty."""

import asyncio

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text
from tests.support import ledger_processes as work
from tests.support.memories import T0, decision, memory, scope_of, store

from membus.adapters.sql.database import Database
from membus.adapters.sql.embedding_tables import SCHEMA
from membus.adapters.sql.ledger import SqlLedger
from membus.adapters.sql.schema import Schema
from membus.contracts import ids
from membus.domain.places import MessagePlace
from membus.errors import FatalError, UnavailableError
from membus.settings import Settings

ANN = scope_of("ann")


class OpeningSuite:
    async def test_a_reader_may_come_first(self, settings: Settings) -> None:
        reader = await SqlLedger.open(settings, read_only=True)
        tea = memory("tea", entities=["tea"])
        assert await reader.get(ANN, [tea.memory_id]) == {}
        assert await reader.exact(ANN, ["tea"]) == []
        assert await reader.sessions(ANN) == []
        assert await reader.position_of("changes", 0) == 0
        assert await reader.owners_with_expiry(T0, 10) == []
        owner = await SqlLedger.open(settings)
        assert await reader.page(ANN) == []
        await store(owner, decision(1, tea))
        assert set(await reader.get(ANN, [tea.memory_id])) == {tea.memory_id}
        await owner.close()
        assert len(await reader.exact(ANN, ["tea"])) == 1
        await reader.close()

    async def test_a_reader_cannot_write(self, settings: Settings) -> None:
        await (await SqlLedger.open(settings)).close()
        reader = await SqlLedger.open(settings, read_only=True)
        with pytest.raises(FatalError, match="reading only"):
            await store(reader, decision(1, memory("tea")))
        with pytest.raises(FatalError, match="reading only"):
            await reader.claim([0])
        await reader.close()

    async def test_what_was_written_is_there_after_a_restart(self, settings: Settings) -> None:
        for number in range(3):
            ledger = await SqlLedger.open(settings)
            await store(ledger, decision(number, memory(str(number))))
            assert len(await ledger.page(ANN)) == number + 1
            await ledger.close()

    async def test_migrations_agree_with_the_tables(self, settings: Settings) -> None:
        await assert_migrations_agree(settings, SCHEMA)

    async def test_what_an_earlier_build_wrote_is_found_by_its_place(
        self, settings: Settings
    ) -> None:
        ledger = await SqlLedger.open(settings)
        many = [memory(f"m{number}", session_seq=number) for number in range(1100)]
        chunk = memory("chunk", kind="chunk", session="", session_id="")
        await store(ledger, decision(1, *many, chunk))
        async with ledger._database.writing() as connection:
            await connection.execute(text("DROP INDEX ix_memories_place"))
            await connection.execute(text("ALTER TABLE memories DROP COLUMN place"))
            await connection.execute(text("UPDATE alembic_version SET version_num = 'e0002'"))
            await connection.commit()
        await ledger.close()
        ledger = await SqlLedger.open(settings)
        session = ids.session_identity("acme", "s1")
        places = [MessagePlace(ANN.owners[0], session, number) for number in range(1100)]
        found = await ledger.said_at(places)
        assert [[item.content for item in found[place]] for place in places] == [
            [item.content] for item in many
        ]
        await ledger.close()

    async def test_a_schema_at_head_loads_no_migrations(self, settings: Settings) -> None:
        await (await SqlLedger.open(settings)).close()
        process, pipe = work.start(work.open_again, settings)
        assert await asyncio.to_thread(pipe.poll, 60)
        assert pipe.recv() is False
        await asyncio.to_thread(process.join, 60)

    async def test_another_builds_schema(self, settings: Settings) -> None:
        ledger = await SqlLedger.open(settings)
        async with ledger._database.writing() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = 'e9999'"))
            await connection.commit()
        await ledger.close()
        reader = await SqlLedger.open(settings, read_only=True)
        with pytest.raises(UnavailableError, match="e9999"):
            await reader.page(ANN)
        await reader.close()
        with pytest.raises(FatalError, match="newer"):
            await SqlLedger.open(settings)


async def assert_migrations_agree(settings: Settings, schema: Schema) -> None:
    """Open a service's database; assert that it is at head, and has the tables of the metadata."""

    def differences(connection: Connection) -> tuple[str | None, list[object]]:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        return context.get_current_revision(), compare_metadata(context, schema.metadata)

    database = await Database.open(settings, schema)
    async with database._reader.connect() as connection:
        assert await connection.run_sync(differences) == (schema.head, [])
    await database.close()
