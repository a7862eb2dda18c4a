"""What no MemoryLedger may show: another tenant's, another owner's, another agent's memories."""

from collections.abc import Sequence

import pytest
from tests.support.memories import decision, evidence, memory, scope_of, store

from membus.contracts.memory import Memory
from membus.ports.ledger import MemoryLedger
from membus.ports.scope import Scope

ANN = scope_of("ann")
INJECTION = "x'; DROP TABLE memories; --"
TENANTS = ["a/b", "a%2Fb", "o'brien", 'say "hi"', INJECTION, "租户/一", "%", "_"]


class ScopeSuite:
    @pytest.mark.parametrize("tenant", TENANTS)
    async def test_no_tenant_sees_another(self, ledger: MemoryLedger, tenant: str) -> None:
        mine = memory("secret", tenant=tenant, user="a'; --/x", entities=["K1"], subject="Li")
        await store(ledger, decision(1, mine, evidence=[evidence(mine, "m1")]))
        own = scope_of("a'; --/x", tenant=tenant)
        assert await _showing(ledger, own, mine) == ALL
        for stranger in (ANN, *(scope_of("a'; --/x", tenant=name) for name in TENANTS)):
            if stranger != own:
                assert await _showing(ledger, stranger, mine) == []
        assert await _showing(ledger, scope_of("a", tenant=tenant), mine) == []

    async def test_several_owners_are_seen_together(self, ledger: MemoryLedger) -> None:
        for version, user in enumerate(("ann", "bob", "eve")):
            await store(ledger, decision(version, memory("note", user=user, entities=["K1"])))
        assert len(await ledger.exact(scope_of("ann", "bob"), ["k1"])) == 2
        assert len(await ledger.page(scope_of("ann", "bob"))) == 2

    async def test_private_memory_is_its_agents_alone(self, ledger: MemoryLedger) -> None:
        mine = memory("diary", agent_id="bot", visibility="private", entities=["K1"], subject="Li")
        await store(ledger, decision(1, mine, evidence=[evidence(mine, "m1")]))
        assert await _showing(ledger, scope_of("ann", agent="bot"), mine) == ALL
        assert await _showing(ledger, scope_of("ann", agent="other"), mine) == []
        assert await _showing(ledger, scope_of("ann"), mine) == []

    async def test_text_is_never_a_statement(self, ledger: MemoryLedger) -> None:
        attack = "x'); DELETE FROM memories; --"
        told = memory(attack, entities=[attack], subject=attack, session_id=attack)
        await store(ledger, decision(1, told, memory("other"), change=attack))
        assert [item.content for item in await ledger.exact(ANN, [attack])] == [attack]
        assert [name for name, _ in await ledger.related(ANN, [attack])] == [attack]
        assert await ledger.get(ANN, [attack]) == {}
        assert len(await ledger.page(ANN)) == 2


ALL = ["get", "at", "page", "exact", "related", "versions", "evidence", "sessions"]


async def _showing(ledger: MemoryLedger, scope: Scope, wanted: Memory) -> list[str]:
    """Return the reads that show the memory (K1, about Li) to the scope."""
    key, now = wanted.memory_id, wanted.valid_from
    found: dict[str, Sequence[object] | dict[str, object]] = {
        "get": list(await ledger.get(scope, [key])),
        "at": list(await ledger.at(scope, [key], now, now)),
        "page": await ledger.page(scope),
        "exact": await ledger.exact(scope, ["k1"]),
        "related": await ledger.related(scope, ["li"]),
        "versions": await ledger.versions(scope, key),
        "evidence": list(await ledger.evidence(scope, [key])),
        "sessions": await ledger.sessions(scope),
    }
    return [read for read, rows in found.items() if rows]
