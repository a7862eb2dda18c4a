"""The fence: a number a partition, raised by who takes it over; a member with a lower one loses."""

from collections.abc import Collection, Mapping

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from membus.adapters.sql.embedding_tables import epochs
from membus.adapters.sql.upserts import insert
from membus.errors import FatalError


async def raise_epochs(connection: AsyncConnection, partitions: Collection[int]) -> dict[int, int]:
    """Raise and return the epoch of each partition."""
    raised = {}
    # In order, so that two members that claim at once cannot wait for each other.
    for partition in sorted(set(partitions)):
        row = insert(connection, epochs).values(partition=partition, epoch=1)
        upsert = row.on_conflict_do_update(
            index_elements=[epochs.c.partition], set_={"epoch": epochs.c.epoch + 1}
        )
        raised[partition] = (
            await connection.execute(upsert.returning(epochs.c.epoch))
        ).scalar_one()
    return raised


async def check_epochs(connection: AsyncConnection, claimed: Mapping[int, int]) -> None:
    """Raise FatalError when another member has claimed one of the partitions since."""
    if not claimed:
        return
    # The shared lock keeps a claim waiting until this transaction has ended either way.
    query = (
        select(epochs.c.partition, epochs.c.epoch)
        .where(epochs.c.partition.in_(sorted(claimed)))
        .with_for_update(read=True)
    )
    found = {row.partition: row.epoch for row in await connection.execute(query)}
    lost = sorted(number for number, epoch in claimed.items() if found.get(number) != epoch)
    if lost:
        raise FatalError(
            f"another member has taken over the partitions {lost}: this one writes nothing and ends"
        )
