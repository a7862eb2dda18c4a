"""What a stage of the pipeline is: records in, results out. Knows no Kafka client."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple, Protocol

from membus.contracts.base import Contract
from membus.contracts.envelope import Envelope
from membus.contracts.events.outcomes import OutcomeKind


class Record(NamedTuple):
    """One decoded record. `appended_at` is the broker's time; `value` the bytes as they came.

    A tuple, since one is made of every record, and a frozen dataclass takes three times as long.
    """

    topic: str
    partition: int
    offset: int
    key: str | None
    value: bytes
    headers: tuple[tuple[str, bytes], ...]
    appended_at: datetime
    envelope: Envelope
    body: Contract


@dataclass(frozen=True, slots=True)
class Outgoing:
    """An event to publish; `partition` None lets the key decide."""

    topic: str
    key: str | None
    envelope: Envelope
    partition: int | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """Handled. `outcome` None: the record is not this stage's business and gets no outcome.

    `emit` is published, with the outcome, before the stage's `settle` and the commit.
    """

    outcome: OutcomeKind | None
    reason: str = ""
    produced: tuple[str, ...] = ()
    emit: tuple[Outgoing, ...] = ()


@dataclass(frozen=True, slots=True)
class Retry:
    """It may work later; `after_s` None leaves the back-off to the runtime."""

    reason: str
    after_s: float | None = None


@dataclass(frozen=True, slots=True)
class Park:
    """The record itself is at fault: it goes to the dead letters with this reason."""

    reason: str
    error_class: str = "MalformedError"


Result = Done | Retry | Park


@dataclass(frozen=True, slots=True)
class StageOptions:
    """How the runtime feeds a stage.

    `topics` are what its group reads. `lanes` True: `handle` gets the waiting records of one key,
    up to `max_lanes` keys side by side, and a lane may outlive a poll; False: `handle` gets a whole
    batch of many keys, in log order within each partition, one batch at a time. `ordered` True: a
    record that fails for a while pauses its partition; False: it goes to the retry topic, and later
    records of its key queue up behind it there. `deadline_s` bounds one call of `handle`; a single
    record that needs longer parks. `gather_s` is how long a stage of batches, in no hurry,
    lets records gather after each: many small batches cost it, and the next stage, far more.
    `types` names the events that are the stage's business, all when
    empty; others pass by without being opened.
    """

    name: str
    topics: tuple[str, ...]
    lanes: bool = False
    ordered: bool = True
    max_batch: int = 500
    max_lanes: int = 64
    deadline_s: float = 300.0
    gather_s: float = 0.0
    types: tuple[str, ...] = field(default=())


class Stage(Protocol):
    """One consumer group's work over ports.

    The order of writes: `handle` (the writer's transaction and vectors happen here) → the runtime
    flushes `emit` and outcomes → `settle` (ingestion's own transaction, the window, marks) →
    commit. Each step may be done again after a crash, so each is idempotent.
    """

    async def handle(self, records: Sequence[Record]) -> Sequence[Result]:
        """Return one result a record, in order.

        A TransientError is a Retry of all, a PermanentError with several records makes the runtime
        hand them in one by one, to find the one at fault.
        """

    async def settle(self, done: Sequence[tuple[Record, Done]]) -> None:
        """Do what comes after the flush: own transaction, caches, marks."""

    async def assigned(self, partitions: Collection[tuple[str, int]]) -> None:
        """Take partitions over (claim epochs, forget cached state)."""

    async def revoked(self, partitions: Collection[tuple[str, int]]) -> None:
        """Give partitions up, after they were drained."""


class TickingStage(Stage, Protocol):
    """A stage whose schedule speaks through Ticks: a timer asks, the events act once consumed."""

    async def due_ticks(self, now: datetime) -> Sequence[Outgoing]:
        """Return the Ticks that are due, with ids that make a repeated one the same."""
