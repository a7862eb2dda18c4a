"""Models and tools behind ports: extractor, embedder, summariser, token counter, clock."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from membus.contracts.events.turns import Summary, TurnClosed
from membus.contracts.memory import Fact


class Extractor(Protocol):
    """Reads facts out of a turn, in the language of the source."""

    @property
    def name(self) -> str:
        """Its name, e.g. `rules`."""

    @property
    def version(self) -> str:
        """Its version: another one may read the same turn differently."""

    async def extract(self, turn: TurnClosed, user_zone: str) -> list[Fact]:
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


class Summariser(Protocol):
    """Folds messages into the previous summary."""

    @property
    def name(self) -> str:
        """Its name, e.g. `rules`."""

    async def summarise(
        self, previous: Summary | None, messages: Sequence[tuple[str, str]], max_tokens: int
    ) -> Summary:
        """Return a summary of (speaker, text) messages and of the previous summary."""


class TokenCounter(Protocol):
    """Counts tokens with a real tokenizer."""

    def count(self, texts: Sequence[str]) -> list[int]:
        """Return the number of tokens of each text."""


class Clock(Protocol):
    """Wall time, for those who may read it."""

    def now(self) -> datetime:
        """Return the time in UTC."""
