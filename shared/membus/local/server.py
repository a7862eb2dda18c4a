"""A server of the stack: a command line, and a question that says whether it serves."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from membus.local.lifeline import before_exec
from membus.local.logs import open_log
from membus.local.part import Child

_PROBE_TIMEOUT_S = 1.0
_PROBE_EVERY_S = 0.05

Area = Literal["kafka", "redis", "qdrant"]


@dataclass(frozen=True, slots=True)
class Server:
    """One server to run. `address` is what its clients are given, under `area` of the settings.

    `command` may block (it makes folders, and fetches what is missing) and returns the argv;
    `serves` answers False for as long as the server cannot be used, and never raises.
    """

    name: str
    area: Area
    address: str
    command: Callable[[], Sequence[str]]
    serves: Callable[[], Awaitable[bool]]

    async def start(self, log: Path) -> Child:
        """Execute the server, its output in its log."""
        command = await asyncio.to_thread(self.command)
        with open_log(log) as output:
            return await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                preexec_fn=before_exec(),
            )

    async def ready(self, _child: Child) -> None:
        """Return once the server serves."""
        while not await self.serves():  # noqa: ASYNC110  no event crosses processes
            await asyncio.sleep(_PROBE_EVERY_S)


async def answers(port: int, request: bytes, expected: bytes) -> bool:
    """Return whether 127.0.0.1:port answers these bytes with something that begins as expected."""
    try:
        async with asyncio.timeout(_PROBE_TIMEOUT_S):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(request)
                return (await reader.read(len(expected))) == expected
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return False
