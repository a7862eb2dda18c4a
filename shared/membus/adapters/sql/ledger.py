"""The MemoryLedger over SQL: the reading half for everyone, transactions for its owner alone."""

from collections.abc import Collection
from typing import Self

from membus.adapters.sql import ledger_queries as queries
from membus.adapters.sql.database import Database
from membus.adapters.sql.embedding_tables import SCHEMA
from membus.adapters.sql.epochs import raise_epochs
from membus.adapters.sql.errors import translated
from membus.adapters.sql.ledger_reading import LedgerReading
from membus.adapters.sql.ledger_transaction import SqlLedgerTransaction
from membus.adapters.sql.memory_rows import memory_of, place_key
from membus.adapters.sql.paging import pages
from membus.contracts.memory import Memory
from membus.domain.places import MessagePlace, place_of
from membus.settings import Settings


class SqlLedger(LedgerReading):
    """A MemoryLedger; close it when done.

    Every method raises UnavailableError when the database cannot serve in time.
    """

    @classmethod
    async def open(cls, settings: Settings, *, read_only: bool = False) -> Self:
        """Open the ledger. The embedding service is its owner, all others are `read_only`.

        The owner creates and migrates the schema; a reader that comes first finds nothing.
        """
        return cls(await Database.open(settings, SCHEMA, read_only=read_only))

    async def close(self) -> None:
        """Close all connections."""
        await self._database.close()

    def transaction(self, epochs: dict[int, int]) -> SqlLedgerTransaction:
        """Open a transaction; raises FatalError at its end when an epoch is no longer ours."""
        return SqlLedgerTransaction(self._database, epochs)

    async def said_at(self, places: Collection[MessagePlace]) -> dict[MessagePlace, list[Memory]]:
        """Return the active and superseded memories of each place, in the order of their spans."""
        found: dict[MessagePlace, list[Memory]] = {}
        for page in pages([place_key(place) for place in places]):
            for row in await self._database.rows(queries.SAID_AT, {"places": page}):
                memory = memory_of(row)
                if (place := place_of(memory)) is not None:
                    found.setdefault(place, []).append(memory)
        return found

    async def claim(self, partitions: Collection[int]) -> dict[int, int]:
        """Raise and return the epoch of each partition."""
        async with self._database.writing() as connection:
            with translated():
                raised = await raise_epochs(connection, partitions)
                await connection.commit()
        return raised
