"""The lock of a data folder: two stacks never share one. The kernel drops it with its holder."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from membus.errors import FatalError

_LOCK_FILE = "stack.lock"
# Asking who holds the lock takes it for a moment.
_ATTEMPTS, _PAUSE_S = 10, 0.05


@contextmanager
def folder_lock(data_dir: Path) -> Iterator[None]:
    """Hold the folder's lock inside the block; FatalError names the process that has it."""
    data_dir.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(data_dir / _LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        if not _acquire(descriptor):
            holder = os.pread(descriptor, 32, 0).decode().strip() or "unknown"
            raise FatalError(
                f"{data_dir} is in use by another stack (pid {holder}): "
                "stop it with `membus down`, or set MEMBUS_LOCAL__DATA_DIR to another folder"
            )
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(descriptor)


def lock_holder(data_dir: Path) -> int | None:
    """Return the pid of the process that holds the folder's lock, None where nobody does."""
    try:
        descriptor = os.open(data_dir / _LOCK_FILE, os.O_RDWR)
    except OSError:
        return None
    try:
        if _try(descriptor):
            return None
        text = os.pread(descriptor, 32, 0).decode().strip()
        return int(text) if text.isdigit() else None
    finally:
        os.close(descriptor)


def _acquire(descriptor: int) -> bool:
    for _ in range(_ATTEMPTS):
        if _try(descriptor):
            return True
        time.sleep(_PAUSE_S)
    return False


def _try(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
