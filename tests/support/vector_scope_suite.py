"""Whose points a VectorIndex shows, and to whom."""

import asyncio
import uuid

import pytest
from tests.support.vector_points import (
    about,
    found,
    id_of,
    names,
    near,
    point,
    scope_of,
    unit,
)

from membus.ports.vectors import VectorIndex


class VectorScopeSuite:
    """Needs the fixture `index`."""

    @pytest.fixture
    def tenant(self) -> str:
        return f"t-{uuid.uuid4()}"

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
