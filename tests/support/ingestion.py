"""The ingestion stage on in-memory stores, driven as the runtime drives it."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from services.ingestion.handlers import IngestionStage
from tests.support.conversations import NOON
from tests.support.sessions import InMemorySessionStore
from tests.support.turn_store import InMemoryTurnStore

from membus.adapters.rules.relevance_gate import RulesRelevanceGate
from membus.bootstrap import IngestionParts
from membus.contracts.envelope import body_as
from membus.contracts.events.turns import TurnClosed
from membus.kafka.stage import Done, Outgoing, Park, Record
from membus.ports.models import RelevanceGate
from membus.settings import Settings


class WordCounter:
    def count(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]


class FixedClock:
    def now(self) -> datetime:
        return NOON + timedelta(days=2)


class Ingestion:
    """A stage on in-memory stores, driven as the runtime drives it."""

    def __init__(
        self,
        partition: int = 0,
        gate: RelevanceGate | None = None,
        settings: Settings | None = None,
    ) -> None:
        self.settings = settings or Settings()
        self.turns = InMemoryTurnStore()
        self.sessions = InMemorySessionStore()
        self.partition = partition
        self.gate = gate or RulesRelevanceGate()
        self.published: list[Outgoing] = []
        self.restart()

    def restart(self) -> None:
        parts = IngestionParts(self.turns, self.sessions, WordCounter(), FixedClock(), self.gate)
        self.stage = IngestionStage(parts, self.settings, lambda _: self.partition)

    async def take(self, *records: Record) -> list[Done | Park]:
        results = list(await self.stage.handle(records))
        await self.finish(records, results)
        return results

    async def finish(self, records: Sequence[Record], results: Sequence[Done | Park]) -> None:
        done = [
            (each, result)
            for each, result in zip(records, results, strict=True)
            if isinstance(result, Done)
        ]
        self.published += [event for _, result in done for event in result.emit]
        if done:
            await self.stage.settle(done)

    def closed(self) -> list[TurnClosed]:
        return [body_as(event.envelope, TurnClosed) for event in self.published]
