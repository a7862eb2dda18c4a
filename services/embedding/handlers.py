"""The writer: changes become decisions, in order, per owner. The use case over ports."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from membus.bootstrap import WriterParts
from membus.contracts.events.changes import FactSetExtracted
from membus.contracts.events.memories import ChangeDecided
from membus.contracts.memory import Memory
from membus.domain.deciding import Change, OwnerView, turn_of
from membus.errors import PermanentError, UnavailableError
from membus.kafka.stage import Done, Park, Record, StageOptions
from membus.kafka.topic_registry import CHANGES
from membus.ports.ledger import LedgerTransaction, Mark, Position
from membus.settings import Settings
from services.embedding.events import change_decided
from services.embedding.folding import fold
from services.embedding.loading import load_view
from services.embedding.nominating import Nominated, candidates, nominate
from services.embedding.projecting import embed_texts, project
from services.embedding.surrounding import load_surroundings

STAGE = "embedding"
OPTIONS = StageOptions(
    name=STAGE,
    topics=(CHANGES,),
    lanes=False,
    ordered=True,
    # About two seconds of embedding: more gains nothing, and makes the first of a batch wait.
    max_batch=200,
    # The schedule's Ticks are consolidation's business.
    types=(
        "FactSetExtracted",
        "DocumentChunked",
        "MemoryCommanded",
        "FeedbackGiven",
        "HitCounted",
        "MergeProposed",
        "ExpiryProposed",
        "DemotionProposed",
    ),
)


@dataclass(frozen=True, slots=True)
class _Written:
    """What the ledger holds now of a batch, and what the index has yet to follow.

    `images` are the memories that it touched, as they stand; `remade` those whose vectors may be
    missing in the index, `retold` those whose text may be missing in the contexts of others, or
    still be there.
    """

    decided: Mapping[str, ChangeDecided]
    refused: Mapping[str, PermanentError]
    images: Mapping[str, Memory]
    remade: Collection[str]
    retold: Collection[str]


class WriterStage:
    """Applies changes to ledger and vectors; what it decided once it never decides again."""

    def __init__(self, parts: WriterParts, settings: Settings) -> None:
        self._parts = parts
        self._ttl = timedelta(days=settings.consolidation.short_ttl_days)
        self._epochs: dict[int, int] = {}

    async def handle(self, records: Sequence[Record]) -> Sequence[Done | Park]:
        """Return each record's result.

        Raises UnavailableError when a store is out of reach; whatever was done then is done again.
        Raises FatalError when a later member has taken a partition over.
        """
        batch = [_change(record) for record in records if record.envelope.type in OPTIONS.types]
        if not batch:
            return [Done(None) for _ in records]
        found = candidates(batch)
        vectors = await embed_texts(
            self._parts.embedder, [candidate.fact.content for candidate in found]
        )
        nominated = await nominate(self._parts.vectors, found, vectors)
        written = await self._write(batch, nominated)
        around = await load_surroundings(
            self._parts.ledger, written.images, written.retold, written.remade
        )
        await project(
            self._parts.vectors,
            self._parts.embedder,
            written.images.values(),
            written.remade,
            around,
            vectors,
        )
        return [_result(record, written) for record in records]

    async def settle(self, done: Sequence[tuple[Record, Done]]) -> None:
        """Raise the marks of the sessions whose turns were applied. Raises UnavailableError."""
        marks = _marks([record for record, _ in done])
        if marks:
            await self._parts.sessions.raise_marks(marks)

    async def assigned(self, partitions: Collection[tuple[str, int]]) -> None:
        """Claim the partitions: from now on an earlier member's transactions fail."""
        ours = [partition for topic, partition in partitions if topic == CHANGES]
        self._epochs |= await self._parts.ledger.claim(ours)

    async def revoked(self, partitions: Collection[tuple[str, int]]) -> None:
        """Forget the claims."""
        for topic, partition in partitions:
            if topic == CHANGES:
                self._epochs.pop(partition, None)

    async def _write(self, batch: Sequence[Change], nominated: Nominated) -> _Written:
        """Decide what was not decided yet, and store all of it in one transaction."""
        ledger = self._parts.ledger
        async with ledger.transaction(self._claimed(batch)) as transaction:
            known = await transaction.decided([change.key for change in batch])
            fresh = [change for change in batch if change.key not in known]
            views = await self._views(transaction, fresh, nominated)
            folded = await asyncio.to_thread(fold, fresh, views, nominated, self._ttl)
            # The points of what was decided before may not have been written.
            again = await self._touched(transaction, batch, known)
            by_key = {change.key: change for change in fresh}
            for key, decision in folded.decided.items():
                change = by_key[key]
                await transaction.apply(change.owner, decision, turn_of(change))
            await transaction.mark(_marks(batch))
            await transaction.position(_positions(batch))
        return _Written(
            {**known, **folded.decided},
            folded.refused,
            {**again, **folded.images},
            folded.remade | again.keys(),
            folded.retold | again.keys(),
        )

    async def _views(
        self, transaction: LedgerTransaction, fresh: Sequence[Change], nominated: Nominated
    ) -> dict[str, OwnerView]:
        by_owner: dict[str, list[Change]] = {}
        for change in fresh:
            by_owner.setdefault(change.owner, []).append(change)
        near: dict[str, list[str]] = {}
        for place, items in nominated.items():
            near.setdefault(place.change_key, []).extend(i for i in items if isinstance(i, str))
        return {
            owner: await load_view(
                self._parts.ledger,
                transaction,
                owner,
                changes,
                [memory_id for change in changes for memory_id in near.get(change.key, ())],
            )
            for owner, changes in by_owner.items()
        }

    async def _touched(
        self,
        transaction: LedgerTransaction,
        batch: Sequence[Change],
        known: Mapping[str, ChangeDecided],
    ) -> dict[str, Memory]:
        """Return what changes that were decided before touched, as it stands in the ledger.

        As it stands, not as they left it: a later change may have altered or erased it.
        """
        touched: dict[str, Memory] = {}
        for change in batch:
            decision = known.get(change.key)
            if decision is not None and decision.memories:
                ids = [memory.memory_id for memory in decision.memories]
                touched |= await transaction.memories(change.owner, ids)
        return touched

    def _claimed(self, batch: Sequence[Change]) -> dict[int, int]:
        partitions = {change.partition for change in batch}
        lost = partitions - self._epochs.keys()
        if lost:
            raise UnavailableError(f"partitions {sorted(lost)} of {CHANGES} are not ours now")
        return {partition: self._epochs[partition] for partition in partitions}


def _change(record: Record) -> Change:
    return Change(record.envelope, record.body, record.partition, record.offset, record.appended_at)


def _marks(items: Sequence[Record] | Sequence[Change]) -> list[Mark]:
    """Return how far each session's messages are covered by the fact sets among the items."""
    return [
        Mark(item.envelope.session, item.body.partition, STAGE, item.body.settled_to)
        for item in items
        if isinstance(item.body, FactSetExtracted)
    ]


def _positions(batch: Sequence[Change]) -> list[Position]:
    ends: dict[int, int] = {}
    for change in batch:
        ends[change.partition] = max(ends.get(change.partition, 0), change.version + 1)
    return [Position(CHANGES, partition, end) for partition, end in sorted(ends.items())]


def _result(record: Record, written: _Written) -> Done | Park:
    key = _change(record).key
    refused = written.refused.get(key)
    if refused is not None:
        return Park(str(refused), type(refused).__name__)
    decision = written.decided.get(key)
    if decision is None:
        return Done(None)
    return Done(
        outcome=decision.outcome,
        reason=decision.reason,
        produced=tuple(memory.memory_id for memory in decision.memories),
        emit=(change_decided(record.envelope, decision),),
    )
