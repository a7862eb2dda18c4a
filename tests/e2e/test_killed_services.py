"""kill -9 of any service in the middle of a publish: nothing is lost, nothing doubled."""

import asyncio
import os
import signal
from collections import Counter

import pytest
from tests.support.stack import unique

from membus import MemoryClient
from membus.bootstrap import ledger_reader
from membus.cli.audit import quiet_audit
from membus.contracts import ids
from membus.local.state import read_state
from membus.ports.scope import Scope
from membus.settings import Settings

SESSIONS, TURNS = 10, 8


def kill(stack: Settings, name: str) -> int:
    """Kill a service; return the pid that is gone."""
    state = read_state(stack.local.data_dir)
    assert state is not None
    pid = next(part.pid for part in state.parts if part.name == name)
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    return pid


async def restarted(stack: Settings, name: str, gone: int) -> None:
    """Wait until the supervisor has brought the service back."""
    async with asyncio.timeout(120):
        while True:
            state = read_state(stack.local.data_dir)
            parts = state.parts if state else ()
            if any(p.name == name and p.pid != gone and p.state == "ready" for p in parts):
                return
            await asyncio.sleep(0.05)


@pytest.mark.parametrize(
    "name", ["ingestion", "extraction", "embedding", "consolidation", "compression"]
)
async def test_a_killed_service_loses_and_doubles_nothing(stack: Settings, name: str) -> None:
    user = unique("kill")
    async with MemoryClient(stack) as bus:
        for turn in range(TURNS):
            items = [
                (
                    {"role": role, "content": text},
                    {"user_id": user, "session_id": f"{user}-{session}"},
                )
                for session in range(SESSIONS)
                for role, text in (
                    ("user", f"Order C{turn}{session} goes to shelf {session}."),
                    ("assistant", "Noted."),
                )
            ]
            await bus.publish_many(items)
            if turn == TURNS // 2:
                gone = kill(stack, name)
    await restarted(stack, name, gone)
    audited, lag, open_turns = await quiet_audit(stack, 120)
    assert not any(lag.values())
    assert open_turns == 0
    assert audited.accounts.findings() == []
    scope = Scope("default", (ids.owner_of("default", user),))
    async with ledger_reader(stack) as ledger:
        memories = await ledger.page(scope, limit=1000)
    said = Counter(memory.content for memory in memories if memory.kind == "utterance")
    expected = {
        f"Order C{turn}{session} goes to shelf {session}."
        for turn in range(TURNS)
        for session in range(SESSIONS)
    }
    assert set(said) == expected
    assert set(said.values()) == {1}


async def test_a_killed_recall_is_back_and_answers(stack: Settings) -> None:
    user = unique("kill")
    async with MemoryClient(stack) as bus:
        receipts = await bus.publish(
            [
                {"role": "user", "content": "My locker is number 417."},
                {"role": "assistant", "content": "Noted."},
            ],
            user_id=user,
            session_id=unique("s"),
        )
        await bus.wait(receipts)
        gone = kill(stack, "recall")
        await restarted(stack, "recall", gone)
        answer = await bus.recall("Which locker is mine, 417?", user_id=user)
    assert "417" in answer.context
