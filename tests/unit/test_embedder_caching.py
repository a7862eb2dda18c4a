"""Vectors that are kept: by text for what is written, by asker and text for what is asked."""

import asyncio
from collections.abc import Iterator, Sequence

import pytest
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from tests.support.embedder import TrigramEmbedder

from membus.adapters.embedders.caching import CachingEmbedder
from membus.adapters.embedders.questions import CachedQuestions
from membus.errors import UnavailableError
from membus.observability import metrics


class GatedEmbedder(TrigramEmbedder):
    """Embeds once it may; `fail` makes it raise instead."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = asyncio.Event()
        self.gate = asyncio.Event()
        self.fail = False

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.begun.set()
        await self.gate.wait()
        if self.fail:
            raise UnavailableError("the model is away")
        return await super().embed(texts)


class Time:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


async def test_vectors_are_the_embedders_own_in_the_order_asked_for() -> None:
    cached, texts = CachingEmbedder(TrigramEmbedder(), 100), ["茶", "", "tea", "茶", "tea"]
    assert (cached.name, cached.dimension) == ("trigram", 64)
    for _ in range(2):
        assert await cached.embed(texts) == await TrigramEmbedder().embed(texts)
    assert await cached.embed([]) == []


async def test_half_a_surrogate_pair_is_a_text_of_its_own() -> None:
    class Lengths(TrigramEmbedder):
        async def embed(self, texts: Sequence[str]) -> list[list[float]]:
            return [[float(len(text))] for text in texts]

    cached = CachingEmbedder(Lengths(), 100)
    assert await cached.embed(["\ud800", "?", "?\ud800"]) == [[1.0], [1.0], [2.0]]


async def test_a_text_is_embedded_once() -> None:
    embedder = TrigramEmbedder()
    cached = CachingEmbedder(embedder, 100)
    await cached.embed(["a", "b", "a"])
    await cached.embed(["b", "c"])
    assert embedder.texts == {"a": 1, "b": 1, "c": 1}
    assert embedder.calls == [2, 1]


async def test_what_a_caller_does_to_a_vector_is_its_own() -> None:
    cached = CachingEmbedder(TrigramEmbedder(), 100)
    (vector,) = await cached.embed(["a"])
    expected = list(vector)
    vector.clear()
    assert await cached.embed(["a"]) == [expected]


async def test_what_was_unused_longest_goes_first() -> None:
    embedder = TrigramEmbedder()
    cached = CachingEmbedder(embedder, 2)
    for text in ("a", "b", "a", "c", "a", "b"):
        await cached.embed([text])
    assert embedder.texts == {"a": 1, "b": 2, "c": 1}


@pytest.mark.parametrize("size", [0, 1])
async def test_a_call_may_be_larger_than_what_is_kept(size: int) -> None:
    embedder = TrigramEmbedder()
    cached = CachingEmbedder(embedder, size)
    assert len(await cached.embed(["a", "b", "c"])) == 3
    await cached.embed(["a"])
    assert embedder.texts["a"] == 2


async def test_calls_side_by_side_embed_a_text_once() -> None:
    embedder = GatedEmbedder()
    cached = CachingEmbedder(embedder, 100)
    calls = [asyncio.create_task(cached.embed(["a", text])) for text in ("b", "c", "a")]
    await embedder.begun.wait()
    embedder.gate.set()
    one, other, doubled = await asyncio.gather(*calls)
    assert one[0] == other[0] == doubled[0] == doubled[1]
    assert embedder.texts == {"a": 1, "b": 1, "c": 1}


async def test_a_caller_that_gives_up_takes_nothing_from_the_others() -> None:
    embedder = GatedEmbedder()
    cached = CachingEmbedder(embedder, 100)
    hasty, patient = (asyncio.create_task(cached.embed(["a"])) for _ in range(2))
    await embedder.begun.wait()
    hasty.cancel()
    embedder.gate.set()
    assert len(await patient) == 1
    assert hasty.cancelled()
    assert embedder.texts == {"a": 1}


async def test_a_failure_reaches_all_who_wait_and_is_not_kept() -> None:
    embedder = GatedEmbedder()
    cached = CachingEmbedder(embedder, 100)
    embedder.fail = True
    calls = [asyncio.create_task(cached.embed(["a"])) for _ in range(2)]
    embedder.gate.set()
    for call in calls:
        with pytest.raises(UnavailableError):
            await call
    embedder.fail = False
    assert len(await cached.embed(["a"])) == 1


async def test_a_question_is_embedded_once_for_its_asker_alone() -> None:
    embedder = TrigramEmbedder()
    questions = CachedQuestions(embedder, size=100, ttl_s=600)
    asked = [await questions.embed("acme/s1", "tea?") for _ in range(3)]
    assert asked == await TrigramEmbedder().embed(["tea?"] * 3)
    assert embedder.texts == {"tea?": 1}
    await questions.embed("other/s1", "tea?")
    assert embedder.texts == {"tea?": 2}, "another asker must not learn that it was asked"
    await questions.embed("acme/s1t", "ea?")
    assert embedder.texts["ea?"] == 1, "asker and question are kept apart"


async def test_another_asker_does_not_wait_for_the_same_question() -> None:
    embedder = GatedEmbedder()
    questions = CachedQuestions(embedder, size=100, ttl_s=600)
    embedder.gate.set()
    await asyncio.gather(*(questions.embed(f"{name}/s", "tea?") for name in "aabb"))
    assert embedder.texts == {"tea?": 2}


async def test_a_question_is_kept_for_its_time_and_in_its_number() -> None:
    embedder, time = TrigramEmbedder(), Time()
    questions = CachedQuestions(embedder, size=2, ttl_s=600, timer=time)
    await questions.embed("s", "a")
    time.now_s = 599
    await questions.embed("s", "a")
    assert embedder.texts["a"] == 1
    time.now_s = 600
    await questions.embed("s", "a")
    assert embedder.texts["a"] == 2
    for text in ("b", "c", "a"):
        await questions.embed("s", text)
    assert embedder.texts["a"] == 3


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemoryMetricReader]:
    reader = InMemoryMetricReader()
    provider = MeterProvider([reader])
    counter = provider.get_meter("test").create_counter("membus_embeddings_total")
    monkeypatch.setattr(metrics, "embeddings", counter)
    yield reader
    provider.shutdown()


async def test_the_share_of_texts_saved_is_a_metric(counted: InMemoryMetricReader) -> None:
    cached = CachingEmbedder(TrigramEmbedder(), 100)
    await cached.embed(["a", "b", "a"])
    await cached.embed(["b"])
    data = counted.get_metrics_data()
    assert data is not None
    points = data.resource_metrics[0].scope_metrics[0].metrics[0].data.data_points
    counts = {str(dict(point.attributes or {})["outcome"]): point.value for point in points}  # type: ignore[union-attr]  # a sum has values
    assert counts == {"computed": 2, "cached": 2}
