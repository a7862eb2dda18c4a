"""How far a partition may be committed: the contiguous low-water of what is done. Pure."""

from collections.abc import Iterable


class Tracker:
    """The offsets of one partition that were taken and are not yet done.

    Offsets rise but may have gaps (a log may lack some), so the low-water is read off the records
    that were seen: it is the oldest in work, or what follows the newest.
    """

    def __init__(self) -> None:
        # A dict keeps the order of insertion: its first key is the oldest record in work.
        self._taken: dict[int, None] = {}
        self._taken_to = 0
        self._low: int | None = None
        self._committed: int | None = None

    @property
    def in_flight(self) -> int:
        """How many records were taken and are not done."""
        return len(self._taken)

    @property
    def taken_to(self) -> int:
        """The offset after the newest that was taken, 0 before the first."""
        return self._taken_to

    def take(self, offsets: Iterable[int]) -> None:
        """Note records that were read; offsets come in rising order."""
        for offset in offsets:
            if offset < self._taken_to:
                raise ValueError(f"offset {offset} was taken already")
            self._taken[offset] = None
            self._taken_to = offset + 1

    def finish(self, offsets: Iterable[int]) -> None:
        """Note records that are done, in any order."""
        for offset in offsets:
            del self._taken[offset]
        first = next(iter(self._taken), None)
        self._low = self._taken_to if first is None else first

    def to_commit(self) -> int | None:
        """Return the offset to resume at, None where it has not moved since `committed`."""
        return None if self._low == self._committed else self._low

    def committed(self, offset: int) -> None:
        """Note what the broker has stored."""
        self._committed = offset
