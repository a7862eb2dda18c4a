"""One part of the stack through its life: started, watched, restarted with back-off, stopped.

It knows a process by what every process can do, and nothing of servers and services.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import structlog

from membus.errors import FatalError, MembusError
from membus.local.logs import tail
from membus.local.state import PartState, PartStatus

_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.2, 10.0
_HEALTHY_S = 30.0
_KILL_S = 5.0
_log = structlog.get_logger(__name__)

# A part that fails this often before it was ever ready has a cause that time does not heal.
_ATTEMPTS = 3


class Child(Protocol):
    """A running process."""

    @property
    def pid(self) -> int:
        """The process id."""

    async def wait(self) -> int:
        """Return the exit code, once there is one."""

    def terminate(self) -> None:
        """Ask it to stop."""

    def kill(self) -> None:
        """End it at once."""


class Starter(Protocol):
    """How a part is started, and when it counts as ready."""

    async def start(self, log: Path) -> Child:
        """Start the process; MembusError or OSError where that fails."""

    async def ready(self, child: Child) -> None:
        """Return once the child serves."""


Changed = Callable[[PartStatus], None]


class Part:
    """One supervised process. `settled` is set once it was ready, or failed for good."""

    def __init__(
        self, status: PartStatus, starter: Starter, timeout_s: float, changed: Changed
    ) -> None:
        self.status = status
        self.settled = asyncio.Event()
        self._starter = starter
        self._timeout_s = timeout_s
        self._changed = changed
        self._stopping = asyncio.Event()
        self._was_ready = False
        self._reason = ""
        self._child: Child | None = None
        self._life: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start it, and keep it running from here on."""
        self._life = asyncio.create_task(self._live(), name=self.status.name)

    async def stop(self, grace_s: float) -> None:
        """Ask it to stop, and kill it when it has not within `grace_s`."""
        self._stopping.set()
        if self._life is not None:
            if self._child is not None:
                self._child.terminate()
            await asyncio.wait([self._life], timeout=grace_s)
            if self._child is not None:
                self._child.kill()
            await asyncio.wait([self._life], timeout=_KILL_S)
            self._life.cancel()
        self._enter("stopped")

    def failure(self) -> str:
        """Return why it failed: its name, the reason, its log and the log's last lines."""
        last = tail(Path(self.status.log))
        return f"{self.status.name} failed: {self._reason}\nlog: {self.status.log}\n{last}".rstrip()

    async def _live(self) -> None:
        pause, attempts = _FIRST_PAUSE_S, 0
        while not self._stopping.is_set():
            began = time.monotonic()
            heals = await self._live_once()
            attempts += 1
            if self._stopping.is_set():
                return
            if not self._was_ready and (not heals or attempts == _ATTEMPTS):
                self._enter("failed")
                self.settled.set()
                return
            if time.monotonic() - began >= _HEALTHY_S:
                pause = _FIRST_PAUSE_S
            _log.warning("part ended", part=self.status.name, reason=self._reason, pause_s=pause)
            await self._rest(pause)
            pause = min(pause * 2, _LONGEST_PAUSE_S)

    async def _live_once(self) -> bool:
        """Run one process to its end; return whether trying again may do better."""
        try:
            self._child = await self._starter.start(Path(self.status.log))
        except (MembusError, OSError) as error:
            self._reason = str(error)
            return not isinstance(error, FatalError)
        if self._stopping.is_set():
            self._child.terminate()
        self._enter("starting", self._child.pid)
        ended = asyncio.create_task(self._child.wait())
        in_time = await self._until_ready(self._child, ended)
        code = await ended
        self._child = None
        if in_time:
            self._reason = f"it ended with code {code}"
        return in_time

    async def _until_ready(self, child: Child, ended: asyncio.Task[int]) -> bool:
        """Return False where neither readiness nor an end came in time; then it is killed."""
        ready = asyncio.create_task(self._starter.ready(child))
        done, _ = await asyncio.wait(
            {ready, ended}, timeout=self._timeout_s, return_when=asyncio.FIRST_COMPLETED
        )
        if ready in done and ready.exception() is None:
            self._was_ready = True
            self._enter("ready", child.pid)
            self.settled.set()
            return True
        ready.cancel()
        if ended in done:
            return True
        self._reason = f"it was not ready within {self._timeout_s:g} s"
        child.kill()
        return False

    async def _rest(self, pause_s: float) -> None:
        self.status.restarts += 1
        self._enter("restarting")
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), pause_s)

    def _enter(self, state: PartState, pid: int | None = None) -> None:
        self.status.state, self.status.pid = state, pid
        self._changed(self.status)
