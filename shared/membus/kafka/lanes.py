"""The queues of records that wait for a stage: which may run, in which order. Knows no Kafka.

A lane is one key (or one partition, for a stage that takes whole batches). It runs by itself, one
piece of work at a time, so that its records stay in order; lanes run side by side.
"""

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from membus.kafka.records import Item, Partition

LaneName = tuple[Partition, bytes | None]


class Lane:
    """The waiting records of one key, or of one partition."""

    __slots__ = ("busy", "name", "resting", "waiting")

    def __init__(self, name: LaneName) -> None:
        self.name = name
        self.waiting: deque[Item] = deque()
        self.busy = False
        self.resting: asyncio.TimerHandle | None = None


@dataclass(frozen=True, slots=True)
class Work:
    """Records that were taken from lanes, in order within each; the lanes are busy until `done`."""

    lanes: tuple[Lane, ...]
    items: Sequence[Item]


class Lanes:
    """All lanes of an assignment. A lane is queued once it is free and has records."""

    def __init__(self, *, by_key: bool, max_batch: int) -> None:
        self._by_key = by_key
        self._max_batch = max_batch
        self._lanes: dict[LaneName, Lane] = {}
        # None says that it is over; each taker leaves it there for the next.
        self._ready: asyncio.Queue[Lane | None] = asyncio.Queue()
        self._open: set[Partition] = set()
        self._closed = False

    def add(self, items: Iterable[Item]) -> None:
        """Queue records, each behind the others of its lane."""
        for item in items:
            name = self._name(item)
            lane = self._lanes.get(name)
            if lane is None:
                lane = self._lanes[name] = Lane(name)
            lane.waiting.append(item)
            if not lane.busy:
                self._offer(lane)

    def open(self, partition: Partition) -> None:
        """Let the lanes of a partition run; until then they only fill."""
        if partition in self._open:
            return
        self._open.add(partition)
        for lane in self._lanes.values():
            if lane.name[0] == partition:
                self._offer(lane)

    async def take(self) -> Work | None:
        """Wait for work: a lane's records, or those of all ready lanes up to a batch.

        None once the lanes are closed.
        """
        lane = await self._ready.get()
        if lane is None:
            self._ready.put_nowait(None)
            return None
        lanes, items = [lane], _pull(lane, self._max_batch)
        while not self._by_key and len(items) < self._max_batch and not self._ready.empty():
            lane = self._ready.get_nowait()
            if lane is None:
                self._ready.put_nowait(None)
                break
            lanes.append(lane)
            items += _pull(lane, self._max_batch - len(items))
        return Work(tuple(lanes), items)

    def done(self, work: Work, again: Sequence[tuple[Item, float]] = ()) -> None:
        """Free the work's lanes.

        `again` are records to try again and the seconds each must rest: they go back to the front
        of their lanes in the order given, and the lanes rest.
        """
        if self._closed:
            return
        returned: dict[LaneName, list[tuple[Item, float]]] = {}
        for item, rests_s in again:
            returned.setdefault(self._name(item), []).append((item, rests_s))
        for lane in work.lanes:
            lane.busy = False
            items = returned.get(lane.name)
            if items:
                lane.waiting.extendleft(item for item, _ in reversed(items))
                self._rest(lane, max(rests_s for _, rests_s in items))
            elif lane.waiting:
                self._offer(lane)
            else:
                self._lanes.pop(lane.name, None)

    def close(self) -> None:
        """Forget all waiting records; who waits for work gets None."""
        self._closed = True
        for lane in self._lanes.values():
            if lane.resting is not None:
                lane.resting.cancel()
        self._lanes.clear()
        self._open.clear()
        while not self._ready.empty():
            self._ready.get_nowait()
        self._ready.put_nowait(None)

    def _name(self, item: Item) -> LaneName:
        # One key in the retry topic never waits for another, whatever the stage is fed with.
        return item.at, item.source.key if self._by_key or item.retried else None

    def _offer(self, lane: Lane) -> None:
        """Queue the lane if it may run. Called whenever one of the conditions turns true."""
        free = not lane.busy and lane.resting is None
        if free and lane.waiting and lane.name[0] in self._open:
            # Busy from here on, so that it is never queued twice.
            lane.busy = True
            self._ready.put_nowait(lane)

    def _rest(self, lane: Lane, seconds: float) -> None:
        lane.resting = asyncio.get_running_loop().call_later(seconds, self._wake, lane)

    def _wake(self, lane: Lane) -> None:
        lane.resting = None
        self._offer(lane)


def _pull(lane: Lane, limit: int) -> list[Item]:
    if len(lane.waiting) <= limit:
        items = list(lane.waiting)
        lane.waiting.clear()
        return items
    return [lane.waiting.popleft() for _ in range(limit)]
