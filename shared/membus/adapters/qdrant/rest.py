"""One JSON request to Qdrant's REST interface, and its errors as ours.

Over aiohttp and not Qdrant's own client, whose models are checked field by field and whose HTTP is
all Python: a recall's searches took 3.8 ms of a core there, and take 1.6 here (the answer's JSON
is 0.4 of them).
"""

from typing import Any

from aiohttp import (
    ClientConnectorError,
    ClientError,
    ClientOSError,
    ClientPayloadError,
    ClientSession,
    ClientTimeout,
    ServerDisconnectedError,
    TCPConnector,
)
from pydantic_core import from_json, to_json
from yarl import URL

from membus.contracts.base import JsonObject
from membus.errors import (
    FatalError,
    MalformedError,
    MembusError,
    RateLimitedError,
    UnavailableError,
)
from membus.settings import QdrantSettings

_PORT = 6333  # Qdrant's, where the URL names none
_CONNECTIONS = 20
_SUCCESS = range(200, 300)
_UNAUTHORISED = (401, 403)
_NOT_FOUND = 404
_CONFLICT = 409
_TOO_MANY = 429
_BUSY = (408, _TOO_MANY)
_SERVER_ERROR = 500
_CLOSED = (ServerDisconnectedError, ClientOSError, ClientPayloadError)


class ConflictError(Exception):
    """What is to be created is there already; never leaves this package."""


class MissingError(UnavailableError):
    """The collection is not there: not prepared yet, or lost."""


class Rest:
    """The REST interface of one collection; made and used within one event loop."""

    def __init__(self, settings: QdrantSettings, collection: str) -> None:
        self.collection = collection
        server = URL(settings.url)
        base = server.with_port(server.explicit_port or _PORT) / "collections" / collection
        self._base = str(base)
        headers = {"Content-Type": "application/json"}
        if key := settings.api_key.get_secret_value():
            headers["api-key"] = key
        self._session = ClientSession(
            connector=TCPConnector(limit=_CONNECTIONS),
            headers=headers,
            timeout=ClientTimeout(settings.timeout_s),
        )

    async def call(self, method: str, path: str, body: JsonObject | None = None) -> Any:
        """Return the `result` of a request to `/collections/<collection><path>`.

        Raises UnavailableError (MissingError without the collection), RateLimitedError,
        MalformedError for what Qdrant refuses, and FatalError for a wrong key.
        """
        content = None if body is None else to_json(body)
        try:
            try:
                answer = await self._send(method, path, content)
            except ClientConnectorError:  # nobody is there
                raise
            except _CLOSED:
                # The server closed an idle connection just when it was taken; every request of
                # ours may be sent twice.
                answer = await self._send(method, path, content)
            return from_json(answer)["result"]
        except (ClientError, TimeoutError, ValueError, LookupError) as error:
            raise UnavailableError(f"Qdrant does not answer: {error!r}") from error

    async def _send(self, method: str, path: str, content: bytes | None) -> bytes:
        async with self._session.request(
            method, self._base + path, data=content, allow_redirects=False
        ) as answer:
            said = await answer.read()
            if answer.status not in _SUCCESS:
                wait = answer.headers.get("Retry-After", "")
                raise self._translated(answer.status, said.decode("utf-8", "replace")[:500], wait)
            return said

    async def close(self) -> None:
        """Close the connections."""
        await self._session.close()

    def _translated(self, status: int, said: str, wait: str) -> MembusError | ConflictError:
        if status == _CONFLICT:
            return ConflictError(said)
        if status == _NOT_FOUND:
            return MissingError(
                f"Qdrant has no collection {self.collection}: the embedding service creates it when"
                " it starts; where it was lost, rebuild it from the log"
            )
        if status in _UNAUTHORISED:
            return FatalError(f"Qdrant refuses the API key: check MEMBUS_QDRANT__API_KEY ({said})")
        if status == _TOO_MANY and wait.isdecimal():
            return RateLimitedError(f"Qdrant asks to slow down: {said}", float(wait))
        if status in _BUSY or status >= _SERVER_ERROR:
            return UnavailableError(f"Qdrant fails with {status}: {said}")
        return MalformedError(f"Qdrant refuses the request with {status}: {said}")
