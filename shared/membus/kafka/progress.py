"""How far a consumer may commit when it works on many records of a partition at once: pure."""

from collections.abc import Collection, Hashable, Mapping
from typing import Generic, TypeVar

Place = TypeVar("Place", bound=Hashable)


class Progress(Generic[Place]):
    """Which records are in work; below `low_water` all are done. Offsets of a place rise."""

    def __init__(self) -> None:
        self._next: dict[Place, int] = {}
        self._open: dict[Place, set[int]] = {}

    def begin(self, place: Place, offset: int) -> None:
        """Note that the record is in work."""
        self._next[place] = offset + 1
        self._open.setdefault(place, set()).add(offset)

    def end(self, place: Place, offset: int) -> None:
        """Note that the record is done; one of a place that was given up is passed over."""
        self._open.get(place, set()).discard(offset)

    def keep(self, places: Collection[Place]) -> None:
        """Forget all other places: somebody else commits for them."""
        for gone in self._next.keys() - set(places):
            del self._next[gone], self._open[gone]

    def low_water(self) -> Mapping[Place, int]:
        """Return, by place, the offset below which every record is done."""
        return {place: min(self._open[place], default=up) for place, up in self._next.items()}
