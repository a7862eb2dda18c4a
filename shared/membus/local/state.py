"""What runs: the stack's state file, and the parts that it lists. Knows no process."""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from membus.folder_lock import lock_holder
from membus.settings import STATE_FILE

Kind = Literal["server", "service"]
PartState = Literal["starting", "ready", "restarting", "failed", "stopped"]


@dataclass(slots=True)
class PartStatus:
    """One part of the stack, as `membus status` lists it; `log` is a file's path."""

    name: str
    kind: Kind
    address: str | None
    log: str
    state: PartState = "starting"
    pid: int | None = None
    restarts: int = 0


@dataclass(frozen=True, slots=True)
class StackState:
    """A whole stack: the supervisor's pid, the servers' addresses by area, and every part."""

    pid: int
    addresses: dict[str, str]
    parts: Sequence[PartStatus]

    @property
    def is_ready(self) -> bool:
        """Whether every part is ready."""
        return all(part.state == "ready" for part in self.parts)

    def as_json(self) -> dict[str, Any]:
        """Return the state as JSON values."""
        return asdict(self)


def write_state(data_dir: Path, state: StackState) -> None:
    """Replace the state file at once, so that a reader sees the old state or the new one."""
    new = data_dir / f"{STATE_FILE}.new"
    new.write_text(json.dumps(state.as_json()), "utf-8")
    new.replace(data_dir / STATE_FILE)


def remove_state(data_dir: Path) -> None:
    """Remove the state file."""
    (data_dir / STATE_FILE).unlink(missing_ok=True)


def read_state(data_dir: Path) -> StackState | None:
    """Return the state of the stack that runs on this folder; None where none does.

    A file that a killed supervisor left behind is told by its lock, which nobody holds.
    """
    try:
        found = json.loads((data_dir / STATE_FILE).read_text("utf-8"))
        state = parse_state(found)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return state if lock_holder(data_dir) == state.pid else None


def parse_state(found: dict[str, Any]) -> StackState:
    """Return the state from its JSON values; KeyError or TypeError where they are not one."""
    return StackState(
        pid=int(found["pid"]),
        addresses=dict(found["addresses"]),
        parts=[PartStatus(**part) for part in found["parts"]],
    )


def is_alive(pid: int) -> bool:
    """Return whether a process with this pid exists."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
