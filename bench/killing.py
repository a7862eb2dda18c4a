"""kill -9 of each service in the middle of a publish of 2,000 messages; then the audit."""

import asyncio
import os
import signal

from bench.loads import conversations
from bench.stacks import running
from membus.cli.audit import quiet_audit
from membus.client import MemoryClient
from membus.local.state import read_state
from membus.settings import Settings

MESSAGES = 2000


async def measure() -> dict[str, object]:
    """Return what the audit finds after each kill, by service."""
    found: dict[str, object] = {}
    with running() as settings:
        state = read_state(settings.local.data_dir)
        assert state is not None
        names = [part.name for part in state.parts if part.kind == "service"]
        for number, name in enumerate(names):
            await _publish_and_kill(settings, name, number)
            audited, lag, open_turns = await quiet_audit(settings, 180)
            findings = audited.accounts.findings()
            found[name] = {
                "unaccounted": sum(one.kind == "unaccounted" for one in findings),
                "doubled": sum(one.kind == "doubled" for one in findings),
                "quiet": not any(lag.values()) and not open_turns,
            }
    return found


async def _publish_and_kill(settings: Settings, name: str, number: int) -> None:
    items = [
        (
            {**message, "id": f"k{number}-{message['id']}"},
            {**options, "session_id": f"k{number}-{options['session_id']}"},
        )
        for message, options in conversations(50, MESSAGES)
    ]
    async with MemoryClient(settings) as client:
        for start in range(0, MESSAGES, 100):
            await client.publish_many(items[start : start + 100])
            if start == MESSAGES // 2:
                _kill(settings, name)
            await asyncio.sleep(0)


def _kill(settings: Settings, name: str) -> None:
    state = read_state(settings.local.data_dir)
    assert state is not None
    part = next(part for part in state.parts if part.name == name)
    assert part.pid is not None
    os.kill(part.pid, signal.SIGKILL)
