"""Failures in Qdrant's own form: an HTTP status and one sentence. Knows no route."""

from collections.abc import Iterator
from contextlib import contextmanager

# The engine tells its errors apart by their text alone.
_SERVER_FAULT = "Service runtime error"
_MISSING_POINT = "No point with id"


class RequestError(Exception):
    """A request that is answered with an error; `status` is the HTTP status."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def wrong_input(message: str) -> RequestError:
    """Return the error for a request that can never work."""
    return RequestError(400, f"Wrong input: {message}")


def unsupported(what: str) -> RequestError:
    """Return the error for what Qdrant knows and this server does not speak."""
    return RequestError(501, f"Not supported by the embedded Qdrant server: {what}")


@contextmanager
def engine_errors() -> Iterator[None]:
    """Turn what the engine raises inside the block into a RequestError."""
    try:
        yield
    except RequestError:
        raise
    except (TypeError, ValueError, OverflowError) as error:
        raise wrong_input(str(error)) from error
    except Exception as error:  # the engine raises nothing narrower than Exception
        text = str(error)
        if text.startswith(_SERVER_FAULT):
            raise RequestError(500, text) from error
        if text.startswith(_MISSING_POINT):
            raise RequestError(404, f"Not found: {text} found") from error
        raise wrong_input(text) from error
