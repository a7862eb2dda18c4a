"""A deterministic Embedder: a text's vector is the normed sum of its character trigrams' vectors.

Texts that share most of their trigrams lie near each other, so near-duplicates can be staged.
"""

import hashlib
import math
from collections import Counter
from collections.abc import Sequence


class TrigramEmbedder:
    """Counts what it was asked to embed."""

    name = "trigram"

    def __init__(self, dimension: int = 64) -> None:
        self.dimension = dimension
        self.calls: list[int] = []
        self.texts: Counter[str] = Counter()

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.calls.append(len(texts))
        self.texts.update(texts)
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> list[float]:
        padded = f"  {text.casefold()}  "
        sums = [0.0] * self.dimension
        for at in range(len(padded) - 2):
            digest = hashlib.blake2b(padded[at : at + 3].encode(), digest_size=16).digest()
            for place in range(8):
                sign = 1.0 if digest[8 + place] & 1 else -1.0
                sums[digest[place] % self.dimension] += sign
        length = math.sqrt(sum(value * value for value in sums)) or 1.0
        return [value / length for value in sums]
