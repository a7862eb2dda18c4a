"""Vectors kept by key, in a bounded store; what is being embedded is waited for, not begun again.

For one event loop: between two awaits nobody else sees the store.
"""

import asyncio
from array import array
from collections.abc import Mapping, MutableMapping, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import TypeAlias

from membus.observability import metrics
from membus.ports.models import Embedder

# Eight bytes a component, as exact as what was embedded; a list of floats takes four times that.
Kept: TypeAlias = "array[float]"


def content_key(*parts: str) -> bytes:
    """Return the SHA-256 of texts, one after the other; half a surrogate pair is a text too."""
    digest = sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8) + data)
    return digest.digest()


class VectorCache:
    """Asks the embedder for what `kept` does not hold.

    `kept` decides what is dropped, and when. Each text is counted as computed or cached.
    """

    def __init__(self, embedder: Embedder, kept: MutableMapping[bytes, Kept]) -> None:
        self._embedder = embedder
        self._kept = kept
        self._coming: dict[bytes, asyncio.Task[Mapping[bytes, Kept]]] = {}

    async def vectors(self, texts: Sequence[tuple[bytes, str]]) -> list[list[float]]:
        """Return one vector a (key, text), shape (len(texts), dimension). Raises as the embedder.

        A caller that gives up leaves the work to those who wait for the same text.
        """
        found: dict[bytes, Kept] = {}
        new: dict[bytes, str] = {}
        for key, text in texts:
            vector = self._kept.get(key)
            if vector is not None:
                found[key] = vector
            elif key not in self._coming:
                new[key] = text
        if new:
            self._begin(new)
        metrics.embeddings.add(len(new), {"outcome": "computed"})
        metrics.embeddings.add(len(texts) - len(new), {"outcome": "cached"})
        coming = {self._coming[key] for key, _ in texts if key not in found}
        for task in coming:
            found.update(await asyncio.shield(task))
        return [found[key].tolist() for key, _ in texts]

    def _begin(self, new: Mapping[bytes, str]) -> None:
        task = asyncio.create_task(self._embed(new))
        self._coming.update(dict.fromkeys(new, task))

    async def _embed(self, new: Mapping[bytes, str]) -> Mapping[bytes, Kept]:
        try:
            vectors = await self._embedder.embed(list(new.values()))
            made = {key: array("d", vector) for key, vector in zip(new, vectors, strict=True)}
            # A store of size 0 refuses all.
            with suppress(ValueError):
                self._kept.update(made)
            return made
        finally:
            for key in new:
                del self._coming[key]
