"""Messages of windows, and how they are read back, for the tests of session stores."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from membus.contracts.events.recalls import WindowMessage
from membus.ports.sessions import SessionStore

T0 = datetime(2025, 3, 1, 12, 0, tzinfo=UTC)
TTL_S = 600
# How long anything is waited for: only a test that fails takes as long.
TIMEOUT_S = 60.0


def said(name: str, offset: int, text: str = "", minutes: float = 0.0) -> WindowMessage:
    return WindowMessage(
        message_id=name,
        turn_id="turn",
        role="user",
        name="Ann",
        text=text or name,
        at=T0 + timedelta(minutes=minutes or offset),
        offset=offset,
        tokens=3,
    )


async def texts(store: SessionStore, session: str, limit: int = 100) -> list[str]:
    return [message.text for message in await store.window(session, T0, limit)]


async def until(condition: asyncio.Event | asyncio.Task[bool]) -> None:
    """Give the loop a moment in which the condition could, wrongly, have come true."""
    done = condition.wait() if isinstance(condition, asyncio.Event) else asyncio.shield(condition)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(done, 0.1)
