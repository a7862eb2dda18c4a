"""What writes of a VectorIndex leave, whatever order they come in."""

import asyncio
import math
import uuid
from dataclasses import replace

import pytest
from tests.support.vector_points import (
    DIMENSION,
    about,
    around,
    found,
    id_of,
    near,
    point,
    scope_of,
    unit,
)

from membus.domain.lexical import document_vector
from membus.domain.sparse import SparseVector
from membus.errors import PermanentError
from membus.ports.vectors import VectorIndex, VectorQuery


class VectorWritingSuite:
    """Needs the fixture `index`."""

    @pytest.fixture
    def tenant(self) -> str:
        return f"t-{uuid.uuid4()}"

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

    async def test_a_new_context_replaces_the_old_one_alone(
        self, index: VectorIndex, tenant: str
    ) -> None:
        scope = scope_of(tenant)
        await index.upsert([point("tea", scope, 5), point("coffee", scope, 5)])
        await index.set_context([(id_of("tea", scope), 5, _context("flute"))])
        assert [hit.memory_id for hit in await found(index, scope, around("flute"))] == [
            id_of("tea", scope)
        ]
        assert await found(index, scope, around("tea")) == []
        assert len(await found(index, scope, around("coffee"))) == 1
        assert len(await found(index, scope, about("tea"))) == 1
        nearest = await found(index, scope, near(unit(1)))
        assert [hit.score for hit in nearest] == pytest.approx([1.0, 1.0])
        # Its version is what it was: the next one of the memory itself is no older.
        await index.set_payload([(id_of("tea", scope), 5, {"status": "expired"})])
        assert await found(index, scope, around("flute")) == []

    async def test_a_context_of_an_older_version_changes_nothing(
        self, index: VectorIndex, tenant: str
    ) -> None:
        scope = scope_of(tenant)
        await index.upsert([point("tea", scope, 5), point("milk", scope, 4)])
        late = [(id_of(name, scope), 4, _context("flute")) for name in ("tea", "milk")]
        await index.set_context(late)
        assert [hit.memory_id for hit in await found(index, scope, around("flute"))] == [
            id_of("milk", scope)
        ]
        assert len(await found(index, scope, around("tea"))) == 1

    async def test_contexts_of_points_that_are_not_there_make_none(
        self, index: VectorIndex, tenant: str
    ) -> None:
        scope = scope_of(tenant)
        await index.set_context([(id_of("gone", scope), 5, _context("flute"))])
        await index.set_context([])
        assert await index.count(scope) == 0
        many = [point(f"p{k}", scope) for k in range(450)]
        await index.upsert(many)
        names = ["gone", *(f"p{k}" for k in range(450)), "never"]
        await index.set_context([(id_of(name, scope), 1, _context("flute")) for name in names])
        assert len(await found(index, scope, around("flute", limit=500))) == 450
        assert await index.count(scope) == 450

    async def test_an_empty_context_is_found_no_more(self, index: VectorIndex, tenant: str) -> None:
        scope = scope_of(tenant)
        await index.upsert([point("tea", scope)])
        await index.set_context([(id_of("tea", scope), 1, SparseVector((), ()))])
        assert await found(index, scope, around("tea")) == []
        assert len(await found(index, scope, about("tea"))) == 1

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


def _context(text: str) -> SparseVector:
    return document_vector(text, 100)
