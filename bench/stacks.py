"""Throw-away stacks for measuring: whole, or servers alone, in a folder that goes afterwards."""

import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from membus.kafka.lag import LagReader
from membus.local.environment import settings_environment
from membus.local.launch import SERVICES, start_stack, stop_stack
from membus.local.service import Service
from membus.settings import LocalSettings, Settings, default_data_dir, read_settings


@contextmanager
def running(services: Sequence[Service] = SERVICES) -> Iterator[Settings]:
    """Start a stack and return its settings; stop it and remove its data afterwards."""
    with tempfile.TemporaryDirectory(prefix="membus-bench-") as folder:
        local = LocalSettings(data_dir=Path(folder), jars_dir=default_data_dir() / "jars")
        wanted = Settings(local=local)
        try:
            start_stack(wanted, services)
            yield read_settings(local=local)
        finally:
            stop_stack(wanted)


@asynccontextmanager
async def service(settings: Settings, name: str, core: int | None = None) -> AsyncIterator[None]:
    """Run one service in a process of its own, on the core given, once it is ready."""
    command = [sys.executable, "-m", "membus.cli.main", "service", "run", name]
    process = await asyncio.create_subprocess_exec(
        *on_core(core),
        *command,
        env={**os.environ, **settings_environment(settings)},
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    try:
        while line := await process.stderr.readline():
            if b"is ready" in line:
                break
        else:
            raise RuntimeError(f"{name} ended before it was ready")
        drain = asyncio.create_task(process.stderr.read())
        yield
    finally:
        process.terminate()
        await process.wait()
    await drain


def on_core(core: int | None) -> list[str]:
    """Return the words before a command that keep it on one core."""
    return [] if core is None else ["taskset", "-c", str(core)]


async def until_caught_up(settings: Settings, name: str, poll_s: float = 0.02) -> None:
    """Wait until a service has committed all that its topics hold."""
    async with LagReader(settings.kafka.bootstrap_servers) as reader:
        while (await reader.lag())[name]:  # noqa: ASYNC110 - the broker tells nobody of a commit
            await asyncio.sleep(poll_s)
