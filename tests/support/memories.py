"""Builds memories, evidence and decisions for tests, with every field that matters settable."""

from datetime import UTC, datetime, timedelta
from typing import Any

from membus.contracts import ids
from membus.contracts.events.memories import ChangeDecided
from membus.contracts.memory import Evidence, Memory
from membus.ports.ledger import MemoryLedger
from membus.ports.scope import Scope

T0 = datetime(2025, 3, 1, 12, 0, tzinfo=UTC)


def at(minutes: float) -> datetime:
    """A time that many minutes after T0."""
    return T0 + timedelta(minutes=minutes)


def scope_of(*users: str, tenant: str = "acme", agent: str | None = None) -> Scope:
    return Scope(tenant, tuple(ids.owner_of(tenant, user) for user in users), agent)


def memory(name: str, *, user: str = "ann", tenant: str = "acme", **fields: Any) -> Memory:
    """A memory whose id follows from its owner and `name`."""
    owner = ids.owner_of(tenant, user)
    session_id = fields.pop("session_id", "s1")
    started = fields.pop("since", T0)
    values: dict[str, Any] = {
        "memory_id": ids.derive("test", owner, name),
        "version": 0,
        "owner": owner,
        "tenant_id": tenant,
        "user_id": user,
        "session": ids.session_identity(tenant, session_id),
        "session_id": session_id,
        "type": "long",
        "kind": "fact",
        "content": name,
        "subject": "user",
        "predicate": "likes",
        "object": name,
        "valid_from": started,
        "recorded_from": started,
        "first_mentioned_at": started,
        "last_mentioned_at": started,
    }
    return Memory(**values | fields)


def evidence(of: Memory, message: str, **fields: Any) -> Evidence:
    values: dict[str, Any] = {
        "memory_id": of.memory_id,
        "owner": of.owner,
        "message_id": message,
        "start": 0,
        "end": 5,
        "quote": "quote",
        "turn_id": "turn",
        "revision": 1,
        "event_id": f"event of {message}",
        "at": T0,
    }
    return Evidence(**values | fields)


def decision(version: int, *memories: Memory, change: str = "", **fields: Any) -> ChangeDecided:
    """What the writer decided of the change at offset `version`; its memories get that version."""
    values: dict[str, Any] = {
        "change_id": change or f"change {version}",
        "change_type": "FactSetExtracted",
        "partition": 0,
        "version": version,
        "memories": [item.model_copy(update={"version": version}) for item in memories],
        "outcome": "stored",
    }
    return ChangeDecided(**values | fields)


async def store(
    ledger: MemoryLedger, *decisions: ChangeDecided, turn: tuple[str, int] | None = None
) -> None:
    """Apply decisions in one transaction that holds no partition; ann's, where they say nothing."""
    async with ledger.transaction({}) as transaction:
        for item in decisions:
            owner = item.memories[0].owner if item.memories else ids.owner_of("acme", "ann")
            await transaction.apply(owner, item, turn)
