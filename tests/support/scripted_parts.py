"""Children that do as the test says, and a part that is watched through its states."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from membus.local.part import Child, Part
from membus.local.state import PartStatus


class ScriptedChild:
    """Ends when it is told to; `stubborn` ones only when killed."""

    def __init__(self, pid: int, *, stubborn: bool = False) -> None:
        self.pid = pid
        self._stubborn = stubborn
        self._code: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def end(self, code: int) -> None:
        if not self._code.done():
            self._code.set_result(code)

    async def wait(self) -> int:
        return await asyncio.shield(self._code)

    def terminate(self) -> None:
        if not self._stubborn:
            self.end(0)

    def kill(self) -> None:
        self.end(-9)


@dataclass
class ScriptedStarter:
    """Starts children by the script, one step a start; the last step repeats."""

    script: list[Callable[[ScriptedChild], None] | Exception]
    stubborn: bool = False
    serves: bool = True
    attempts: int = 0
    started: list[ScriptedChild] = field(default_factory=list)

    async def start(self, log: Path) -> Child:
        step = self.script[min(self.attempts, len(self.script) - 1)]
        self.attempts += 1
        if isinstance(step, Exception):
            raise step
        child = ScriptedChild(100 + len(self.started), stubborn=self.stubborn)
        self.started.append(child)
        step(child)
        return child

    async def ready(self, child: Child) -> None:
        if not self.serves:
            await asyncio.Event().wait()


def lives(_child: ScriptedChild) -> None:
    """Go on until told to end."""


def dies(child: ScriptedChild) -> None:
    """End at once."""
    child.end(7)


class Watched:
    """A part, and each state it entered."""

    def __init__(self, starter: ScriptedStarter, log: Path, timeout_s: float = 60) -> None:
        self.status = PartStatus("part", "server", None, str(log))
        self.states: list[str] = []
        self.changed = asyncio.Event()
        self.part = Part(self.status, starter, timeout_s, self._note)
        self.part.begin()

    def _note(self, _status: PartStatus) -> None:
        self.states.append(self.status.state)
        self.changed.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), 60)
