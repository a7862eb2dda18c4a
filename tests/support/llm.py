"""Models behind a served stub endpoint, and the facts that such an endpoint states."""

import contextlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

from tests.support.extraction import SHANGHAI, turn
from tests.support.llm_server import LlmServer, Reply, Script, llm_server

from membus.adapters.openai.extractor import LlmExtractor
from membus.adapters.openai.model import Model
from membus.adapters.rules.extractor import RulesExtractor
from membus.adapters.tokens import ToktokCounter
from membus.contracts.events.turns import TurnClosed
from membus.contracts.memory import Fact
from membus.model_settings import LlmSettings
from membus.ports.models import Extraction


class SetClock:
    """A wall clock that stands where it is put."""

    def __init__(self, at: datetime = datetime(2024, 5, 29, 16, 30, tzinfo=UTC)) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at


def fact(quote: str, predicate: str, value: str, **more: Any) -> dict[str, Any]:
    """A fact as a model states it, of the user and the first message unless `more` says."""
    named = {"message": 1, "subject": "user", "predicate": predicate, "object": value}
    return {"quote": quote} | named | more


@contextlib.asynccontextmanager
async def a_model(
    server: LlmServer, clock: SetClock | None = None, **settings: Any
) -> AsyncIterator[Model]:
    """A model of the server, with a short patience."""
    values: dict[str, Any] = {"base_url": server.url, "model": "stub", "api_key": "secret"}
    llm = LlmSettings(**values | {"timeout_s": 5, "deadline_s": 20} | settings)
    model = Model(llm, clock or SetClock(), ToktokCounter(), service="test")
    try:
        yield model
    finally:
        await model.close()


@contextlib.asynccontextmanager
async def an_extractor(
    *replies: Reply | Script, **settings: Any
) -> AsyncIterator[tuple[LlmExtractor, LlmServer]]:
    """An extractor whose model answers so, and the server that it asks."""
    with llm_server(*replies) as server:
        async with a_model(server, **settings) as model:
            rules = RulesExtractor()
            yield LlmExtractor(model, rules, lambda _phrase, _local: None), server


OSLO = fact("I live in Oslo", "lives_in", "Oslo", content="User lives in Oslo")
TURN = turn("I live in Oslo and I don't eat pork.", ("assistant", "Noted."))
BY_RULES = RulesExtractor().read(TURN, SHANGHAI)


async def read(closed: TurnClosed, *replies: Reply, **settings: Any) -> Extraction:
    async with an_extractor(*replies, **settings) as (extractor, _):
        return await extractor.extract(closed, SHANGHAI)


def stated(extraction: Extraction) -> list[Fact]:
    return [each for each in extraction.facts if each.kind != "utterance"]


def triples(extraction: Extraction) -> set[tuple[str, str, str, str]]:
    return {
        (each.subject, each.predicate, each.object, each.polarity) for each in stated(extraction)
    }


LIVES = {("user", "lives_in", "Oslo", "positive")}
