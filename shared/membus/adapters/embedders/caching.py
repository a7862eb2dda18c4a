"""An embedder that keeps the vectors of the last texts, whoever asks for them."""

from collections.abc import Sequence

from cachetools import LRUCache

from membus.adapters.embedders.vector_cache import VectorCache, content_key
from membus.ports.models import Embedder


class CachingEmbedder:
    """Another embedder, with the vectors of the last `size` texts kept by the text's hash.

    Not for questions: how fast one is answered would tell that somebody had asked it before.
    """

    def __init__(self, embedder: Embedder, size: int) -> None:
        self._embedder = embedder
        self._cache = VectorCache(embedder, LRUCache(size))

    @property
    def name(self) -> str:
        """The model's name."""
        return self._embedder.name

    @property
    def dimension(self) -> int:
        """Length of each vector."""
        return self._embedder.dimension

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector a text, shape (len(texts), dimension)."""
        return await self._cache.vectors([(content_key(self.name, text), text) for text in texts])
