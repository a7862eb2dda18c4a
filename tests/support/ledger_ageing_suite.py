"""What every MemoryLedger must find of what ages: inherit the class, give it `ledger`, empty."""

from tests.support.memories import at, decision, memory, scope_of, store

from membus.contracts.events.memories import HitRow
from membus.domain.expiry import DEMOTED
from membus.ports.ledger import MemoryLedger

ANN = scope_of("ann")
OWNER = ANN.owners[0]


class AgeingSuite:
    async def test_what_is_due(self, ledger: MemoryLedger) -> None:
        short = {"type": "short", "expires_at": at(10)}
        await store(
            ledger,
            decision(
                1,
                memory("due", **short),
                memory("later", type="short", expires_at=at(11)),
                memory("pinned", pinned=True, **short),
                memory("long", expires_at=at(10)),
                memory("never", type="short"),
                memory("gone", status="expired", **short),
                memory("bob's", user="bob", **short),
            ),
        )
        due = await ledger.due_for_expiry(OWNER, at(10), 10)
        assert [item.content for item in due] == ["due"]
        assert await ledger.due_for_expiry(OWNER, at(9), 10) == []
        both = await ledger.due_for_expiry(OWNER, at(11), 10)
        assert [item.content for item in both] == ["due", "later"]
        assert len(await ledger.due_for_expiry(OWNER, at(11), 1)) == 1
        owners = await ledger.owners_with_expiry(at(11), 10)
        assert {owner: item.owner for owner, item in owners} == {
            OWNER: OWNER,
            "acme/u/bob": "acme/u/bob",
        }
        assert len(await ledger.owners_with_expiry(at(11), 1)) == 1

    async def test_what_was_hit_since_is_left_out(self, ledger: MemoryLedger) -> None:
        short = {"type": "short", "expires_at": at(10)}
        used, unused = memory("used", **short), memory("unused", user="bob", **short)
        await store(ledger, decision(1, used, unused))
        hits = [HitRow(memory_id=used.memory_id, hit_count=1, last_hit_at=at(8))]
        await store(ledger, decision(2, hits=hits))
        owners = await ledger.owners_with_expiry(at(10), 1, unused_since=at(7))
        assert [item.content for _, item in owners] == ["unused"]
        assert await ledger.due_for_expiry(OWNER, at(10), 9, unused_since=at(7)) == []
        assert len(await ledger.due_for_expiry(OWNER, at(10), 9, unused_since=at(8))) == 1

    async def test_what_expired_is_due_no_more(self, ledger: MemoryLedger) -> None:
        due = memory("due", type="short", expires_at=at(10))
        await store(ledger, decision(1, due))
        await store(ledger, decision(2, due.model_copy(update={"status": "expired"})))
        assert await ledger.due_for_expiry(OWNER, at(99), 10) == []
        assert await ledger.owners_with_expiry(at(99), 10) == []

    async def test_long_memories_out_of_use(self, ledger: MemoryLedger) -> None:
        hit = memory("hit", since=at(0))
        await store(
            ledger,
            decision(
                1,
                hit,
                memory("idle", since=at(0)),
                memory("fresh", since=at(50)),
                memory("pinned", since=at(0), pinned=True),
                memory("short", since=at(0), type="short"),
                memory("gone", since=at(0), status="superseded"),
                memory("demoted", since=at(0), decision=DEMOTED),
                memory("bob's", user="bob", since=at(0)),
            ),
        )
        row = HitRow(memory_id=hit.memory_id, hit_count=1, last_hit_at=at(45))
        await store(ledger, decision(2, hits=[row]))
        idle = await ledger.idle_long(OWNER, at(40), 10)
        assert [item.content for item in idle] == ["idle"]
        assert len(await ledger.idle_long(OWNER, at(46), 10)) == 2
        assert len(await ledger.idle_long(OWNER, at(46), 1)) == 1
