"""How far each partition may be resumed is stored beside the work, not within it.

A commit says nothing but where to resume, so it may lag: what it lacks comes again after a crash
and gives the same. It never runs ahead: it knows only what a checkpoint has finished.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from membus.kafka.records import Partition
from membus.kafka.tracker import Tracker

# Often enough that little comes again, seldom enough to cost nothing: a commit takes as long as
# some fifty records.
_EVERY_S = 0.05

Commit = Callable[[Mapping[Partition, int]], Awaitable[bool]]


class Commits:
    """Commits the low-waters of an assignment: at once after a rest, gathered under load.

    `commit` stores offsets and says whether it did; a group that has moved on refuses.
    """

    def __init__(self, commit: Commit, trackers: Mapping[Partition, Tracker]) -> None:
        self._commit = commit
        self._trackers = trackers
        self._moved = asyncio.Event()

    def wake(self) -> None:
        """Say that more is done."""
        self._moved.set()

    async def run(self) -> None:
        """Commit whenever more is done, for ever."""
        while True:
            await self._moved.wait()
            self._moved.clear()
            if not await self.flush():
                self._moved.set()
            await asyncio.sleep(_EVERY_S)

    async def flush(self) -> bool:
        """Commit what is done now; False when it was refused."""
        low_waters = {
            partition: offset
            for partition, tracker in self._trackers.items()
            if (offset := tracker.to_commit()) is not None
        }
        if not low_waters:
            return True
        stored = await self._commit(low_waters)
        if stored:
            for partition, offset in low_waters.items():
                self._trackers[partition].committed(offset)
        return stored
