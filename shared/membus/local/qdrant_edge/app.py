"""The routes: one request in, one call on the engine's only thread, one answer in Qdrant's form.

The engine holds the GIL and a shard has one owner, so reading a body, the call and writing the
answer all happen on that thread, and the loop is left to the sockets.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

from pydantic_core import from_json, to_json
from qdrant_edge import EdgeShard, UpdateOperation
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from membus.local.qdrant_edge import reads, updates
from membus.local.qdrant_edge.collections import Collections
from membus.local.qdrant_edge.errors import RequestError, engine_errors
from membus.local.qdrant_edge.schema import read_field_index

# The version of Qdrant whose REST interface is spoken; clients compare it with their own.
_SPEAKS = "1.20.0"
_FLUSH_EVERY_S = 5.0
_COLLECTION = "/collections/{name}"
_POINTS = _COLLECTION + "/points"

# (collections, path parameters, body) -> the answer's `result`
_Call = Callable[[Collections, dict[str, str], Any], Any]
_Endpoint = Callable[[Request], Awaitable[Response]]


def create_app(collections: Collections) -> Starlette:
    """Return the application, which opens the collections and closes them at its end."""
    engine = ThreadPoolExecutor(1, thread_name_prefix="engine")

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(engine, collections.open)
        flushing = asyncio.create_task(_flush_for_ever(engine, collections))
        yield
        flushing.cancel()
        with suppress(asyncio.CancelledError):
            await flushing
        await loop.run_in_executor(engine, collections.close)
        engine.shutdown()

    def route(method: str, path: str, call: _Call) -> Route:
        return Route(path, _endpoint(engine, collections, call), methods=[method])

    return Starlette(
        lifespan=lifespan,
        exception_handlers={404: _no_route, 405: _no_route},
        routes=[
            Route("/", _version),
            *(Route(path, _alive) for path in ("/healthz", "/livez", "/readyz")),
            *(route(*parts) for parts in _CALLS),
        ],
    )


def _endpoint(engine: ThreadPoolExecutor, collections: Collections, call: _Call) -> _Endpoint:
    async def endpoint(request: Request) -> Response:
        body = await request.body()
        work = partial(_answer, collections, call, request.path_params, body)
        status, content = await asyncio.get_running_loop().run_in_executor(engine, work)
        return Response(content, status, media_type="application/json")

    return endpoint


def _answer(
    collections: Collections, call: _Call, path: dict[str, str], body: bytes
) -> tuple[int, bytes]:
    """Return the HTTP status and the JSON of the answer to one request."""
    started = time.perf_counter()
    try:
        with engine_errors():
            result = call(collections, path, _read(body))
    except RequestError as error:
        return error.status, to_json(
            {"status": {"error": str(error)}, "time": time.perf_counter() - started}
        )
    return 200, to_json({"result": result, "status": "ok", "time": time.perf_counter() - started})


def _read(body: bytes) -> Any:
    if not body:
        return {}
    try:
        return from_json(body, allow_inf_nan=False)
    except ValueError as error:
        raise RequestError(400, f"Format error in JSON body: {error}") from error


async def _flush_for_ever(engine: ThreadPoolExecutor, collections: Collections) -> None:
    while True:
        await asyncio.sleep(_FLUSH_EVERY_S)
        await asyncio.get_running_loop().run_in_executor(engine, collections.flush)


async def _version(_request: Request) -> Response:
    return JSONResponse({"title": "membus: Qdrant Edge behind REST", "version": _SPEAKS})


async def _alive(_request: Request) -> Response:
    return PlainTextResponse("healthz check passed")


async def _no_route(request: Request, _error: Exception) -> Response:
    message = f"Not supported by the embedded Qdrant server: {request.method} {request.url.path}"
    return JSONResponse({"status": {"error": message}, "time": 0.0}, 404)


def _read_call(read: Callable[[EdgeShard, Any], Any]) -> _Call:
    return lambda collections, path, body: read(collections.shard(path["name"]), body)


def _update_call(build: Callable[[Any], UpdateOperation]) -> _Call:
    def call(collections: Collections, path: dict[str, str], body: Any) -> Any:
        collections.update(path["name"], build(body))
        return _COMPLETED

    return call


def _update_batch(collections: Collections, path: dict[str, str], body: Any) -> Any:
    operations = updates.batch(body)
    for operation in operations:
        collections.update(path["name"], operation)
    return [_COMPLETED for _ in operations]


def _list(collections: Collections, _path: dict[str, str], _body: Any) -> Any:
    return {"collections": [{"name": name} for name in collections.names()]}


def _exists(collections: Collections, path: dict[str, str], _body: Any) -> Any:
    return {"exists": path["name"] in collections.names()}


def _create(collections: Collections, path: dict[str, str], body: Any) -> Any:
    collections.create(path["name"], body)
    return True


def _delete(collections: Collections, path: dict[str, str], _body: Any) -> Any:
    return collections.delete(path["name"])


def _info(collections: Collections, path: dict[str, str], _body: Any) -> Any:
    return collections.info(path["name"])


def _delete_index(collections: Collections, path: dict[str, str], _body: Any) -> Any:
    collections.update(path["name"], UpdateOperation.delete_field_index(path["field"]))
    return _COMPLETED


_COMPLETED = {"status": "completed"}
_CALLS: tuple[tuple[str, str, _Call], ...] = (
    ("GET", "/collections", _list),
    ("GET", _COLLECTION + "/exists", _exists),
    ("PUT", _COLLECTION, _create),
    ("GET", _COLLECTION, _info),
    ("DELETE", _COLLECTION, _delete),
    ("PUT", _COLLECTION + "/index", _update_call(read_field_index)),
    ("DELETE", _COLLECTION + "/index/{field}", _delete_index),
    ("PUT", _POINTS, _update_call(updates.upsert)),
    ("POST", _POINTS, _read_call(reads.retrieve)),
    ("PUT", _POINTS + "/vectors", _update_call(updates.update_vectors)),
    ("POST", _POINTS + "/delete", _update_call(updates.delete)),
    ("POST", _POINTS + "/payload", _update_call(updates.set_payload)),
    ("PUT", _POINTS + "/payload", _update_call(updates.overwrite_payload)),
    ("POST", _POINTS + "/payload/delete", _update_call(updates.delete_payload)),
    ("POST", _POINTS + "/payload/clear", _update_call(updates.clear_payload)),
    ("POST", _POINTS + "/batch", _update_batch),
    ("POST", _POINTS + "/scroll", _read_call(reads.scroll)),
    ("POST", _POINTS + "/count", _read_call(reads.count)),
    ("POST", _POINTS + "/query", _read_call(reads.query)),
    ("POST", _POINTS + "/query/batch", _read_call(reads.query_batch)),
)
