"""The Edge server in the test's own process, and three points to ask it about."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from httpx import ASGITransport, AsyncClient

from membus.local.qdrant_edge.app import create_app
from membus.local.qdrant_edge.collections import Collections

CONFIG = {
    "vectors": {"dense": {"size": 2, "distance": "Cosine"}},
    "sparse_vectors": {"text": {"modifier": "idf"}},
    "hnsw_config": {"m": 0, "payload_m": 16},
}
UUID = "71e36ec5-98ec-4862-8778-60fa0a57af62"
POINTS = [
    {
        "id": UUID,
        "vector": {"dense": [0.6, 0.8], "text": {"indices": [7, 3], "values": [1.0, 2.0]}},
        "payload": {
            "owner": "t/u/ann",
            "version": 4,
            "pinned": True,
            "at": "2025-03-01T10:00:00+00:00",
            "names": ["茶", "tea"],
            "score": 0.5,
            "nothing": None,
        },
    },
    {
        "id": 2,
        "vector": {"dense": [1.0, 0.0], "text": {"indices": [3], "values": [1.0]}},
        "payload": {"owner": "t/u/bob", "version": 9, "pinned": False, "names": ["coffee"]},
    },
    {"id": 3, "vector": {"dense": [0.0, 1.0]}, "payload": {"owner": "t/u/ann", "version": 1}},
]


@asynccontextmanager
async def serving(path: Path) -> AsyncIterator[AsyncClient]:
    """Serve a folder for as long as the block runs."""
    app = create_app(Collections(path))
    async with (
        app.router.lifespan_context(app),
        AsyncClient(transport=ASGITransport(app), base_url="http://edge") as client,
    ):
        yield client


@asynccontextmanager
async def filled(path: Path) -> AsyncIterator[AsyncClient]:
    """Serve a new folder whose collection `m` holds POINTS."""
    async with serving(path) as client:
        assert (await client.put("/collections/m", json=CONFIG)).json()["result"] is True
        done = await client.put("/collections/m/points?wait=true", json={"points": POINTS})
        assert done.json()["result"] == {"status": "completed"}
        yield client


async def post(server: AsyncClient, path: str, body: Any) -> Any:
    """Return the result of a request on the collection\'s points that must succeed."""
    answer = await server.post(f"/collections/m/points{path}", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.json()["status"] == "ok"
    return answer.json()["result"]


async def matching(server: AsyncClient, condition: Any) -> set[Any]:
    """Return the ids of the points that one condition selects."""
    page = await post(server, "/scroll", {"filter": {"must": [condition]}, "with_payload": False})
    return {point["id"] for point in page["points"]}
