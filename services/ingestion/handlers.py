"""Ingestion: messages become turns, documents chunks. Over ports; it knows no Kafka client."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from membus.bootstrap import IngestionParts
from membus.contracts import ids
from membus.domain.chunking import ChunkSize
from membus.domain.turns import SessionState
from membus.kafka.stage import Done, Outgoing, Park, Record, StageOptions
from membus.kafka.topic_registry import DOCUMENTS, MESSAGES
from membus.settings import Settings
from services.ingestion.documents import take_documents
from services.ingestion.events import idle_tick
from services.ingestion.folding import BatchFold, PartitionOf, inbox_key, touched
from services.ingestion.gating import Gating
from services.ingestion.settling import Settling

OPTIONS = StageOptions(name="ingestion", topics=(MESSAGES, DOCUMENTS), lanes=False, ordered=True)

TICKS_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class _Folded:
    """Records that were folded, from the states that were loaded to those that they led to."""

    records: list[Record]
    loaded: dict[str, SessionState]
    states: dict[str, SessionState]
    results: list[Done | Park]


class IngestionStage:
    """Folds batches into sessions and publishes the turns that close; cuts documents into chunks.

    A fold is saved only when its events are in the log. What was handled and not settled yet is
    kept, so that a record that is handed in alone is folded behind those before it.
    """

    def __init__(
        self, parts: IngestionParts, settings: Settings, partition_of: PartitionOf
    ) -> None:
        self._parts = parts
        self._idle_s = settings.turns.idle_s
        documents = settings.documents
        self._chunk_size = ChunkSize(documents.chunk_chars, documents.overlap_chars)
        self._settling = Settling(parts, settings.window)
        self._gating = Gating(parts.gate)
        self._partition_of = partition_of
        self._unsettled = _Folded([], {}, {}, [])
        self._ticked: dict[str, tuple[int, datetime]] = {}

    async def handle(self, records: Sequence[Record]) -> Sequence[Done | Park]:
        """Return each record's result. Raises UnavailableError when the store is out of reach."""
        documents = [record for record in records if _is_document(record)]
        messages = [record for record in records if not _is_document(record)]
        of_messages = iter(await self._handle_messages(messages) if messages else ())
        of_documents = iter(await self._handle_documents(documents) if documents else ())
        return [next(of_documents if _is_document(each) else of_messages) for each in records]

    async def settle(self, done: Sequence[tuple[Record, Done]]) -> None:
        """Save the sessions and outcomes, then fill the window and the marks.

        Raises UnavailableError; a second call does the rest.
        """
        messages = (record for record, _ in done if not _is_document(record))
        records = sorted(messages, key=_place)
        folded = self._unsettled
        handled = zip(folded.records, folded.results, strict=True)
        stands = [record for record, result in handled if isinstance(result, Done)]
        if records != sorted(stands, key=_place):
            # Some were handled and then refused (too large to publish, say): fold without them.
            folded = await self._fold(records)
        await self._settling.save(folded.loaded, folded.states, done)
        await self._settling.fill_caches(folded.loaded, folded.states, records)
        self._forget_unsettled()

    async def assigned(self, partitions: Collection[tuple[str, int]]) -> None:
        """Start from the store."""
        del partitions
        self._forget_unsettled()

    async def revoked(self, partitions: Collection[tuple[str, int]]) -> None:
        """Forget what was not settled."""
        await self.assigned(partitions)

    async def due_ticks(self, now: datetime) -> Sequence[Outgoing]:
        """Return the Ticks that close idle turns; one that was just returned waits its turn."""
        idle = timedelta(seconds=self._idle_s)
        due = await self._parts.turns.idle(now - idle, TICKS_AT_ONCE)
        ticked: dict[str, tuple[int, datetime]] = {}
        ticks: list[Outgoing] = []
        for turn in due:
            session = ids.session_identity(turn.tenant_id, turn.session_id)
            last_offset, at = self._ticked.get(session, (-1, now))
            if last_offset != turn.last_offset or now - at >= idle:
                ticks.append(idle_tick(turn, self._idle_s))
                last_offset, at = turn.last_offset, now
            ticked[session] = (last_offset, at)
        self._ticked = ticked
        return ticks

    async def _handle_messages(self, records: Sequence[Record]) -> Sequence[Done | Park]:
        first = {record.partition: record.offset for record in reversed(records)}
        # From the first one on they are handled anew: after a retry, or redelivered.
        before = [
            record
            for record in self._unsettled.records
            if record.offset < first.get(record.partition, record.offset + 1)
        ]
        self._unsettled = await self._fold([*before, *records])
        return self._unsettled.results[len(before) :]

    async def _handle_documents(self, records: Sequence[Record]) -> Sequence[Done | Park]:
        known = await self._parts.turns.outcomes([inbox_key(each.envelope) for each in records])
        return await asyncio.to_thread(take_documents, records, known, self._chunk_size)

    async def _fold(self, records: Sequence[Record]) -> _Folded:
        known = await self._parts.turns.outcomes([inbox_key(each.envelope) for each in records])
        loaded = await self._parts.turns.load(touched(records))
        while True:
            fold = BatchFold(loaded, known, self._partition_of, self._gating.labels)
            results = await asyncio.to_thread(fold.take, records)
            # With the gate's labels it is folded anew, from the same states: the fold stays pure.
            if not await self._gating.overrules(fold.published):
                return _Folded(list(records), loaded, fold.states, results)

    def _forget_unsettled(self) -> None:
        self._unsettled = _Folded([], {}, {}, [])
        self._gating.forget()


def _place(record: Record) -> tuple[int, int]:
    return record.partition, record.offset


def _is_document(record: Record) -> bool:
    return record.topic == DOCUMENTS
