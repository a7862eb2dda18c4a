"""The retry topic of an unordered stage: how a record travels there, and which keys it blocks."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from membus.kafka.records import Item, Source

_HEADER = "membus-retry"
# Times are milliseconds and offsets are counted: neither comes near, and a time beyond the year
# 5000 would be none that Python can hold.
_NO_NUMBER_OF_KAFKA = 10**14
Key = tuple[str, bytes | None]
Place = tuple[str, int, int]


def retry_headers(item: Item, reason: str) -> list[tuple[str, bytes]]:
    """Return the record's own headers and one that says where it came from and what went wrong."""
    source = item.source
    origin = {
        "topic": source.topic,
        "partition": source.partition,
        "offset": source.offset,
        "timestamp": source.timestamp,
        "attempts": item.attempts,
        "reason": reason,
    }
    own = [header for header in source.headers if header[0] != _HEADER]
    return [*own, (_HEADER, json.dumps(origin).encode())]


class RetriedSource(NamedTuple):
    """A record of the retry topic as it first stood in the log."""

    topic: str
    partition: int
    offset: int
    timestamp: int
    key: bytes | None
    value: bytes | None
    headers: Sequence[tuple[str, bytes]]


def source_of_retry(raw: Source) -> tuple[Source, int]:
    """Return the record as it first stood in the log, and how often it was tried.

    One without our header (somebody else wrote it) stands where it was read.
    """
    own = tuple((name, value) for name, value in raw.headers if name != _HEADER)
    origin = _origin(raw.headers)
    if origin is None:
        return raw, 0
    places = (origin["topic"], origin["partition"], origin["offset"], origin["timestamp"])
    return RetriedSource(*places, raw.key, raw.value, own), origin["attempts"]


class BlockedKeys:
    """The keys with records in the retry topic: what follows of them must queue up behind."""

    def __init__(self) -> None:
        self._waiting: dict[Key, set[Place]] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, source: Source) -> bool:
        return (source.topic, source.key) in self._waiting

    def add(self, source: Source) -> None:
        """Note a record that was sent to the retry topic, or read from it; twice is once."""
        self._waiting.setdefault((source.topic, source.key), set()).add(_place(source))

    def finished(self, sources: Iterable[Source]) -> None:
        """Note retried records that are done; the last one frees its key."""
        for source in sources:
            key = (source.topic, source.key)
            places = self._waiting.get(key)
            if places is not None:
                places.discard(_place(source))
                if not places:
                    del self._waiting[key]


def _place(source: Source) -> Place:
    return source.topic, source.partition, source.offset


def _origin(headers: Iterable[tuple[str, bytes | None]]) -> dict[str, Any] | None:
    for name, value in headers:
        if name == _HEADER:
            try:
                origin = json.loads(value or b"")
            except (ValueError, RecursionError):
                return None
            return origin if _is_whole(origin) else None
    return None


def _is_whole(origin: object) -> bool:
    if not isinstance(origin, dict) or not isinstance(origin.get("topic"), str):
        return False
    numbers = [origin.get(name) for name in ("partition", "offset", "timestamp", "attempts")]
    return all(type(number) is int and 0 <= number < _NO_NUMBER_OF_KAFKA for number in numbers)
