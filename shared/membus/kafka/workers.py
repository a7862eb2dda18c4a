"""Those who take waiting records, try them with the stage, and write what became of them.

A stage that takes whole batches has one worker; one that works by key has many, and whoever writes
takes what all of them finished meanwhile, so that a slow key holds nobody's commit but its own.
"""

import asyncio
import contextlib
import time

import structlog

from membus.errors import FatalError
from membus.kafka.attempt import Attempt, Tried
from membus.kafka.backoff import Backoff
from membus.kafka.checkpoint import Checkpoint, count
from membus.kafka.commits import Commits
from membus.kafka.halt import Halt
from membus.kafka.lanes import Lanes, Work
from membus.kafka.records import Item, Partition
from membus.kafka.stage import Retry, StageOptions
from membus.kafka.tasks import OnFatal, cancelled, watched
from membus.observability import metrics

log = structlog.get_logger()

# Records that were tried by key and are not written: enough to keep the broker busy while others
# are tried; more would only sit in memory.
_MOST_UNWRITTEN = 256
# A commit that the broker does not answer must not hold up the group.
_LAST_COMMIT_S = 2.0


class Workers:
    """The tasks of one assignment. `on_fatal` is told of what no task may survive."""

    def __init__(
        self,
        options: StageOptions,
        lanes: Lanes,
        attempt: Attempt,
        checkpoint: Checkpoint,
        commits: Commits,
        halt: Halt,
        backoff: Backoff,
        on_fatal: OnFatal,
    ) -> None:
        self._options = options
        self._lanes = lanes
        self._attempt = attempt
        self._checkpoint = checkpoint
        self._commits = commits
        self._halt = halt
        self._backoff = backoff
        self._on_fatal = on_fatal
        self._tried: list[tuple[Work, Tried, float]] = []
        self._something = asyncio.Event()
        self._unwritten = 0
        self._room = asyncio.Event()
        self._room.set()
        self._closing = False
        self._workers: list[asyncio.Task[None]] = []
        self._writer: asyncio.Task[None] | None = None
        self._committer: asyncio.Task[None] | None = None
        self._failed = False
        self._overdue: set[Item] = set()

    def start(self) -> None:
        """Begin to work."""
        self._committer = watched(self._commits.run(), self._fail)
        if self._options.lanes:
            lanes = range(self._options.max_lanes)
            self._workers = [watched(self._work_on_lanes(), self._fail) for _ in lanes]
            self._writer = watched(self._write_together(), self._fail)
        else:
            self._workers = [watched(self._work_on_batches(), self._fail)]

    def is_paused(self, partition: Partition) -> bool:
        """Whether a record of an ordered stage has failed there for so long that it must wait."""
        return any(item.at == partition for item in self._overdue)

    async def drain(self, timeout_s: float) -> None:
        """Finish and write what is in work, under the timeout; drop the rest."""
        self._lanes.close()
        self._closing = True
        try:
            async with asyncio.timeout(timeout_s):
                if self._workers:
                    await asyncio.wait(self._workers)
                if self._writer is not None:
                    self._something.set()
                    await asyncio.wait([self._writer])
        except TimeoutError:
            log.warning("drain_timed_out", service=self._options.name, timeout_s=timeout_s)
        await cancelled(*self._tasks())
        if not self._failed:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LAST_COMMIT_S):
                    await self._commits.flush()

    async def _work_on_batches(self) -> None:
        while (work := await self._lanes.take()) is not None:
            began = time.monotonic()
            tried = await self._attempt.make(work.items)
            self._halt.saw(tried.finished)
            await self._write([(work, tried, began)])
            if self._options.gather_s and not self._closing:
                await asyncio.sleep(self._options.gather_s)

    async def _work_on_lanes(self) -> None:
        while (work := await self._lanes.take()) is not None:
            began = time.monotonic()
            tried = await self._attempt.make(work.items)
            self._halt.saw(tried.finished)
            self._tried.append((work, tried, began))
            self._unwritten += len(work.items)
            self._something.set()
            if self._unwritten >= _MOST_UNWRITTEN:
                self._room.clear()
            # A stage that never waits would keep the loop from everybody else.
            await asyncio.sleep(0)
            await self._room.wait()

    async def _write_together(self) -> None:
        while self._tried or not self._closing or any(not one.done() for one in self._workers):
            await self._something.wait()
            self._something.clear()
            tried, self._tried = self._tried, []
            if tried:
                await self._write(tried)
                self._unwritten -= sum(len(work.items) for work, _, _ in tried)
                self._room.set()

    async def _write(self, batch: list[tuple[Work, Tried, float]]) -> None:
        finished = [one for _, tried, _ in batch for one in tried.finished]
        if finished:
            fates = await self._checkpoint.write(finished)
            count(self._options.name, fates)
            metrics.in_flight.add(-len(fates), {"service": self._options.name})
            if self._overdue:
                self._overdue.difference_update(one.item for one in fates)
        for work, tried, began in batch:
            # A lane goes on only now: its next records must see what these have settled.
            self._lanes.done(work, [(item, self._rest_s(item, why)) for item, why in tried.again])
            metrics.batch_seconds.record(time.monotonic() - began, {"service": self._options.name})

    def _rest_s(self, item: Item, retry: Retry) -> float:
        """Return how long a record rests; those behind a failed one have no rest of their own."""
        if item.failing_since is None:
            return 0.0
        failing_for_s = time.monotonic() - item.failing_since
        rests_s = self._backoff.gap_s(item.attempts, failing_for_s, retry.after_s)
        metrics.retries.add(1, {"service": self._options.name})
        overdue = self._backoff.overdue(failing_for_s)
        if overdue and self._options.ordered:
            self._overdue.add(item)
        say = log.error if overdue else log.warning
        say(
            "retrying",
            topic=item.at[0],
            partition=item.at[1],
            offset=item.offset,
            attempts=item.attempts,
            rests_s=rests_s,
            reason=retry.reason,
        )
        return rests_s

    def _fail(self, error: FatalError) -> None:
        # Whatever the others have in work must not be committed any more.
        self._failed = True
        self._lanes.close()
        for task in self._tasks():
            task.cancel()
        self._on_fatal(error)

    def _tasks(self) -> list[asyncio.Task[None]]:
        own = (*self._workers, self._writer, self._committer)
        return [task for task in own if task is not None]
