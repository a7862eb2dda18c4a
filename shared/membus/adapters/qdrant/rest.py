"""One JSON request to Qdrant over AsyncQdrantClient's connections, and its errors as ours.

Points and queries travel as plain JSON: the client's own models are built, copied and checked field
by field, which costs more than the search itself (measured: 3 ms of the client's time for three
searches of 100 hits, and 40 % of the rate of upserts).
"""

from typing import Any

import httpx
from pydantic_core import to_json
from qdrant_client import AsyncQdrantClient
from qdrant_client.common.client_exceptions import ResourceExhaustedResponse
from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse

from membus.contracts.base import JsonObject
from membus.errors import (
    FatalError,
    MalformedError,
    MembusError,
    RateLimitedError,
    UnavailableError,
)
from membus.settings import QdrantSettings

_UNAUTHORISED = (401, 403)
_NOT_FOUND = 404
_CONFLICT = 409
_BUSY = (408, 429)
_SERVER_ERROR = 500
_CLOSED = (httpx.ReadError, httpx.RemoteProtocolError, httpx.WriteError)


class ConflictError(Exception):
    """What is to be created is there already; never leaves this package."""


class MissingError(UnavailableError):
    """The collection is not there: not prepared yet, or lost."""


class Rest:
    """The REST interface of one collection."""

    def __init__(self, settings: QdrantSettings, collection: str) -> None:
        self.collection = collection
        self._client = AsyncQdrantClient(
            url=settings.url,
            api_key=settings.api_key.get_secret_value() or None,
            prefer_grpc=False,
            check_compatibility=False,
            # The client rounds a timeout of its own up to whole seconds, and on the loopback
            # interface it would open a connection for every request.
            timeout=None,
            limits=httpx.Limits(max_connections=20, max_keepalive_connections=20),
        )
        self._timeout = httpx.Timeout(settings.timeout_s)

    async def call(self, method: str, path: str, body: JsonObject | None = None) -> Any:
        """Return the `result` of a request to `/collections/<collection><path>`.

        Raises UnavailableError (MissingError without the collection), RateLimitedError,
        MalformedError for what Qdrant refuses, and FatalError for a wrong key.
        """
        content = None if body is None else to_json(body)
        try:
            try:
                answer = await self._send(method, path, content)
            except ResponseHandlingException as error:
                if not isinstance(error.source, _CLOSED):
                    raise
                # The server closed an idle connection just when it was taken; every request of
                # ours may be sent twice.
                answer = await self._send(method, path, content)
        except ResourceExhaustedResponse as error:
            raise RateLimitedError(str(error), error.retry_after_s) from error
        except ResponseHandlingException as error:
            raise UnavailableError(f"Qdrant does not answer: {error.source!r}") from error
        except UnexpectedResponse as error:
            raise self._translated(error) from error
        return answer["result"]

    async def _send(self, method: str, path: str, content: bytes | None) -> dict[str, Any]:
        answer: dict[str, Any] = await self._client.http.client.request(
            type_=dict,
            method=method,
            url="/collections/{name}" + path,
            path_params={"name": self.collection},
            headers={"Content-Type": "application/json"},
            content=content,
            timeout=self._timeout,
        )
        return answer

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    def _translated(self, error: UnexpectedResponse) -> MembusError | ConflictError:
        status = error.status_code or _SERVER_ERROR
        said = error.content.decode("utf-8", "replace")[:500]
        if status == _CONFLICT:
            return ConflictError(said)
        if status == _NOT_FOUND:
            return MissingError(
                f"Qdrant has no collection {self.collection}: the embedding service creates it when"
                " it starts; where it was lost, rebuild it from the log"
            )
        if status in _UNAUTHORISED:
            return FatalError(f"Qdrant refuses the API key: check MEMBUS_QDRANT__API_KEY ({said})")
        if status in _BUSY or status >= _SERVER_ERROR:
            return UnavailableError(f"Qdrant fails with {status}: {said}")
        return MalformedError(f"Qdrant refuses the request with {status}: {said}")
