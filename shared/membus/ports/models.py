"""Models and tools behind ports: extractor, embedder, summariser, token counter, clock."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from membus.contracts.events.changes import ModelUsage
from membus.contracts.events.turns import GateLabel, Summary, TurnClosed
from membus.contracts.memory import Fact


class RelevanceGate(Protocol):
    """Says which messages of a turn may hold something worth remembering."""

    @property
    def name(self) -> str:
        """Its name, e.g. `rules`; labels that it decided itself carry it."""

    async def label(self, turn: TurnClosed) -> list[GateLabel]:
        """Return one label a message of the turn, in their order; it does not raise.

        The turn comes labelled by the rules. Their label stands for what nobody said (tool
        traffic, injected memory), and wherever the gate cannot answer.
        """


@dataclass(frozen=True, slots=True)
class Extraction:
    """What was read in a turn, and who read it.

    `fallback_reason` is why that is not the extractor that was asked, "" where it is.
    """

    facts: list[Fact]
    extractor: str
    version: str
    usage: ModelUsage | None = None
    fallback_reason: str = ""


class Extractor(Protocol):
    """Reads facts out of a turn, in the language of the source."""

    @property
    def name(self) -> str:
        """Its name, e.g. `rules`."""

    @property
    def version(self) -> str:
        """Its version: another one may read the same turn differently."""

    async def extract(self, turn: TurnClosed, user_zone: str) -> Extraction:
        """Return the turn's facts and the utterances worth keeping; each quotes its span."""


class Embedder(Protocol):
    """Turns texts into vectors of length 1."""

    @property
    def name(self) -> str:
        """The model's name; part of the collection's name."""

    @property
    def dimension(self) -> int:
        """Length of each vector."""

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector a text, shape (len(texts), dimension)."""


class QuestionEmbedder(Protocol):
    """Turns questions into vectors of length 1, a repeated one without the model."""

    async def embed(self, asker: str, question: str) -> list[float]:
        """Return the question's vector, length as the Embedder's.

        `asker` is the identity of the session that asks, or of the owner where there is none. Only
        the same asker gets a vector that was kept: otherwise the time that an answer takes would
        tell what others have asked.
        """


class Summariser(Protocol):
    """Folds messages into the previous summary."""

    @property
    def name(self) -> str:
        """Its name, e.g. `rules`."""

    async def summarise(
        self, previous: Summary | None, messages: Sequence[tuple[str, str]], max_tokens: int
    ) -> Summary:
        """Return a summary of (speaker, text) messages and of the previous summary."""


class RecallGate(Protocol):
    """Decides before any search whether a question needs memory at all."""

    async def needs_memory(self, question: str, recent: Sequence[str]) -> str:
        """Return why the question needs no memory, "" where it may need it.

        `recent` are the texts of the session's last messages, oldest first. When in doubt, "":
        a question that is let through may still be abstained from, a refused one finds nothing.
        """


class TokenCounter(Protocol):
    """Counts tokens with a real tokenizer."""

    def count(self, texts: Sequence[str]) -> list[int]:
        """Return the number of tokens of each text."""


class Clock(Protocol):
    """Wall time, for those who may read it."""

    def now(self) -> datetime:
        """Return the time in UTC."""
