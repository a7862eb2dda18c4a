"""Turns what SQLAlchemy and the drivers raise into membus's errors, by who can act on it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg  # type: ignore[import-untyped]  # it ships no types
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from membus.errors import FatalError, MalformedError, MembusError, UnavailableError

# SQLSTATE classes: connection, rolled back, resources, not ready, operator, system.
_TRANSIENT_CLASSES = ("08", "40", "53", "55", "57", "58")
_DATA_CLASSES = ("21", "22", "23")
_BROKEN_FILE = ("no such table", "no such column", "syntax error")


@contextmanager
def translated() -> Iterator[None]:
    """Raise UnavailableError, MalformedError or FatalError in place of the libraries' errors."""
    try:
        yield
    except (SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise _translation(error) from error
    except (sqlite3.Error, OSError, OverflowError) as error:
        raise _by_cause(error) from error


def _translation(error: Exception) -> MembusError:
    if isinstance(error, PoolTimeoutError):
        return UnavailableError("the database is busy: no connection became free in time")
    if not isinstance(error, DBAPIError):
        return _by_cause(error)
    if error.connection_invalidated:
        return UnavailableError(f"the database closed the connection: {error.orig}")
    # SQLAlchemy wraps the driver's error, and for asyncpg that wraps the server's.
    cause = error.orig or error
    return _by_cause(cause.__cause__ or cause)


def _by_cause(cause: BaseException) -> MembusError:
    state = getattr(cause, "sqlstate", None)
    if isinstance(state, str):
        return _by_state(state, cause)
    if isinstance(cause, sqlite3.OperationalError):
        return _of_sqlite(cause)
    if isinstance(cause, sqlite3.IntegrityError | sqlite3.DataError | OverflowError | ValueError):
        return MalformedError(f"the database does not take this value: {cause}")
    if isinstance(cause, OSError | asyncpg.InterfaceError):
        return UnavailableError(f"the database cannot be reached: {cause}")
    return FatalError(f"the database refused: {cause}")


def _by_state(state: str, cause: BaseException) -> MembusError:
    if state.startswith(_TRANSIENT_CLASSES):
        return UnavailableError(f"the database cannot serve now: {cause}")
    if state.startswith(_DATA_CLASSES):
        return MalformedError(f"the database does not take this value: {cause}")
    return FatalError(f"the database refused: {cause}")


def _of_sqlite(cause: sqlite3.OperationalError) -> MembusError:
    text = str(cause)
    if any(sign in text for sign in _BROKEN_FILE):
        return FatalError(f"the database file cannot be used: {text}")
    if "locked" in text or "busy" in text:
        return UnavailableError("another process kept the database file locked: try again")
    return UnavailableError(f"the database file cannot be used now: {text}")
