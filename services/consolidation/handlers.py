"""Consolidation: recalls become hits, time becomes proposals. It reads, and never decides."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from membus.bootstrap import ConsolidationParts
from membus.contracts.events.messages import Tick
from membus.contracts.events.recalls import RecallRecorded
from membus.kafka.stage import Done, Outgoing, Record, StageOptions
from membus.kafka.topic_registry import CHANGES, RECALLS
from membus.settings import Settings
from services.consolidation.events import demotion, expire_tick, expiry, hits

OPTIONS = StageOptions(
    name="consolidation",
    topics=(RECALLS, CHANGES),
    gather_s=0.25,
    lanes=False,
    # What it emits carries its own id, and the writer checks versions: order does not matter.
    ordered=False,
    types=("RecallRecorded", "Tick"),
)

# One proposal stays well under the largest record; the next Tick takes the rest.
_AT_ONCE = 500


class ConsolidationStage:
    """Proposes into the changes topic; the writer disposes."""

    def __init__(self, parts: ConsolidationParts, settings: Settings) -> None:
        self._ledger = parts.ledger
        self._ttl = timedelta(days=settings.consolidation.short_ttl_days)
        self._idle = timedelta(days=settings.consolidation.long_idle_days)

    async def handle(self, records: Sequence[Record]) -> Sequence[Done]:
        """Return each record's result. Raises UnavailableError when the ledger is out of reach."""
        return [await self._handle(record) for record in records]

    async def settle(self, done: Sequence[tuple[Record, Done]]) -> None:
        """Keep nothing: all it does is in what it emitted."""

    async def assigned(self, partitions: Collection[tuple[str, int]]) -> None:
        """Keep nothing by partition."""

    async def revoked(self, partitions: Collection[tuple[str, int]]) -> None:
        """Keep nothing by partition."""

    async def due_ticks(self, now: datetime) -> Sequence[Outgoing]:
        """Return a Tick for each owner who has short memories due at `now`.

        Its id names the memory's version that is due, so that several members, or one that asks
        again before the writer has answered, publish one and the same Tick.
        """
        due = await self._ledger.owners_with_expiry(now, _AT_ONCE, unused_since=now - self._ttl)
        return [expire_tick(owner, memory, now) for owner, memory in due]

    async def _handle(self, record: Record) -> Done:
        match record.body:
            case RecallRecorded() as body:
                counted = hits(record.envelope, body)
                if not counted:
                    return Done("skipped", "no memory was used")
                return _stored(counted)
            case Tick(kind="expire") as body:
                # A member whose clock is ahead must not let memories age before their time.
                proposals = await self._age(record, min(body.at, record.appended_at))
                return _stored(proposals) if proposals else Done("skipped", "nothing is due")
            case _:
                return Done(None)

    async def _age(self, record: Record, at: datetime) -> list[Outgoing]:
        """Propose what time has done to the owner's memories by `at`."""
        owner = record.envelope.owner
        due = await self._ledger.due_for_expiry(owner, at, _AT_ONCE, unused_since=at - self._ttl)
        idle = await self._ledger.idle_long(owner, at - self._idle, _AT_ONCE)
        proposals = []
        if due:
            proposals.append(expiry(record.envelope, due, at))
        if idle:
            proposals.append(demotion(record.envelope, idle, at))
        return proposals


def _stored(emitted: Sequence[Outgoing]) -> Done:
    return Done(
        "stored",
        produced=tuple(outgoing.envelope.event_id for outgoing in emitted),
        emit=tuple(emitted),
    )
