"""Which model stands behind a port: embedder, tokenizer, and rules or an LLM for the rest.

With bootstrap.py the one place that imports adapters, and only those that are used.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from membus.errors import FatalError
from membus.ports.models import Embedder, Extractor, RecallGate, RelevanceGate, TokenCounter
from membus.settings import Settings

if TYPE_CHECKING:
    from membus.adapters.openai.model import Model


def open_token_counter() -> TokenCounter:
    """Return the tokenizer that budgets are counted with."""
    from membus.adapters.tokens import ToktokCounter

    return ToktokCounter()


def open_embedder(settings: Settings) -> Embedder:
    """Return the embedder that keeps the vectors of the last texts."""
    from membus.adapters.embedders.caching import CachingEmbedder

    return CachingEmbedder(bare_embedder(settings), settings.embedder.cache)


def bare_embedder(settings: Settings) -> Embedder:
    """Return the embedder itself, which keeps nothing."""
    from membus.adapters.embedders.usem3 import Usem3Embedder

    return Usem3Embedder(batch=settings.embedder.batch)


@asynccontextmanager
async def open_extractor(settings: Settings) -> AsyncIterator[Extractor]:
    """Open the extractor that the settings choose, and close it."""
    from membus.adapters.rules.duckling_calendar import DucklingCalendar
    from membus.adapters.rules.extractor import RulesExtractor
    from membus.adapters.rules.lunar_calendar import LunarCalendar

    calendar = LunarCalendar(DucklingCalendar())
    rules = RulesExtractor(calendar)
    if settings.extraction.extractor == "rules":
        yield rules
        return
    async with language_model(settings, "extraction", settings.extraction.model) as model:
        from membus.adapters.openai.extractor import LlmExtractor

        yield LlmExtractor(model, rules, calendar)


@asynccontextmanager
async def open_relevance_gate(settings: Settings) -> AsyncIterator[RelevanceGate]:
    """Open the relevance gate that the settings choose, and close it."""
    from membus.adapters.rules.relevance_gate import RulesRelevanceGate

    rules = RulesRelevanceGate()
    if settings.relevance.gate == "rules":
        yield rules
        return
    async with language_model(settings, "ingestion") as model:
        from membus.adapters.openai.gates import LlmRelevanceGate

        yield LlmRelevanceGate(model, rules)


@asynccontextmanager
async def open_recall_gate(settings: Settings) -> AsyncIterator[RecallGate]:
    """Open the gate before recall that the settings choose, and close it."""
    from membus.adapters.rules.recall_gate import RulesRecallGate

    rules = RulesRecallGate()
    if settings.recall.gate == "rules":
        yield rules
        return
    async with language_model(settings, "recall") as model:
        from membus.adapters.openai.gates import LlmRecallGate

        yield LlmRecallGate(model, rules)


@asynccontextmanager
async def language_model(
    settings: Settings, service: str, name: str = ""
) -> AsyncIterator["Model"]:
    """Open the model of `settings.llm`, or another one of its endpoint by `name`.

    `service` is who asks, for the metrics. FatalError where the settings or the library lack.
    """
    _require_model(settings, name)
    from membus.adapters.clock import WallClock
    from membus.adapters.openai.model import Model
    from membus.adapters.tokens import ToktokCounter

    model = Model(settings.llm, WallClock(), ToktokCounter(), service=service, name=name)
    try:
        yield model
    finally:
        await model.close()


def check_models(settings: Settings) -> None:
    """Raise FatalError where a model is chosen, and the settings or the library for it lack."""
    if settings.extraction.extractor == "llm":
        _require_model(settings, settings.extraction.model)
    if "llm" in {settings.relevance.gate, settings.recall.gate}:
        _require_model(settings)


def _require_model(settings: Settings, name: str = "") -> None:
    if not settings.llm.base_url or not (name or settings.llm.model):
        raise FatalError("a model is asked for: set MEMBUS_LLM__BASE_URL and MEMBUS_LLM__MODEL")
    missing = [part for part in ("openai", "json_repair") if find_spec(part) is None]
    if missing:
        raise FatalError(
            f"a model is asked for, and {', '.join(missing)} is missing: pip install 'membus[llm]'"
        )
