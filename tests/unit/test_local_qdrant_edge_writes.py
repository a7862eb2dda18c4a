"""What the Edge server makes of writing requests and collections, and what a restart finds."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from httpx import AsyncClient
from tests.support.edge import CONFIG, POINTS, UUID, filled, matching, post, serving


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[AsyncClient]:
    async with filled(tmp_path) as client:
        yield client


@pytest.mark.parametrize(
    ("stored", "mode", "expected"),
    [(9, "upsert", 9), (8, "upsert", 10), (8, "update_only", 10), (8, "insert_only", 8)],
)
async def test_a_guarded_upsert_leaves_a_higher_version_alone(
    server: AsyncClient, stored: int, mode: str, expected: int
) -> None:
    async def upsert(version: int, **guard: Any) -> None:
        point = {"id": 5, "vector": {"dense": [1.0, 1.0]}, "payload": {"version": version}}
        body = {"points": [point], **guard}
        assert (await server.put("/collections/m/points", json=body)).status_code == 200

    await upsert(stored)
    older = {"must": [{"key": "version", "range": {"lte": 8}}]}
    await upsert(10, update_filter=older, update_mode=mode)

    assert (await post(server, "", {"ids": [5]}))[0]["payload"] == {"version": expected}


async def test_update_only_inserts_nothing(server: AsyncClient) -> None:
    body = {"points": [{"id": 5, "vector": {}}], "update_mode": "update_only"}
    await server.put("/collections/m/points", json=body)
    assert await post(server, "", {"ids": [5]}) == []


async def test_a_guarded_update_of_one_vector_leaves_all_else_alone(server: AsyncClient) -> None:
    async def update(number: int) -> None:
        vector = {"text": {"indices": [number], "values": [0.5]}}
        points = [{"id": UUID, "vector": vector}, {"id": 2, "vector": vector}]
        older = {"must": [{"key": "version", "range": {"lte": 4}}]}
        body = {"points": points, "update_filter": older}
        answer = await server.put("/collections/m/points/vectors?wait=true", json=body)
        assert answer.json()["result"] == {"status": "completed"}

    async def vectors(point: Any) -> Any:
        (found,) = await post(server, "", {"ids": [point], "with_vector": True})
        return found["vector"]["dense"], found["vector"]["text"]["indices"], found["payload"]

    dense, _, payload = await vectors(UUID)
    other = await vectors(2)
    await update(11)
    assert await vectors(UUID) == (dense, [11], payload)
    assert await vectors(2) == other


async def test_new_vectors_make_no_point_and_harm_no_restart(tmp_path: Path) -> None:
    vector = {"text": {"indices": [11], "values": [0.5]}}
    points = [{"id": 77, "vector": vector}]
    async with filled(tmp_path) as first:
        answer = await first.put("/collections/m/points/vectors", json={"points": points})
        assert answer.status_code == 404
        operations = [{"update_vectors": {"points": [{"id": 2, "vector": vector}]}}]
        await post(first, "/batch", {"operations": operations})
    async with serving(tmp_path) as second:
        assert await post(second, "/count", {}) == {"count": 3}
        (found,) = await post(second, "", {"ids": [2], "with_vector": True})
        assert found["vector"]["text"]["indices"] == [11]


async def test_payloads_are_merged_replaced_and_cut(server: AsyncClient) -> None:
    async def payload() -> Any:
        return (await post(server, "", {"ids": [2]}))[0]["payload"]

    await post(server, "/payload", {"payload": {"version": 10, "new": 1}, "points": [2]})
    assert ((await payload())["version"], (await payload())["owner"]) == (10, "t/u/bob")
    bob = {"must": [{"key": "owner", "match": {"value": "t/u/bob"}}]}
    await post(server, "/payload/delete", {"keys": ["new", "names"], "filter": bob})
    assert await payload() == {"owner": "t/u/bob", "version": 10, "pinned": False}
    await server.put("/collections/m/points/payload", json={"payload": {"only": 1}, "points": [2]})
    assert await payload() == {"only": 1}
    await post(server, "/payload/clear", {"points": [2]})
    assert await payload() == {}


async def test_points_are_deleted_by_id_and_by_filter(server: AsyncClient) -> None:
    await post(server, "/delete", {"points": [2, 77]})
    assert await post(server, "/count", {}) == {"count": 2}
    await post(server, "/delete", {"filter": {"must": [{"key": "version", "range": {"lt": 4}}]}})
    assert await matching(server, {"must": []}) == {UUID}


async def test_a_batch_of_operations_is_applied_in_order(server: AsyncClient) -> None:
    operations = [
        {"set_payload": {"payload": {"version": 11}, "points": [2]}},
        {"set_payload": {"payload": {"version": 12}, "filter": {"must": [{"has_id": [2]}]}}},
        {"delete": {"points": [3]}},
    ]
    assert len(await post(server, "/batch", {"operations": operations})) == 3
    assert (await post(server, "", {"ids": [2, 3]}))[0]["payload"]["version"] == 12
    assert await post(server, "/count", {}) == {"count": 2}


async def test_a_collection_tells_its_counts_configuration_and_field_indexes(
    server: AsyncClient,
) -> None:
    for name, schema in (
        ("owner", {"type": "keyword", "is_tenant": True}),
        ("version", "integer"),
        ("pinned", "bool"),
        ("at", "datetime"),
    ):
        index = {"field_name": name, "field_schema": schema}
        assert (await server.put("/collections/m/index?wait=true", json=index)).status_code == 200

    info = (await server.get("/collections/m")).json()["result"]
    assert info["points_count"] == 3
    assert info["config"]["params"]["vectors"] == CONFIG["vectors"]
    assert info["config"]["params"]["sparse_vectors"] == CONFIG["sparse_vectors"]
    kinds = {name: index["data_type"] for name, index in info["payload_schema"].items()}
    assert kinds == {"owner": "keyword", "version": "integer", "pinned": "bool", "at": "datetime"}
    assert await matching(server, {"key": "pinned", "match": {"value": True}}) == {UUID}
    await server.delete("/collections/m/index/at")
    assert "at" not in (await server.get("/collections/m")).json()["result"]["payload_schema"]


async def test_collections_come_and_go(server: AsyncClient) -> None:
    # A name that is no file name as it stands.
    name = "..%20ü%3F"
    assert (await server.put(f"/collections/{name}", json=CONFIG)).json()["result"] is True
    listed = (await server.get("/collections")).json()["result"]["collections"]
    assert listed == [{"name": ".. ü?"}, {"name": "m"}]
    assert (await server.get(f"/collections/{name}/exists")).json()["result"] == {"exists": True}
    assert (await server.delete(f"/collections/{name}")).json()["result"] is True
    assert (await server.delete(f"/collections/{name}")).json()["result"] is False
    assert (await server.get(f"/collections/{name}/exists")).json()["result"] == {"exists": False}
    assert (await server.put(f"/collections/{name}", json=CONFIG)).json()["result"] is True


async def test_what_was_stored_is_there_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as first:
        await first.put("/collections/m", json=CONFIG)
        await first.put("/collections/m/points", json={"points": POINTS})
        await first.put("/collections/gone", json=CONFIG)
        await first.delete("/collections/gone")
    async with serving(tmp_path) as second:
        assert [
            c["name"] for c in (await second.get("/collections")).json()["result"]["collections"]
        ] == ["m"]
        assert await post(second, "/count", {}) == {"count": 3}


async def test_a_collection_that_a_crash_left_half_made_or_half_gone_is_none(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as first:
        await first.put("/collections/m", json=CONFIG)
    (tmp_path / ".new" / "shard").mkdir(parents=True)
    (tmp_path / ".gone" / "shard").mkdir(parents=True)
    async with serving(tmp_path) as second:
        assert (await second.get("/collections")).json()["result"]["collections"] == [{"name": "m"}]
        assert (await second.put("/collections/other", json=CONFIG)).json()["result"] is True


BROKEN = [
    ({"dense": [1.0]}, 400),
    ({"other": [1.0, 0.0]}, 400),
    ({"text": {"indices": [1, 2], "values": [1.0]}}, 400),
    ({"text": {"indices": [1, 1], "values": [1.0, 1.0]}}, 422),
    ({"text": {"indices": [2**32], "values": [1.0]}}, 400),
    ({"text": {"indices": [-1], "values": [1.0]}}, 400),
    ({"text": {"indices": ["a"], "values": [1.0]}}, 400),
    ({"dense": [[1.0, 0.0]]}, 501),
    ({"dense": ["a", "b"]}, 400),
    ({"dense": 1.0}, 501),
]


@pytest.mark.parametrize(("vector", "status"), BROKEN)
async def test_a_broken_vector_is_refused_and_harms_no_restart(
    tmp_path: Path, vector: Any, status: int
) -> None:
    async with serving(tmp_path) as first:
        await first.put("/collections/m", json=CONFIG)
        body = {"points": [POINTS[1], {"id": 9, "vector": vector}]}
        assert (await first.put("/collections/m/points", json=body)).status_code == status
        await first.put("/collections/m/points", json={"points": POINTS})
        body = {"points": [{"id": 2, "vector": vector}]}
        assert (await first.put("/collections/m/points/vectors", json=body)).status_code == status
    async with serving(tmp_path) as second:
        assert await post(second, "/count", {}) == {"count": 3}


@pytest.mark.parametrize(
    "query",
    [{"nearest": {"indices": [3], "values": [1.0]}}, {"indices": [3], "values": [1.0]}],
)
async def test_sparse_search_counts_idf_over_the_corpus_it_is_given(
    server: AsyncClient, query: Any
) -> None:
    ann = {"must": [{"key": "owner", "match": {"value": "t/u/ann"}}]}

    async def score(params: Any) -> float:
        body = {"query": query, "using": "text", "filter": ann, "params": params}
        (point,) = (await post(server, "/query", body))["points"]
        assert point["id"] == UUID
        return float(point["score"])

    alone = await score({"idf": {"corpus": ann}})
    assert alone != await score({"idf": "global"})
    assert await score(None) == await score({"idf": "global"})
    await server.put("/collections/m/points", json={"points": [{**POINTS[1], "id": 40}]})
    assert await score({"idf": {"corpus": ann}}) == alone
