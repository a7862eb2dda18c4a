"""Background tasks that cannot die unseen."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from membus.errors import FatalError

log = structlog.get_logger()

OnFatal = Callable[[FatalError], None]


def watched(work: Coroutine[Any, Any, None], on_fatal: OnFatal) -> asyncio.Task[None]:
    """Run the work in a task; whatever it raises goes to `on_fatal`, as a FatalError."""

    def ended(task: asyncio.Task[None]) -> None:
        if task.cancelled() or (error := task.exception()) is None:
            return
        if not isinstance(error, FatalError):
            log.error("task_failed", exc_info=error)
            error = FatalError(f"the runtime failed: {error!r}")
        on_fatal(error)

    task = asyncio.create_task(work)
    task.add_done_callback(ended)
    return task


async def cancelled(*tasks: asyncio.Task[None] | None, timeout_s: float = 2.0) -> None:
    """Cancel tasks and wait until they ended; whoever ignores it is left behind."""
    running = [task for task in tasks if task is not None and not task.done()]
    for task in running:
        task.cancel()
    if running:
        await asyncio.wait(running, timeout=timeout_s)
