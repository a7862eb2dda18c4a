"""The one place where the order of writes stands: events, then the stage's own, then the commit.

A crash between two steps repeats the later ones on redelivery and never skips one: what a step
wrote has the same ids when it is written again. The commit itself follows in its own time.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime

import structlog

from membus.errors import FatalError, PermanentError, TransientError
from membus.kafka.backoff import Backoff
from membus.kafka.commits import Commits
from membus.kafka.producer import Message
from membus.kafka.publications import Publications
from membus.kafka.records import Finished, Partition, offsets_by_partition
from membus.kafka.retries import BlockedKeys
from membus.kafka.stage import Done, Park, Stage
from membus.kafka.tracker import Tracker
from membus.observability import metrics

log = structlog.get_logger()

Send = Callable[[Sequence[Message]], Awaitable[object]]


class Checkpoint:
    """Writes what became of records; `send` returns when the broker has them."""

    def __init__(
        self,
        stage: Stage,
        publications: Publications,
        send: Send,
        commits: Commits,
        trackers: Mapping[Partition, Tracker],
        *,
        now: Callable[[], datetime],
        backoff: Backoff,
        blocked: BlockedKeys | None = None,
    ) -> None:
        self._stage = stage
        self._publications = publications
        self._send = send
        self._commits = commits
        self._trackers = trackers
        self._now = now
        self._backoff = backoff
        self._blocked = blocked

    async def write(self, finished: Sequence[Finished]) -> list[Finished]:
        """Publish, settle, release for the commit, in this order; return the records' last fates.

        What fails for a while is tried until it works: nothing after it may happen before. Raises
        FatalError alone.
        """
        fates, messages = self._publications.of(finished, self._now())
        if messages:
            await self._until_done("publish", lambda: self._send(messages))
        done = [
            (one.record, one.verdict)
            for one in fates
            if one.record is not None and isinstance(one.verdict, Done)
        ]
        if done:
            await self._until_done("settle", lambda: self._stage.settle(done))
        self._release(fates)
        return fates

    def _release(self, fates: Sequence[Finished]) -> None:
        if self._blocked is not None:
            self._blocked.finished(one.item.source for one in fates if one.item.retried)
        for partition, offsets in offsets_by_partition(fates).items():
            self._trackers[partition].finish(offsets)
        self._commits.wake()

    async def _until_done(self, step: str, action: Callable[[], Awaitable[object]]) -> None:
        attempts = 0
        while True:
            try:
                await action()
            except TransientError as error:
                attempts += 1
                rests_s = self._backoff.gap_s(attempts, 0.0)
                log.warning("step_retried", step=step, attempts=attempts, error=repr(error))
                await asyncio.sleep(rests_s)
            except PermanentError as error:
                raise FatalError(f"cannot {step} what was handled: {error}") from error
            else:
                return


def count(service: str, fates: Sequence[Finished]) -> None:
    """Add records to the metrics, by outcome."""
    counts: dict[str, int] = {}
    for one in fates:
        if isinstance(one.verdict, Done) and one.verdict.outcome is not None:
            counts[one.verdict.outcome] = counts.get(one.verdict.outcome, 0) + 1
        elif isinstance(one.verdict, Park):
            counts["parked"] = counts.get("parked", 0) + 1
    for outcome, number in counts.items():
        metrics.records.add(number, {"service": service, "outcome": outcome})
    if "parked" in counts:
        metrics.parked.add(counts["parked"], {"service": service})
