"""What every VectorIndex must do: inherit VectorIndexSuite and give it the fixture `index`.

The index is prepared for vectors of DIMENSION; the tests share it, each with its own tenants.
"""

import asyncio
import math
import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from membus.contracts import ids
from membus.domain.lexical import document_vector, query_vector
from membus.errors import PermanentError
from membus.ports.scope import Scope
from membus.ports.vectors import HIT_FIELDS, VectorHit, VectorIndex, VectorPoint, VectorQuery

DIMENSION = 8


def unit(*parts: float) -> list[float]:
    """A vector of length 1 in the direction given, zero in the dimensions left out."""
    length = math.hypot(*parts)
    return [part / length for part in parts] + [0.0] * (DIMENSION - len(parts))


def scope_of(tenant: str, *users: str, agent: str | None = None) -> Scope:
    return Scope(tenant, tuple(ids.owner_of(tenant, user) for user in users or ("ann",)), agent)


def point(name: str, scope: Scope, version: int = 1, **fields: Any) -> VectorPoint:
    """A point whose id follows from its owner and name; `text` feeds both sparse vectors."""
    dense = fields.pop("dense", unit(1))
    content = fields.pop("content", dense)
    text = fields.pop("text", name)
    payload = {
        "tenant_id": scope.tenant_id,
        "owner": scope.owners[0],
        "agent_id": None,
        "visibility": "shared",
        "status": "active",
        "type": "long",
        "kind": "fact",
        "domain": "",
        "session": ids.session_identity(scope.tenant_id, "s"),
        "session_seq": 0,
        "valid_from": 0.0,
        "valid_to": None,
        "recorded_from": 0.0,
        "version": version,
    }
    return VectorPoint(
        id_of(name, scope),
        version,
        dense,
        content,
        document_vector(text),
        document_vector(text),
        payload | fields,
    )


def id_of(name: str, scope: Scope) -> str:
    return ids.derive("test", scope.owners[0], name)


def near(vector: Sequence[float], limit: int = 10, **fields: Any) -> VectorQuery:
    return VectorQuery("dense", vector, limit, **fields)


def about(text: str, limit: int = 10, **fields: Any) -> VectorQuery:
    return VectorQuery("text", query_vector(text), limit, **fields)


async def found(index: VectorIndex, scope: Scope, query: VectorQuery) -> list[VectorHit]:
    (hits,) = await index.search(scope, [query])
    return hits


async def names(index: VectorIndex, scope: Scope, query: VectorQuery, *of: str) -> set[str]:
    """Which of the names a query finds."""
    hits = {hit.memory_id for hit in await found(index, scope, query)}
    return {name for name in of if id_of(name, scope) in hits}


class VectorIndexSuite:
    """The port's promises, one test each."""

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

    async def test_a_hit_tells_its_place(self, index: VectorIndex, tenant: str) -> None:
        scope = scope_of(tenant)
        await index.upsert([point("tea", scope, session="t/s%2F1", session_seq=7)])
        (hit,) = await found(index, scope, near(unit(1)))
        assert {name: hit.payload[name] for name in HIT_FIELDS} == {
            "session": "t/s%2F1",
            "session_seq": 7,
        }

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
        assert await of(known_at=99.0) == set()
        assert await of(known_at=150.0) == {"oslo"}
        assert await of(known_at=200.0, valid_at=12.0) == {"oslo"}

    async def test_nobody_sees_another_owner(self, index: VectorIndex, tenant: str) -> None:
        owners = [
            scope_of(tenant, "ann"),
            scope_of(tenant, "bob"),
            scope_of(tenant + "/u", "ann"),
            scope_of(tenant + '"}]}', "ann"),
            scope_of(tenant, "a%2Fnn"),
        ]
        await index.upsert([point("tea", scope) for scope in owners])
        for scope in owners:
            for query in (near(unit(1)), about("tea")):
                hits = await found(index, scope, query)
                assert [hit.memory_id for hit in hits] == [id_of("tea", scope)]
            assert await index.count(scope) == 1
        assert len(await found(index, scope_of(tenant, "ann", "bob"), near(unit(1)))) == 2

    async def test_tenants_side_by_side_never_mix(self, index: VectorIndex, tenant: str) -> None:
        scopes = [scope_of(tenant, f"user{number}") for number in range(20)]
        await index.upsert([point("tea", scope) for scope in scopes])
        answers = await asyncio.gather(
            *(found(index, scope, near(unit(1))) for scope in scopes for _ in range(5))
        )
        expected = [id_of("tea", scope) for scope in scopes for _ in range(5)]
        assert [[hit.memory_id for hit in hits] for hits in answers] == [[one] for one in expected]

    async def test_private_memories_are_their_agents(self, index: VectorIndex, tenant: str) -> None:
        scope = scope_of(tenant)
        mine = point("mine", scope, visibility="private", agent_id="a/1")
        await index.upsert([mine, point("ours", scope, agent_id="a/2")])

        async def of(agent: str | None) -> set[str]:
            seen = scope_of(tenant, agent=agent)
            return await names(index, seen, near(unit(1)), "mine", "ours")

        assert await of(None) == {"ours"}
        assert await of("a/2") == {"ours"}
        assert await of("a/1") == {"mine", "ours"}
        assert await index.count(scope) == 2

    async def test_another_owners_words_move_no_score(
        self, index: VectorIndex, tenant: str
    ) -> None:
        scope = scope_of(tenant)
        await index.upsert([point(name, scope, text=name) for name in ("tea", "coffee", "milk")])
        (before,) = await found(index, scope, about("tea"))
        others = [scope_of(tenant, f"u{k}") for k in range(30)]
        await index.upsert([point("tea", other, text="tea") for other in others])
        (after,) = await found(index, scope, about("tea"))
        assert after.score == before.score
        await index.upsert([point("more", scope, text="tea")])
        more = await found(index, scope, about("tea"))
        assert all(hit.score < before.score for hit in more)

    async def test_rare_words_weigh_more(self, index: VectorIndex, tenant: str) -> None:
        scope = scope_of(tenant)
        common = [point(f"n{k}", scope, text="meeting") for k in range(9)]
        await index.upsert([*common, point("rare", scope, text="dentist")])
        hits = await found(index, scope, about("dentist meeting", limit=20))
        assert hits[0].memory_id == id_of("rare", scope)
        assert hits[0].score > 2 * hits[1].score

    async def test_neighbours_each_in_its_own_scope(self, index: VectorIndex, tenant: str) -> None:
        ann, bob = scope_of(tenant, "ann"), scope_of(tenant, "bob")
        await index.upsert(
            [
                point("tea", ann, status="forgotten"),
                point("far", ann, dense=unit(0, 1)),
                point("said", ann, content=None),
                point("tea", bob),
            ]
        )
        answers = await index.neighbours([ann, bob, ann], [unit(1), unit(1), unit(0, 0, 1)], 0.9, 5)
        assert [[hit.memory_id for hit in hits] for hits in answers] == [
            [id_of("tea", ann)],
            [id_of("tea", bob)],
            [],
        ]
        assert await index.neighbours([], [], 0.9, 5) == []

    async def test_by_sequence(self, index: VectorIndex, tenant: str) -> None:
        scope = scope_of(tenant)
        many = [point(f"p{k}", scope, session="s1", session_seq=k) for k in range(1, 1103)]
        await index.upsert(
            [
                *many,
                point("again", scope, session="s1", session_seq=1),
                point("gone", scope, session="s1", session_seq=2, status="expired"),
                point("elsewhere", scope, session="s2", session_seq=1),
                point("theirs", scope_of(tenant, "bob"), session="s1", session_seq=1),
            ]
        )
        one = await index.by_sequence(scope, [("s1", 1), ("s2", 1), ("s2", 9)])
        assert {place: set(found) for place, found in one.items()} == {
            ("s1", 1): {id_of("p1", scope), id_of("again", scope)},
            ("s2", 1): {id_of("elsewhere", scope)},
        }
        everywhere = await index.by_sequence(scope, [("s1", k) for k in range(1, 1103)])
        assert len(everywhere) == 1102
        assert await index.by_sequence(scope, []) == {}

    async def test_a_higher_version_stays(self, index: VectorIndex, tenant: str) -> None:
        scope = scope_of(tenant)

        async def store(version: int, direction: list[float]) -> float:
            await index.upsert([point("tea", scope, version, dense=direction)])
            (hit,) = await found(index, scope, near(unit(1)))
            return hit.score

        assert await store(5, unit(1)) == pytest.approx(1)
        assert await store(4, unit(0, 1)) == pytest.approx(1)
        assert await store(5, unit(1, 1)) == pytest.approx(math.sqrt(0.5), abs=1e-5)
        assert await store(6, unit(0, 1)) == pytest.approx(0, abs=1e-5)

    async def test_of_one_id_twice_the_higher_version_counts(
        self, index: VectorIndex, tenant: str
    ) -> None:
        scope = scope_of(tenant)
        await index.upsert(
            [
                point("tea", scope, 1, dense=unit(0, 1)),
                point("tea", scope, 3),
                point("tea", scope, 2, dense=unit(0, 1)),
            ]
        )
        (hit,) = await found(index, scope, near(unit(1)))
        assert hit.score == pytest.approx(1)

    async def test_writers_side_by_side_keep_the_highest_version(
        self, index: VectorIndex, tenant: str
    ) -> None:
        scope = scope_of(tenant)
        versions = [(7 * k) % 40 for k in range(40)]
        await asyncio.gather(
            *(
                index.upsert([point("tea", scope, v, dense=unit(1, v), kind=f"v{v}")])
                for v in versions
            )
        )
        (hit,) = await found(index, scope, near(unit(1, 39), kinds=("v39",)))
        assert hit.score == pytest.approx(1, abs=1e-5)

    async def test_a_changed_payload_keeps_the_vectors(
        self, index: VectorIndex, tenant: str
    ) -> None:
        scope = scope_of(tenant)
        await index.upsert([point("tea", scope, 1, valid_to=50.0)])
        gone = {"status": "superseded", "valid_to": 20.0}
        await index.set_payload([(id_of("tea", scope), 2, gone)])
        assert await found(index, scope, near(unit(1))) == []
        (hit,) = await found(index, scope, near(unit(1), statuses=("superseded",), valid_at=19.0))
        assert hit.score == pytest.approx(1)
        assert not await found(index, scope, near(unit(1), statuses=(), valid_at=20.0))
        back = {"status": "active", "valid_to": None}
        await index.set_payload([(id_of("tea", scope), 3, back)])
        assert len(await found(index, scope, near(unit(1), valid_at=1e6))) == 1

    async def test_an_older_payload_changes_nothing(self, index: VectorIndex, tenant: str) -> None:
        scope = scope_of(tenant)
        tea = id_of("tea", scope)
        await index.upsert([point("tea", scope, 5)])
        await index.set_payload([(tea, 4, {"status": "expired"})])
        assert len(await found(index, scope, near(unit(1)))) == 1
        await index.set_payload([(tea, 7, {"status": "forgotten"}), (tea, 6, {"status": "active"})])
        await index.upsert([point("tea", scope, 6)])
        assert await found(index, scope, near(unit(1))) == []
        await index.set_payload([(tea, 7, {"status": "active"})])
        assert len(await found(index, scope, near(unit(1)))) == 1

    async def test_a_tombstone_keeps_an_erased_memory_away(
        self, index: VectorIndex, tenant: str
    ) -> None:
        scope = scope_of(tenant)
        await index.upsert([point("tea", scope, 5)])
        await index.upsert([point("tea", scope, 6, dense=None, text="", status="forgotten")])
        await index.upsert([point("tea", scope, 5)])
        await index.set_payload([(id_of("tea", scope), 5, {"status": "active"})])
        for query in (near(unit(1)), about("tea"), VectorQuery("content", unit(1), 10)):
            assert await found(index, scope, replace(query, statuses=())) == []
        assert await index.count(scope) == 1

    async def test_a_payload_makes_no_point(self, index: VectorIndex, tenant: str) -> None:
        scope = scope_of(tenant)
        payload = point("tea", scope).payload
        await index.set_payload([(id_of("tea", scope), 1, payload)])
        assert await index.count(scope) == 0

    async def test_delete_ends_at_the_scope(self, index: VectorIndex, tenant: str) -> None:
        ann, bob = scope_of(tenant, "ann"), scope_of(tenant, "bob")
        private = point("p0", ann, visibility="private", agent_id="x")
        await index.upsert([private, *(point(f"p{k}", ann) for k in range(1, 450))])
        await index.upsert([point("tea", bob)])
        await index.delete(ann, [id_of("tea", bob)])
        assert (await index.count(ann), await index.count(bob)) == (450, 1)
        await index.delete(ann, [id_of(f"p{k}", ann) for k in range(450)])
        assert (await index.count(ann), await index.count(bob)) == (0, 1)
        await index.delete(bob, [])
        assert await index.count(bob) == 1

    async def test_what_is_no_vector_is_refused(self, index: VectorIndex, tenant: str) -> None:
        scope = scope_of(tenant)
        for broken in ([1.0, 2.0], [math.nan] * DIMENSION):
            with pytest.raises(PermanentError):
                await index.upsert([point("tea", scope, dense=broken)])
        await index.upsert([point("tea", scope)])
        assert await index.count(scope) == 1

    async def test_prepare_again_keeps_what_is_there(self, index: VectorIndex, tenant: str) -> None:
        scope = scope_of(tenant)
        await index.upsert([point("tea", scope)])
        await asyncio.gather(index.prepare(), index.prepare())
        assert await index.count(scope) == 1
