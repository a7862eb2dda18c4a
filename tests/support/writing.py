"""The writer's stage on in-memory stores, driven as the runtime drives it."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from services.embedding.handlers import WriterStage
from tests.support.changes import envelope_of
from tests.support.embedder import TrigramEmbedder
from tests.support.ledger import InMemoryLedger
from tests.support.sessions import InMemorySessionStore
from tests.support.vectors import MemoryVectors

from membus.bootstrap import WriterParts
from membus.contracts import ids
from membus.contracts.base import Contract
from membus.contracts.envelope import body_as
from membus.contracts.events.changes import FactSetExtracted
from membus.contracts.events.memories import ChangeDecided
from membus.contracts.memory import Memory
from membus.kafka.stage import Done, Outgoing, Park, Record
from membus.kafka.topic_registry import CHANGES
from membus.ports.scope import Scope
from membus.settings import Settings


class Writing:
    """`take` is one batch: handled, published, settled."""

    def __init__(self) -> None:
        self.ledger = InMemoryLedger()
        self.vectors = MemoryVectors()
        self.sessions = InMemorySessionStore()
        self.embedder = TrigramEmbedder()
        self.published: list[Outgoing] = []
        self._ends: dict[int, int] = {}

    async def started(self, *partitions: int) -> "Writing":
        """Start a new process that is assigned the partitions; the stores stay."""
        self.embedder = TrigramEmbedder()
        parts = WriterParts(self.ledger, self.vectors, self.sessions, self.embedder)
        self.stage = WriterStage(parts, Settings())
        await self.stage.assigned([(CHANGES, number) for number in partitions or (0,)])
        return self

    def record(self, body: Contract, name: str = "", partition: int = 0, **envelope: Any) -> Record:
        """A change at the next offset of its partition."""
        offset = self._ends.get(partition, 0)
        self._ends[partition] = offset + 1
        event = envelope_of(body, name or f"change {partition}-{offset}", **envelope)
        appended = event.occurred_at + timedelta(seconds=offset)
        if isinstance(body, FactSetExtracted) and body.messages:
            appended = max(ref.appended_at for ref in body.messages)
        return Record(
            CHANGES, partition, offset, event.owner, event.to_bytes(), (), appended, event, body
        )

    async def take(self, *records: Record) -> list[Done | Park]:
        results = list(await self.stage.handle(records))
        await self.finish(records, results)
        return results

    async def finish(self, records: Sequence[Record], results: Sequence[Done | Park]) -> None:
        done = [
            (record, result)
            for record, result in zip(records, results, strict=True)
            if isinstance(result, Done)
        ]
        for _, result in done:
            self.published += result.emit
        await self.stage.settle(done)

    async def memories(self, user: str = "ann", *statuses: Any) -> list[Memory]:
        shown = statuses or ("active", "superseded", "merged", "expired", "forgotten")
        return await self.ledger.page(scope(user), statuses=shown, limit=1000)

    def decisions(self) -> list[ChangeDecided]:
        return [body_as(outgoing.envelope, ChangeDecided) for outgoing in self.published]


def scope(user: str = "ann") -> Scope:
    return Scope("acme", (ids.owner_of("acme", user),))
