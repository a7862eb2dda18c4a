"""The one composition root: which adapter stands behind which port, for each service.

Adapters are imported where they are used, so that a service loads only its own.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from membus.bootstrap_models import (
    bare_embedder,
    open_embedder,
    open_extractor,
    open_recall_gate,
    open_relevance_gate,
)
from membus.contracts.memory import MemoryType
from membus.ports.contexts import ContextStore
from membus.ports.ledger import LedgerReader, MemoryLedger
from membus.ports.memory_store import MemoryReader, TaskReader
from membus.ports.models import (
    Clock,
    Embedder,
    Extractor,
    QuestionEmbedder,
    RecallGate,
    RelevanceGate,
    Summariser,
    TokenCounter,
)
from membus.ports.sessions import SessionReader, SessionStore
from membus.ports.turns import TurnStore
from membus.ports.vectors import VectorIndex, VectorReader
from membus.settings import Settings

# As long as an agent may take for its next step, or a caller for its retries.
QUESTIONS_KEPT_S = 600.0


@dataclass(frozen=True, slots=True)
class IngestionParts:
    """What ingestion works with."""

    turns: TurnStore
    sessions: SessionStore
    tokens: TokenCounter
    clock: Clock
    gate: RelevanceGate


@dataclass(frozen=True, slots=True)
class ExtractionParts:
    """What extraction works with."""

    extractor: Extractor


@dataclass(frozen=True, slots=True)
class WriterParts:
    """What the writer works with; it alone has the writing halves of ledger and index."""

    ledger: MemoryLedger
    vectors: VectorIndex
    sessions: SessionStore
    embedder: Embedder


@dataclass(frozen=True, slots=True)
class RecallParts:
    """What recall works with: reading halves alone; `working` reads task contexts.

    `questions` embeds what is asked, `embedder` anything else: it keeps nothing.
    """

    ledger: LedgerReader
    vectors: VectorReader
    sessions: SessionReader
    embedder: Embedder
    tokens: TokenCounter
    working: TaskReader
    clock: Clock
    gate: RecallGate
    questions: QuestionEmbedder


@dataclass(frozen=True, slots=True)
class ConsolidationParts:
    """What consolidation works with: it reads and proposes."""

    ledger: LedgerReader


@dataclass(frozen=True, slots=True)
class CompressionParts:
    """What compression works with."""

    contexts: ContextStore
    sessions: SessionReader
    summariser: Summariser
    tokens: TokenCounter
    clock: Clock


@asynccontextmanager
async def ingestion_parts(settings: Settings) -> AsyncIterator[IngestionParts]:
    """Open what ingestion needs, and close it."""
    from membus.adapters.clock import WallClock
    from membus.adapters.sql.turns import SqlTurnStore
    from membus.adapters.tokens import ToktokCounter

    async with _sessions(settings) as sessions, open_relevance_gate(settings) as gate:
        turns = await SqlTurnStore.open(settings)
        try:
            yield IngestionParts(turns, sessions, ToktokCounter(), WallClock(), gate)
        finally:
            await turns.close()


@asynccontextmanager
async def extraction_parts(settings: Settings) -> AsyncIterator[ExtractionParts]:
    """Open what extraction needs, and close it."""
    async with open_extractor(settings) as extractor:
        yield ExtractionParts(extractor)


@asynccontextmanager
async def writer_parts(settings: Settings) -> AsyncIterator[WriterParts]:
    """Open what the writer needs, and close it."""
    from membus.adapters.sql.ledger import SqlLedger

    embedder = open_embedder(settings)
    async with _sessions(settings) as sessions, _vectors(settings, embedder) as vectors:
        ledger = await SqlLedger.open(settings)
        try:
            yield WriterParts(ledger, vectors, sessions, embedder)
        finally:
            await ledger.close()


@asynccontextmanager
async def recall_parts(settings: Settings) -> AsyncIterator[RecallParts]:
    """Open what recall needs, and close it."""
    from membus.adapters.clock import WallClock
    from membus.adapters.embedders.questions import CachedQuestions
    from membus.adapters.memory_stores.working import WorkingReader
    from membus.adapters.tokens import ToktokCounter

    embedder = bare_embedder(settings)
    questions = CachedQuestions(embedder, settings.embedder.query_cache, QUESTIONS_KEPT_S)
    async with (
        _sessions(settings) as sessions,
        _vectors(settings, embedder) as vectors,
        ledger_reader(settings) as ledger,
        open_recall_gate(settings) as gate,
    ):
        working = WorkingReader(sessions, embedder)
        yield RecallParts(
            ledger,
            vectors,
            sessions,
            embedder,
            ToktokCounter(),
            working,
            WallClock(),
            gate,
            questions,
        )


@asynccontextmanager
async def consolidation_parts(settings: Settings) -> AsyncIterator[ConsolidationParts]:
    """Open what consolidation needs, and close it."""
    async with ledger_reader(settings) as ledger:
        yield ConsolidationParts(ledger)


@asynccontextmanager
async def compression_parts(settings: Settings) -> AsyncIterator[CompressionParts]:
    """Open what compression needs, and close it."""
    from membus.adapters.clock import WallClock
    from membus.adapters.rules.summariser import RulesSummariser
    from membus.adapters.sql.contexts import SqlContextStore
    from membus.adapters.tokens import ToktokCounter

    tokens = ToktokCounter()
    async with _sessions(settings) as sessions:
        contexts = await SqlContextStore.open(settings)
        try:
            yield CompressionParts(contexts, sessions, RulesSummariser(tokens), tokens, WallClock())
        finally:
            await contexts.close()


@asynccontextmanager
async def ledger_reader(settings: Settings) -> AsyncIterator[LedgerReader]:
    """Open the reading half of the ledger, for services and the command line."""
    from membus.adapters.sql.ledger import SqlLedger

    ledger = await SqlLedger.open(settings, read_only=True)
    try:
        yield ledger
    finally:
        await ledger.close()


@asynccontextmanager
async def memory_reader(settings: Settings, memory_type: MemoryType) -> AsyncIterator[MemoryReader]:
    """Open the reading half of one memory type, whatever stores stand behind it."""
    from membus.adapters.clock import WallClock
    from membus.adapters.memory_stores.instant import InstantReader
    from membus.adapters.memory_stores.recorded import LongReader, ShortReader
    from membus.adapters.memory_stores.working import WorkingReader

    embedder = open_embedder(settings)
    async with (
        _sessions(settings) as sessions,
        _vectors(settings, embedder) as vectors,
        ledger_reader(settings) as ledger,
    ):
        match memory_type:
            case "instant":
                yield InstantReader(sessions, embedder, WallClock(), settings.window.ttl_s)
            case "working":
                yield WorkingReader(sessions, embedder)
            case "short":
                yield ShortReader(ledger, vectors)
            case "long":
                yield LongReader(ledger, vectors)


@asynccontextmanager
async def turn_reader(settings: Settings) -> AsyncIterator[TurnStore]:
    """Open ingestion's state for reading, for the command line."""
    from membus.adapters.sql.turns import SqlTurnStore

    turns = await SqlTurnStore.open(settings, read_only=True)
    try:
        yield turns
    finally:
        await turns.close()


@asynccontextmanager
async def _sessions(settings: Settings) -> AsyncIterator[SessionStore]:
    from membus.adapters.redis.sessions import RedisSessionStore

    store = RedisSessionStore(
        settings.redis.url.get_secret_value(), timeout_s=settings.redis.timeout_s
    )
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def _vectors(settings: Settings, embedder: Embedder) -> AsyncIterator[VectorIndex]:
    from membus.adapters.qdrant.index import QdrantIndex

    index = QdrantIndex.open(settings, model=embedder.name, dimension=embedder.dimension)
    try:
        yield index
    finally:
        await index.close()
