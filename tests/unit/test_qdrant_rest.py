"""One request to Qdrant: what becomes of a server's refusals, and of connections that it closes."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from aiohttp import web
from pydantic import SecretStr

from membus.adapters.qdrant.rest import ConflictError, MissingError, Rest
from membus.errors import FatalError, MalformedError, RateLimitedError, UnavailableError
from membus.settings import QdrantSettings

Answer = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def asking(answer: Answer, key: str = "") -> AsyncIterator[Rest]:
    """Give the REST interface of a collection on a server that answers so."""
    runner = web.ServerRunner(web.Server(answer))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    settings = QdrantSettings(url=f"http://{host}:{port}", api_key=SecretStr(key))
    rest = Rest(settings, "memories-m-8")
    try:
        yield rest
    finally:
        await rest.close()
        await runner.cleanup()


@pytest.mark.parametrize(
    ("status", "raised", "said"),
    [
        (400, MalformedError, "refuses the request with 400: it says why"),
        (401, FatalError, "MEMBUS_QDRANT__API_KEY"),
        (403, FatalError, "MEMBUS_QDRANT__API_KEY"),
        (404, MissingError, "memories-m-8"),
        (408, UnavailableError, "408"),
        (409, ConflictError, "it says why"),
        (429, UnavailableError, "429"),
        (302, MalformedError, "302"),
        (500, UnavailableError, "fails with 500: it says why"),
        (503, UnavailableError, "503"),
    ],
)
async def test_a_refusal_says_what_to_do(status: int, raised: type[Exception], said: str) -> None:
    async def refuse(_: web.BaseRequest) -> web.Response:
        return web.Response(status=status, text="it says why", headers={"Location": "/"})

    async with asking(refuse) as rest:
        with pytest.raises(raised, match=said):
            await rest.call("POST", "/points/count", {"exact": True})


async def test_a_busy_server_says_how_long_to_wait() -> None:
    async def busy(_: web.BaseRequest) -> web.Response:
        return web.Response(status=429, headers={"Retry-After": "7"})

    async with asking(busy) as rest:
        with pytest.raises(RateLimitedError) as caught:
            await rest.call("GET", "")
        assert caught.value.retry_after_s == 7


@pytest.mark.parametrize("said", ["<html>a proxy</html>", '{"status": "ok"}', "", '{"result'])
async def test_what_is_no_answer_of_qdrant(said: str) -> None:
    async def prattle(_: web.BaseRequest) -> web.Response:
        return web.Response(text=said)

    async with asking(prattle) as rest:
        with pytest.raises(UnavailableError, match="does not answer"):
            await rest.call("GET", "")


@pytest.mark.parametrize("method", ["GET", "POST", "PUT"])
async def test_a_connection_that_was_closed_is_replaced(method: str) -> None:
    asked: list[str] = []

    async def close_first(request: web.BaseRequest) -> web.Response:
        asked.append(request.method)
        if len(asked) == 2:
            assert request.transport is not None
            request.transport.abort()
        return web.json_response({"result": len(asked)})

    async with asking(close_first) as rest:
        assert await rest.call(method, "/points", {}) == 1
        assert await rest.call(method, "/points", {}) == 3


async def test_a_server_that_closes_every_connection_does_not_answer() -> None:
    async def close(request: web.BaseRequest) -> web.Response:
        assert request.transport is not None
        request.transport.abort()
        return web.Response()

    async with asking(close) as rest:
        with pytest.raises(UnavailableError, match="does not answer"):
            await rest.call("POST", "/points", {})


async def test_key_body_and_path_arrive() -> None:
    async def echo(request: web.BaseRequest) -> web.Response:
        said = await request.json()
        key = request.headers["api-key"]
        return web.json_response({"result": [request.method, request.path_qs, key, said]})

    async with asking(echo, key="secret") as rest:
        found = await rest.call("PUT", "/points?wait=true", {"name": "茶"})
    path = "/collections/memories-m-8/points?wait=true"
    assert found == ["PUT", path, "secret", {"name": "茶"}]


@pytest.mark.parametrize(
    ("url", "base"),
    [
        ("https://q.example.org", "https://q.example.org:6333/collections/c"),
        ("http://q.example.org/", "http://q.example.org:6333/collections/c"),
        ("http://q.example.org:8080/at/q", "http://q.example.org:8080/at/q/collections/c"),
    ],
)
async def test_a_url_without_a_port_means_qdrants(url: str, base: str) -> None:
    rest = Rest(QdrantSettings(url=url), "c")
    assert rest._base == base
    await rest.close()
