"""Memories, scopes, an embedder and a clock for the tests of memory stores."""

from datetime import UTC, datetime, timedelta
from typing import Any

from tests.support.embedder import TrigramEmbedder

from membus.contracts import ids
from membus.contracts.memory import Memory, MemoryType
from membus.ports.scope import Scope

EMBEDDER = TrigramEmbedder()
NOW = datetime(2025, 3, 1, 12, 0, tzinfo=UTC)


class TestClock:
    """Always NOW."""

    __test__ = False

    def now(self) -> datetime:
        return NOW


def scope_of(tenant: str, *users: str, agent: str | None = None) -> Scope:
    return Scope(tenant, tuple(ids.owner_of(tenant, user) for user in users or ("ann",)), agent)


def memory_of(
    kind: MemoryType,
    tenant: str,
    text: str,
    *,
    user: str = "ann",
    session: str = "s",
    minutes: float = 0,
    version: int = 1,
    name: str = "",
    **fields: Any,
) -> Memory:
    """A memory said that many minutes before NOW; its id follows from user, session and name."""
    at = NOW - timedelta(minutes=minutes)
    extra = {"task_id": f"task/{tenant}/{user}"} if kind == "working" else {}
    return Memory(
        memory_id=ids.derive("test", tenant, user, session, name or text),
        version=version,
        owner=ids.owner_of(tenant, user),
        tenant_id=tenant,
        user_id=user,
        session=ids.session_identity(tenant, session),
        session_id=session,
        turn_id="turn",
        speaker="Ann",
        type=kind,
        kind="utterance",
        content=text,
        valid_from=at,
        recorded_from=at,
        first_mentioned_at=at,
        last_mentioned_at=at,
        **extra,
        **fields,
    )


def texts(memories: list[Memory]) -> list[str]:
    return [memory.content for memory in memories]
