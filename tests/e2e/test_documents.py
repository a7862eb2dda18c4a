"""A document from its publication to recall, its next version, and its removal."""

import asyncio

from tests.support.stack import unique

from membus import MemoryClient, SyncMemoryClient
from membus.cli.audit import quiet_audit
from membus.client.documents import DocumentOptions
from membus.settings import Settings

RETURNS = "# Returns\n\nUnworn shoes may be sent back within 14 days."
SHIPPING = "# Shipping\n\nParcels to Norway leave the warehouse on Mondays."
EXPRESS = "# Shipping\n\nParcels to Norway leave the warehouse every Thursday."


async def settled(stack: Settings) -> None:
    """Wait until every stage has handled all, and see that all of it is accounted for."""
    audited, lag, _ = await quiet_audit(stack, 120)
    assert not any(lag.values()), lag
    assert audited.accounts.findings() == []


async def test_a_documents_chunks_are_recalled_replaced_and_removed(stack: Settings) -> None:
    user, space, source = unique("clerk"), unique("shop"), unique("policy.md")

    async def asked(bus: MemoryClient, query: str, *spaces: str) -> dict[str, str]:
        answer = await bus.recall(query, user_id=user, spaces=spaces)
        return {hit.memory.content: hit.memory.memory_id for hit in answer.hits}

    days = "Within how many days may unworn shoes be sent back?"
    when = "When do parcels to Norway leave the warehouse?"
    where: DocumentOptions = {"user_id": unique("author"), "space_id": space}
    async with MemoryClient(stack) as bus:
        first = f"{RETURNS}\n\n{SHIPPING}\n"
        receipt = await bus.publish_document(first, source_id=source, title="Policy", **where)
        assert receipt.space_id == space
        await settled(stack)
        returns = await asked(bus, days, space)
        assert next(iter(returns)) == RETURNS
        assert next(iter(await asked(bus, when, space))) == SHIPPING
        assert await asked(bus, days) == {}

        second = f"{RETURNS}\n\n{EXPRESS}\n"
        with SyncMemoryClient(stack) as blocking:
            await asyncio.to_thread(
                blocking.publish_document, second, source_id=source, title="Policy", **where
            )
        await settled(stack)
        shipping = await asked(bus, when, space)
        assert next(iter(shipping)) == EXPRESS
        assert SHIPPING not in shipping
        assert (await asked(bus, days, space))[RETURNS] == returns[RETURNS]

        await bus.remove_document(source, **where)
        await settled(stack)
        assert await asked(bus, days, space) == {}
        assert await asked(bus, when, space) == {}
