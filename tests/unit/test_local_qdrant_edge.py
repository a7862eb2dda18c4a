"""What the Edge server answers to reading requests, and to wrong ones, in Qdrant's form."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from httpx import AsyncClient
from tests.support.edge import CONFIG, POINTS, UUID, filled, matching, post


@pytest.fixture(scope="module")
async def reading(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[AsyncClient]:
    """The same points, for tests that change nothing."""
    async with filled(tmp_path_factory.mktemp("edge")) as client:
        yield client


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ({"key": "owner", "match": {"value": "t/u/ann"}}, {UUID, 3}),
        ({"key": "version", "match": {"value": 9}}, {2}),
        ({"key": "pinned", "match": {"value": True}}, {UUID}),
        ({"key": "pinned", "match": {"value": False}}, {2}),
        ({"key": "names", "match": {"any": ["茶", "coffee"]}}, {UUID, 2}),
        ({"key": "version", "match": {"any": [1, 4]}}, {UUID, 3}),
        ({"key": "owner", "match": {"except": ["t/u/ann"]}}, {2}),
        ({"key": "version", "range": {"gt": 1, "lte": 4}}, {UUID}),
        ({"key": "score", "range": {"gte": 0.5, "lt": 0.6}}, {UUID}),
        ({"key": "at", "range": {"gte": "2025-03-01T10:00:00Z"}}, {UUID}),
        ({"key": "at", "range": {"lt": "2025-03-01T10:00:00Z"}}, set()),
        ({"key": "names", "values_count": {"gte": 2}}, {UUID}),
        ({"is_empty": {"key": "pinned"}}, {3}),
        ({"is_null": {"key": "nothing"}}, {UUID}),
        ({"has_id": [UUID, 3, 77]}, {UUID, 3}),
        ({"has_vector": "text"}, {UUID, 2}),
        ({"must_not": [{"has_id": [2]}]}, {UUID, 3}),
        ({"must_not": {"has_id": [2]}}, {UUID, 3}),
        ({"should": [{"has_id": [2]}, {"key": "version", "match": {"value": 1}}]}, {2, 3}),
        (
            {
                "min_should": {
                    "conditions": [{"has_id": [2, 3]}, {"key": "version", "range": {"lt": 9}}],
                    "min_count": 2,
                }
            },
            {3},
        ),
    ],
)
async def test_filters(reading: AsyncClient, condition: Any, expected: set[Any]) -> None:
    assert await matching(reading, condition) == expected


async def test_dense_search_answers_the_nearest_first_with_what_was_asked_for(
    reading: AsyncClient,
) -> None:
    body = {"query": [1.0, 0.0], "using": "dense", "limit": 2, "with_payload": ["version"]}
    points = (await post(reading, "/query", body))["points"]

    assert [(point["id"], point["payload"]) for point in points] == [
        (2, {"version": 9}),
        (UUID, {"version": 4}),
    ]
    assert [round(point["score"], 6) for point in points] == [1.0, 0.6]
    assert "vector" not in points[0]


async def test_a_batch_answers_each_search_in_its_place(reading: AsyncClient) -> None:
    searches = [
        {"query": [0.0, 1.0], "using": "dense", "limit": 1},
        {"query": [0.0, 1.0], "using": "dense", "score_threshold": 0.7, "offset": 1},
        {"filter": {"must": [{"has_id": [2]}]}, "with_vector": ["dense"]},
    ]
    first, second, third = await post(reading, "/query/batch", {"searches": searches})

    assert [point["id"] for point in first["points"]] == [3]
    assert [point["id"] for point in second["points"]] == [UUID]
    assert third["points"][0]["vector"] == {"dense": [1.0, 0.0]}


async def test_retrieve_answers_points_that_exist_whole(reading: AsyncClient) -> None:
    found = await post(reading, "", {"ids": [UUID, 77], "with_vector": True})

    assert [point["id"] for point in found] == [UUID]
    assert found[0]["payload"] == POINTS[0]["payload"]
    assert found[0]["vector"]["text"] == {"indices": [3, 7], "values": [2.0, 1.0]}


async def test_scrolling_meets_every_point_once(reading: AsyncClient) -> None:
    seen, offset = [], None
    for _ in range(len(POINTS)):
        page = await post(reading, "/scroll", {"limit": 1, "offset": offset})
        seen += [point["id"] for point in page["points"]]
        offset = page["next_page_offset"]
    assert set(seen) == {UUID, 2, 3}
    assert offset is None


async def test_count(reading: AsyncClient) -> None:
    assert await post(reading, "/count", {"exact": True}) == {"count": 3}


WRONG = [
    ("POST", "/collections/none/points/count", {}, 404, "Collection `none` doesn't exist!"),
    ("GET", "/collections/none", None, 404, "Collection `none` doesn't exist!"),
    ("PUT", "/collections/m", CONFIG, 409, "Collection `m` already exists!"),
    ("PUT", "/collections/x", {}, 400, "needs vectors"),
    ("PUT", "/collections/x", {**CONFIG, "strict": 1}, 501, "strict"),
    ("POST", "/collections/m/points/query", {"query": [1.0], "using": "dense"}, 400, "dimension"),
    ("POST", "/collections/m/points/query", {"query": [1.0, 0.0], "using": "no"}, 400, "no"),
    ("POST", "/collections/m/points/query", {"query": {"fusion": "rrf"}}, 501, "fusion"),
    ("POST", "/collections/m/points/query", {"query": UUID, "using": "dense"}, 501, "a vector"),
    ("POST", "/collections/m/points/query", {"prefetch": []}, 501, "prefetch"),
    ("POST", "/collections/m/points/query", {"limit": -1}, 400, "Wrong input"),
    ("POST", "/collections/m/points/query", [], 400, "must be an object"),
    ("POST", "/collections/m/points/scroll", {"filter": {"must": [{}, {"geo": 1}]}}, 501, "geo"),
    ("POST", "/collections/m/points/scroll", {"filter": {"mus": []}}, 501, "mus"),
    ("POST", "/collections/m/points", {"ids": ["not a uuid"]}, 400, "UUID"),
    ("POST", "/collections/m/points", {}, 400, "missing field `ids`"),
    ("POST", "/collections/m/points/payload", {"payload": {}, "points": [77]}, 404, "id 77 found"),
    ("POST", "/collections/m/points/delete", {}, 400, "missing field `points`"),
    ("PUT", "/collections/m/points", {"points": [{"id": -1, "vector": {}}]}, 400, "Wrong input"),
    ("PUT", "/collections/m/points", {"points": [], "update_mode": "no"}, 400, "update_mode"),
    ("PATCH", "/collections/m", {}, 404, "PATCH /collections/m"),
    ("POST", "/collections/m/points/search/matrix/pairs", {}, 404, "Not supported"),
]


@pytest.mark.parametrize(("method", "path", "body", "status", "told"), WRONG)
async def test_what_is_wrong_or_not_spoken_is_told_in_qdrants_form(
    reading: AsyncClient, method: str, path: str, body: Any, status: int, told: str
) -> None:
    answer = await reading.request(method, path, json=body)

    assert answer.status_code == status, answer.text
    assert told in answer.json()["status"]["error"]
    assert "time" in answer.json()


@pytest.mark.parametrize("body", [b"{", b'{"query": NaN}', b"\xff", b'"\\ud800"'])
async def test_a_body_that_is_no_json_is_refused(reading: AsyncClient, body: bytes) -> None:
    answer = await reading.post("/collections/m/points/query", content=body)
    assert answer.status_code == 400


async def test_it_says_what_it_is_and_that_it_lives(reading: AsyncClient) -> None:
    assert (await reading.get("/")).json() == {
        "title": "membus: Qdrant Edge behind REST",
        "version": "1.20.0",
    }
    assert [
        (await reading.get(path)).status_code for path in ("/healthz", "/livez", "/readyz")
    ] == [200] * 3
