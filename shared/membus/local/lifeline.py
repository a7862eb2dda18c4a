"""Children that die with their parent, also when it is killed.

That is Linux's; elsewhere they only get the signals of an orderly stop.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from functools import partial

_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def die_with_parent(sent: signal.Signals = signal.SIGKILL) -> None:
    """Ask the kernel to send this process `sent` when the thread that started it ends."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, int(sent))


def before_exec(sent: signal.Signals = signal.SIGKILL) -> Callable[[], None]:
    """Return what a child of this process runs between fork and exec to die with it."""
    return partial(_tie_to, os.getpid(), sent)


def _tie_to(parent: int, sent: signal.Signals) -> None:
    die_with_parent(sent)
    # The parent may have died before the kernel was asked.
    if os.getppid() != parent:
        os._exit(1)
