"""Whom a database's error concerns: try again, the record's fault, or nothing can go on."""

import sqlite3

import asyncpg
import pytest
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from membus.adapters.sql.errors import translated
from membus.errors import FatalError, MalformedError, UnavailableError


def wrapped(cause: Exception, *, lost: bool = False) -> DBAPIError:
    return OperationalError("SELECT 1", {}, cause, connection_invalidated=lost)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (wrapped(sqlite3.OperationalError("database is locked")), UnavailableError),
        (wrapped(sqlite3.OperationalError("disk I/O error")), UnavailableError),
        (wrapped(sqlite3.OperationalError("no such table: memories")), FatalError),
        (wrapped(sqlite3.DatabaseError("database disk image is malformed")), FatalError),
        (wrapped(sqlite3.IntegrityError("NOT NULL constraint failed")), MalformedError),
        (OverflowError("Python int too large to convert to SQLite INTEGER"), MalformedError),
        (wrapped(asyncpg.DeadlockDetectedError("deadlock")), UnavailableError),
        (wrapped(asyncpg.LockNotAvailableError("lock timeout")), UnavailableError),
        (wrapped(asyncpg.TooManyConnectionsError("too many")), UnavailableError),
        (wrapped(asyncpg.AdminShutdownError("shutting down")), UnavailableError),
        (wrapped(asyncpg.UndefinedTableError("no table")), FatalError),
        (wrapped(asyncpg.NumericValueOutOfRangeError("out of range")), MalformedError),
        (wrapped(asyncpg.DataError("invalid input for query argument")), MalformedError),
        (wrapped(asyncpg.InterfaceError("connection is closed")), UnavailableError),
        (wrapped(Exception("gone"), lost=True), UnavailableError),
        (asyncpg.InvalidPasswordError("password authentication failed"), FatalError),
        (ConnectionRefusedError("refused"), UnavailableError),
        (TimeoutError("no answer"), UnavailableError),
        (PoolTimeoutError("pool"), UnavailableError),
    ],
)
def test_errors_say_who_can_act(error: Exception, expected: type[Exception]) -> None:
    with pytest.raises(expected), translated():
        raise error


def test_an_error_of_ours_passes() -> None:
    with pytest.raises(FatalError, match="epoch"), translated():
        raise FatalError("epoch")
