"""The vectors of questions, kept for those who asked them."""

import time
from collections.abc import Callable

from cachetools import TTLCache

from membus.adapters.embedders.vector_cache import VectorCache, content_key
from membus.ports.models import Embedder


class CachedQuestions:
    """Keeps the vectors of the last `size` questions, each for `ttl_s` seconds of `timer`."""

    def __init__(
        self,
        embedder: Embedder,
        size: int,
        ttl_s: float,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name = embedder.name
        self._cache = VectorCache(embedder, TTLCache(size, ttl_s, timer))

    async def embed(self, asker: str, question: str) -> list[float]:
        """Return the question's vector of length 1; the same asker's again comes from memory."""
        key = content_key(self._name, asker, question)
        (vector,) = await self._cache.vectors([(key, question)])
        return vector
