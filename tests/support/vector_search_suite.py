"""What a search of a VectorIndex finds, and in which order."""

import math
import uuid
from typing import Any

import pytest
from tests.support.vector_points import about, found, id_of, names, near, point, scope_of, unit

from membus.domain.lexical import query_vector
from membus.ports.vectors import HIT_FIELDS, VectorIndex, VectorQuery


class VectorSearchSuite:
    """Needs the fixture `index`."""

    @pytest.fixture
    def tenant(self) -> str:
        return f"t-{uuid.uuid4()}"

    async def test_the_nearest_comes_first(self, index: VectorIndex, tenant: str) -> None:
        scope = scope_of(tenant)
        directions = {"east": unit(1), "north-east": unit(1, 1), "north": unit(0, 1)}
        await index.upsert([point(name, scope, dense=to) for name, to in directions.items()])
        hits = await found(index, scope, near(unit(1, 0.1)))
        assert [hit.memory_id for hit in hits] == [id_of(name, scope) for name in directions]
        assert hits[0].score == pytest.approx(1 / math.hypot(1, 0.1), abs=1e-5)

    @pytest.mark.parametrize("using", ["dense", "content"])
    async def test_an_exact_duplicate_ranks_first(
        self, index: VectorIndex, tenant: str, using: Any
    ) -> None:
        scope = scope_of(tenant)
        same, other = unit(3, 1, 2), unit(3, 1, 2.1)
        await index.upsert([point("other", scope, dense=other), point("same", scope, dense=same)])
        hits = await found(index, scope, VectorQuery(using, same, 2))
        assert hits[0].memory_id == id_of("same", scope)
        assert hits[0].score == pytest.approx(1.0, abs=1e-5)

    @pytest.mark.parametrize("using", ["text", "context"])
    @pytest.mark.parametrize("question", ["cilantro?", "香菜呢", "订单 A1001", "她 running"])
    async def test_words_find_their_memory(
        self, index: VectorIndex, tenant: str, using: Any, question: str
    ) -> None:
        scope = scope_of(tenant)
        right = "我不吃香菜 (cilantro)，订单A1001，she runs"
        await index.upsert(
            [point("right", scope, text=right), point("wrong", scope, text="rooms and weather")]
        )
        hits = await found(index, scope, VectorQuery(using, query_vector(question), 5))
        assert [hit.memory_id for hit in hits] == [id_of("right", scope)]

    async def test_several_queries_keep_their_order(self, index: VectorIndex, tenant: str) -> None:
        scope = scope_of(tenant)
        await index.upsert([point("tea", scope), point("coffee", scope, dense=unit(0, 1))])
        empty = about("the of and")
        answers = await index.search(
            scope, [empty, about("coffee"), near(unit(1), limit=1), empty, about("tea")]
        )
        assert [[hit.memory_id for hit in hits] for hits in answers] == [
            [],
            [id_of("coffee", scope)],
            [id_of("tea", scope)],
            [],
            [id_of("tea", scope)],
        ]
        assert await index.search(scope, [empty]) == [[]]
        assert await index.search(scope, []) == []

    async def test_a_hit_tells_where_it_was_said_and_how(
        self, index: VectorIndex, tenant: str
    ) -> None:
        scope = scope_of(tenant)
        told = {
            "session": "t/s%2F1",
            "session_seq": 7,
            "kind": "utterance",
            "speaker": "李雷",
            "asks": True,
            "answers": False,
            "terms": 12,
        }
        await index.upsert([point("tea", scope, **told)])
        (hit,) = await found(index, scope, near(unit(1)))
        assert told.items() <= hit.payload.items()
        assert hit.payload.keys() <= set(HIT_FIELDS)

    async def test_a_hit_of_an_earlier_build_lacks_what_it_did_not_know(
        self, index: VectorIndex, tenant: str
    ) -> None:
        scope = scope_of(tenant)
        await index.upsert([point("tea", scope)])
        (hit,) = await found(index, scope, near(unit(1)))
        assert hit.payload["session_seq"] == 0
        assert "speaker" not in hit.payload

    async def test_limit_and_floor(self, index: VectorIndex, tenant: str) -> None:
        scope = scope_of(tenant)
        await index.upsert([point(f"p{k}", scope, dense=unit(1, k)) for k in range(5)])
        assert len(await found(index, scope, near(unit(1), limit=3))) == 3
        assert len(await found(index, scope, near(unit(1), min_score=0.7))) == 2

    async def test_filters(self, index: VectorIndex, tenant: str) -> None:
        scope = scope_of(tenant)
        await index.upsert(
            [
                point("old", scope, status="superseded"),
                point("fact", scope, domain="order"),
                point("said", scope, kind="utterance", domain="schedule"),
            ]
        )

        async def of(**asked: Any) -> set[str]:
            return await names(index, scope, near(unit(1), **asked), "old", "fact", "said")

        assert await of() == {"fact", "said"}
        assert await of(statuses=()) == {"old", "fact", "said"}
        assert await of(statuses=("superseded",)) == {"old"}
        assert await of(kinds=("utterance", "chunk")) == {"said"}
        assert await of(domains=("order",)) == {"fact"}
        assert await of(domains=("order", "schedule"), kinds=("utterance",)) == {"said"}

    async def test_times(self, index: VectorIndex, tenant: str) -> None:
        scope = scope_of(tenant)
        await index.upsert(
            [
                point("oslo", scope, valid_from=10.0, valid_to=15.0, recorded_from=100.0),
                point("rome", scope, valid_from=15.0, valid_to=None, recorded_from=200.0),
            ]
        )

        async def of(**asked: Any) -> set[str]:
            return await names(index, scope, near(unit(1), **asked), "oslo", "rome")

        assert await of(valid_at=9.0) == set()
        assert await of(valid_at=10.0) == {"oslo"}
        assert await of(valid_at=15.0) == {"rome"}
        assert await of(valid_at=1e9) == {"rome"}
        assert await of(begins_in=(10.0, 15.0)) == {"oslo"}
        assert await of(begins_in=(11.0, 16.0)) == {"rome"}
        assert await of(known_at=99.0) == set()
        assert await of(known_at=150.0) == {"oslo"}
        assert await of(known_at=200.0, valid_at=12.0) == {"oslo"}

    async def test_rare_words_weigh_more(self, index: VectorIndex, tenant: str) -> None:
        scope = scope_of(tenant)
        common = [point(f"n{k}", scope, text="meeting") for k in range(9)]
        await index.upsert([*common, point("rare", scope, text="dentist")])
        hits = await found(index, scope, about("dentist meeting", limit=20))
        assert hits[0].memory_id == id_of("rare", scope)
        assert hits[0].score > 2 * hits[1].score
