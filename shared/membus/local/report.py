"""What a supervisor tells the process that started it: JSON lines in a pipe, read until the end."""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any, TextIO

from membus.local.state import PartStatus, StackState, parse_state


class Reporter:
    """The writing end, which nobody may read any more; None stands for no one from the start.

    A line tells one part's change, so that all lines of a start fit into the pipe unread.
    """

    def __init__(self, descriptor: int | None) -> None:
        self._descriptor = descriptor
        if descriptor is not None:
            os.set_inheritable(descriptor, False)  # noqa: FBT003  it takes no keyword
            os.set_blocking(descriptor, False)

    def began(self, state: StackState) -> None:
        """Tell every part, before any has started."""
        self._write({"state": state.as_json()})

    def changed(self, part: PartStatus) -> None:
        """Tell a part's new state."""
        self._write({"part": asdict(part)})

    def ready(self, seconds: float) -> None:
        """Tell that all parts are ready, `seconds` after the start."""
        self._write({"ready": seconds})

    def failed(self, message: str) -> None:
        """Tell why there is no stack."""
        self._write({"error": message})

    def _write(self, line: dict[str, Any]) -> None:
        if self._descriptor is None:
            return
        try:
            os.write(self._descriptor, json.dumps(line).encode() + b"\n")
        except (BlockingIOError, BrokenPipeError):
            os.close(self._descriptor)
            self._descriptor = None


@dataclass(frozen=True, slots=True)
class Report:
    """One line: the state as it is now, or the seconds until all was ready, or why it failed."""

    state: StackState | None = None
    ready_s: float | None = None
    error: str = ""


def read_reports(pipe: TextIO) -> Iterator[Report]:
    """Yield what the supervisor reports, until it ends or closes the pipe."""
    state: StackState | None = None
    for line in pipe:
        found = json.loads(line)
        if "state" in found:
            state = parse_state(found["state"])
        elif state is not None and "part" in found:
            changed = PartStatus(**found["part"])
            parts = [changed if part.name == changed.name else part for part in state.parts]
            state = replace(state, parts=parts)
        told = state if "state" in found or "part" in found else None
        yield Report(told, found.get("ready"), found.get("error", ""))
