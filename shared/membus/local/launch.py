"""Start, find and stop a stack from any process. The stack itself runs in a process of its own."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from services.run import NAMES

from membus.errors import FatalError
from membus.folder_lock import lock_holder
from membus.local.environment import settings_environment
from membus.local.lifeline import before_exec
from membus.local.logs import log_path, open_log, tail
from membus.local.report import read_reports
from membus.local.service import Service
from membus.local.state import StackState, is_alive, read_state
from membus.settings import Settings

SERVICES = tuple(Service(name) for name in NAMES)

_STOP_S = 90.0
_KILL_S = 10.0
_LOOK_EVERY_S = 0.02

Watch = Callable[[StackState], None]


@dataclass(frozen=True, slots=True)
class Supervisor:
    """A supervisor that was just started, and what it reports."""

    process: subprocess.Popen[bytes]
    reports: TextIO
    log: Path

    def until_ready(self, watch: Watch) -> float:
        """Pass each new state to `watch` until all parts are ready; return the seconds it took.

        FatalError when the stack does not come up.
        """
        for report in read_reports(self.reports):
            if report.state is not None:
                watch(report.state)
            elif report.ready_s is not None:
                return report.ready_s
            else:
                raise FatalError(report.error)
        raise FatalError(f"the supervisor ended\nlog: {self.log}\n{tail(self.log)}")

    def until_end(self, watch: Watch) -> None:
        """Pass each new state to `watch` until the supervisor ends."""
        for report in read_reports(self.reports):
            if report.state is not None:
                watch(report.state)


def start_stack(
    settings: Settings, services: Sequence[Service] = SERVICES, watch: Watch = lambda _: None
) -> dict[str, str]:
    """Start a detached stack, wait until it is ready, and return its servers' addresses.

    The addresses are by area of the settings: kafka, redis, qdrant; what the settings give is not
    among them. Where a stack runs on this data folder already, its addresses are returned.
    FatalError names the part that fails, its log, and the log's last lines.
    """
    data_dir = settings.local.data_dir
    if lock_holder(data_dir) is None:
        with _supervisor(settings, services, detach=True) as supervisor:
            supervisor.process.wait()
            supervisor.until_ready(watch)
    return wait_until_ready(settings).addresses


@contextmanager
def held_stack(settings: Settings, services: Sequence[Service] = SERVICES) -> Iterator[Supervisor]:
    """Run a stack for as long as the block runs; it also ends when this thread does, or is killed.

    The block gets its supervisor, which has only just begun.
    """
    with _supervisor(settings, services, detach=False) as supervisor:
        try:
            yield supervisor
        finally:
            supervisor.process.terminate()
            supervisor.process.wait()


def wait_until_ready(settings: Settings) -> StackState:
    """Return the state of the stack that runs or starts on this data folder, once it is ready."""
    data_dir = settings.local.data_dir
    deadline = time.monotonic() + settings.local.start_timeout_s
    while time.monotonic() < deadline:
        state = read_state(data_dir)
        if state is not None and state.is_ready:
            return state
        if state is None and lock_holder(data_dir) is None:
            raise FatalError(f"no stack runs on {data_dir}")
        time.sleep(_LOOK_EVERY_S)
    raise FatalError(f"the stack on {data_dir} is not ready: see `membus status`")


def stop_stack(settings: Settings) -> bool:
    """Stop the stack of this data folder, by force where it does not end; False if none ran."""
    data_dir = settings.local.data_dir
    pid = lock_holder(data_dir)
    if pid is None:
        return False
    state = read_state(data_dir)
    os.kill(pid, signal.SIGTERM)
    if not _within(_STOP_S, lambda: lock_holder(data_dir) != pid):
        os.kill(pid, signal.SIGKILL)
        _within(_KILL_S, lambda: lock_holder(data_dir) != pid)
    children = [part.pid for part in state.parts if part.pid] if state else []
    _within(_KILL_S, lambda: not any(is_alive(child) for child in children))
    return True


@contextmanager
def _supervisor(
    settings: Settings, services: Sequence[Service], *, detach: bool
) -> Iterator[Supervisor]:
    log = log_path(settings.local.data_dir, "supervisor")
    try:
        output = open_log(log)
    except OSError as error:
        raise FatalError(
            f"{error.strerror}: {error.filename}: set MEMBUS_LOCAL__DATA_DIR to a folder that you "
            "may write to"
        ) from error
    reads, writes = os.pipe()
    command = [sys.executable, "-m", "membus.local", "--report", str(writes)]
    command += [f"--service={service.name}={service.runner}" for service in services]
    try:
        with output:
            process = subprocess.Popen(  # noqa: S603  every word of it is ours
                [*command, "--detach"] if detach else command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env={**os.environ, **settings_environment(settings)},
                pass_fds=[writes],
                # Ctrl-C must reach the supervisor alone, which stops the others in order.
                start_new_session=True,
                preexec_fn=None if detach else before_exec(signal.SIGTERM),  # noqa: PLW1509  no locks
            )
    finally:
        os.close(writes)
    with os.fdopen(reads, encoding="utf-8") as reports:
        yield Supervisor(process, reports, log)


def _within(seconds: float, holds: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(_LOOK_EVERY_S)
    return True
