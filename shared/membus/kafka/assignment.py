"""The partitions that a member holds between two rebalances, and all work on their records.

It is made anew at each rebalance, so that nothing of an earlier one can be committed by mistake.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence

import structlog

from membus.errors import TransientError
from membus.kafka.backoff import Backoff
from membus.kafka.lanes import Lanes
from membus.kafka.records import Item, Partition, Source
from membus.kafka.retries import BlockedKeys, source_of_retry
from membus.kafka.stage import Stage
from membus.kafka.tasks import OnFatal, cancelled, watched
from membus.kafka.tracker import Tracker
from membus.kafka.workers import Workers
from membus.observability import metrics

log = structlog.get_logger()


class Assignment:
    """Takes records in, and lets the workers at them once the stage has taken its partitions over.

    `blocked` and `unread` belong to a stage with a retry topic: `unread` returns, by retry
    partition, the offset up to which records wait in it.
    """

    def __init__(
        self,
        service: str,
        stage: Stage,
        lanes: Lanes,
        workers: Workers,
        trackers: Mapping[Partition, Tracker],
        *,
        max_in_flight: int,
        backoff: Backoff,
        retry_topic: str = "",
        blocked: BlockedKeys | None = None,
        unread: Callable[[Collection[Partition]], Awaitable[Mapping[Partition, int]]] | None = None,
    ) -> None:
        self._service = service
        self._stage = stage
        self._lanes = lanes
        self._workers = workers
        self._trackers = trackers
        self._max_in_flight = max_in_flight
        self._backoff = backoff
        self._retry_topic = retry_topic
        self._blocked = blocked
        self._unread = unread
        self._own = tuple(at for at in trackers if at[0] != retry_topic)
        self._awaited: dict[int, int] = {}
        self._opening: asyncio.Task[None] | None = None

    def start(self, on_open: Callable[[], None], on_fatal: OnFatal) -> None:
        """Take the partitions over in the background, then let the workers begin."""
        self._opening = watched(self._open(on_open), on_fatal)

    def take(self, partition: Partition, raw: Sequence[Source]) -> bool:
        """Take consumed records in; False when the partition is not held (any more)."""
        tracker = self._trackers.get(partition)
        if tracker is None:
            return False
        retried = partition[0] == self._retry_topic
        tracker.take([one.offset for one in raw])
        if retried:
            self._lanes.add([self._retried(partition, one) for one in raw])
        else:
            self._lanes.add([Item(partition, one.offset, one) for one in raw])
        metrics.in_flight.add(len(raw), {"service": self._service})
        if retried:
            self._release(partition[1])
        return True

    def _retried(self, partition: Partition, raw: Source) -> Item:
        source, attempts = source_of_retry(raw)
        if self._blocked is not None:
            self._blocked.add(source)
        return Item(partition, raw.offset, source, attempts, retried=True)

    def has_room(self, partition: Partition) -> bool:
        """Whether more records of the partition may be read now."""
        tracker = self._trackers.get(partition)
        if tracker is None:
            return False
        return tracker.in_flight < self._max_in_flight and not self._workers.is_paused(partition)

    async def close(self, timeout_s: float) -> None:
        """Finish what is in work, under the timeout, drop the rest, and tell the stage."""
        await cancelled(self._opening)
        await self._workers.drain(timeout_s)
        dropped = sum(tracker.in_flight for tracker in self._trackers.values())
        metrics.in_flight.add(-dropped, {"service": self._service})
        try:
            await self._stage.revoked(self._own)
        except TransientError as error:
            log.warning("revoke_incomplete", error=repr(error))

    async def _open(self, on_open: Callable[[], None]) -> None:
        await self._take_over()
        await self._await_retries()
        for partition in self._trackers:
            if partition[0] == self._retry_topic or partition[1] not in self._awaited:
                self._lanes.open(partition)
        self._workers.start()
        on_open()

    async def _take_over(self) -> None:
        attempts = 0
        while True:
            try:
                return await self._stage.assigned(self._own)
            except TransientError as error:
                attempts += 1
                log.warning("takeover_retried", attempts=attempts, error=repr(error))
                await asyncio.sleep(self._backoff.gap_s(attempts, 0.0))

    async def _await_retries(self) -> None:
        """Note which partitions must wait until we know the keys that wait in the retry topic."""
        retries = [partition for partition in self._trackers if partition[0] == self._retry_topic]
        if not retries or self._unread is None:
            return
        for partition, end in (await self._unread(retries)).items():
            if self._trackers[partition].taken_to < end:
                self._awaited[partition[1]] = end

    def _release(self, number: int) -> None:
        end = self._awaited.get(number)
        if end is None or self._trackers[self._retry_topic, number].taken_to < end:
            return
        del self._awaited[number]
        for partition in self._trackers:
            if partition[1] == number:
                self._lanes.open(partition)
