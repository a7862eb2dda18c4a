"""Server processes of a test session: they answer before they are used and die with the session."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path


class MissingError(Exception):
    """A server cannot be had here; the message says why."""


def free_port() -> int:
    """Return a loopback port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def accepts(port: int) -> bool:
    """Whether something listens on the loopback port."""
    with socket.socket() as probe:
        probe.settimeout(0.2)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until(ready: Callable[[], bool], what: str, timeout_s: float = 120.0) -> None:
    """Wait for a condition; raises MissingError when the time is up."""
    end = time.monotonic() + timeout_s
    while not ready():
        if time.monotonic() > end:
            raise MissingError(f"{what} did not come up within {timeout_s:g} s")
        time.sleep(0.05)


class Process:
    """A child that is killed with its parent, where the system can do that."""

    def __init__(self, command: Sequence[str], log: Path, user: str | None = None) -> None:
        # setpriv asks the kernel for it, so that a test session killed by -9 leaves nothing behind.
        guard = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
        if user is not None:
            guard += ["--reuid", user, "--regid", user, "--init-groups"]
        self.log = log
        with log.open("ab") as output:
            self._child = subprocess.Popen(
                [*guard, *command],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def wait_ready(self, ready: Callable[[], bool], what: str, timeout_s: float = 120.0) -> None:
        """Wait until it answers; raises MissingError with its last lines when it does not."""

        def answered() -> bool:
            if self._child.poll() is not None:
                raise MissingError(f"{what} ended at once: {self._tail()}")
            return ready()

        wait_until(answered, what, timeout_s)

    def stop(self) -> None:
        """End it, and what it started."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            if self._child.poll() is not None:
                return
            os.killpg(self._child.pid, number)
            try:
                self._child.wait(10)
            except subprocess.TimeoutExpired:
                continue

    def _tail(self) -> str:
        return self.log.read_text("utf-8", "replace")[-2000:]
