"""A record on its way through the runtime: as it came, while it waits, and what became of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from membus.contracts.envelope import Envelope
from membus.kafka.stage import Done, Park, Record

Partition = tuple[str, int]


class Source(Protocol):
    """A record as it came: its bytes, and where it first stood in the log.

    It is the client library's consumed record, as it is, or what the retry topic kept of one.
    `timestamp` is the broker's time of appending, in milliseconds.
    """

    @property
    def topic(self) -> str: ...  # noqa: D102
    @property
    def partition(self) -> int: ...  # noqa: D102
    @property
    def offset(self) -> int: ...  # noqa: D102
    @property
    def timestamp(self) -> int: ...  # noqa: D102
    @property
    def key(self) -> bytes | None: ...  # noqa: D102
    @property
    def value(self) -> bytes | None: ...  # noqa: D102
    @property
    def headers(self) -> Sequence[tuple[str, bytes]]: ...  # noqa: D102


class Item:
    """A record in work. `at` and `offset` say where it was read; a retried one began elsewhere.

    `attempts` counts the tries that failed, `failing_since` is when the first of them here did.
    """

    __slots__ = ("at", "attempts", "failing_since", "offset", "retried", "source")

    def __init__(
        self,
        at: Partition,
        offset: int,
        source: Source,
        attempts: int = 0,
        *,
        retried: bool = False,
    ) -> None:
        self.at = at
        self.offset = offset
        self.source = source
        self.attempts = attempts
        self.retried = retried
        self.failing_since: float | None = None


@dataclass(frozen=True, slots=True)
class Forward:
    """The record goes to the retry topic, or behind a record of its key that went there."""

    reason: str


@dataclass(frozen=True, slots=True)
class Passed:
    """The record is not the stage's business."""


PASSED = Passed()

Verdict = Done | Park | Forward | Passed


class Finished(NamedTuple):
    """What became of a record; `record` is there when its stage saw it."""

    item: Item
    verdict: Verdict
    record: Record | None = None
    envelope: Envelope | None = None


def offsets_by_partition(finished: Sequence[Finished]) -> dict[Partition, list[int]]:
    """Return the offsets at which the records were read, by partition."""
    found: dict[Partition, list[int]] = {}
    for one in finished:
        found.setdefault(one.item.at, []).append(one.item.offset)
    return found


def printable(text: str, longest: int = 2000) -> str:
    """Return the text without half surrogate pairs, which no record can carry, and not too long."""
    return text[:longest].encode("utf-8", "backslashreplace").decode("utf-8")
