"""Finds the real servers that tests need, and says why one cannot be had.

In this order: an address in the environment, Docker, the embedded stack's server, the machine's.
"""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest
from tests.support import containers
from tests.support.postgres_process import start_postgres
from tests.support.processes import MissingError, Process

from membus.errors import FatalError
from membus.local.ports import free_port
from membus.local.server import Server as LocalServer
from membus.settings import LocalSettings, default_data_dir

REQUIRE = "MEMBUS_TEST_REQUIRE"


@dataclass(frozen=True, slots=True)
class Server:
    """An address that answers, and how to end what was started for it."""

    address: str
    stop: Callable[[], None] = lambda: None


Source = Callable[[Path], Server]


def cannot_be_had(reason: str) -> NoReturn:
    """Skip the test, loudly; where everything is required, as in CI, fail it."""
    if os.environ.get(REQUIRE):
        pytest.fail(reason)
    pytest.skip(reason)


def find_kafka(folder: Path) -> Server:
    """Return a Kafka: `host:port`. Raises MissingError with every reason."""
    return _first(
        folder, "Kafka", [_given("MEMBUS_TEST_KAFKA"), _docker("kafka"), _embedded(embedded_kafka)]
    )


def find_redis(folder: Path) -> Server:
    """Return a Redis or Valkey: `redis://…/0`. Raises MissingError with every reason."""
    return _first(
        folder, "Redis", [_given("MEMBUS_TEST_REDIS_URL"), _docker("redis"), _embedded(_valkey)]
    )


def find_qdrant(folder: Path) -> Server:
    """Return a Qdrant or the Edge server: `http://…`. Raises MissingError with every reason."""
    return _first(
        folder, "Qdrant", [_given("MEMBUS_TEST_QDRANT_URL"), _docker("qdrant"), _embedded(_edge)]
    )


def find_postgres(folder: Path) -> Server:
    """Return a PostgreSQL: `postgresql+asyncpg://…`. Raises MissingError with every reason."""
    sources = [_given("MEMBUS_TEST_POSTGRES_URL"), _docker("postgres"), _postgres]
    return _first(folder, "PostgreSQL", sources)


def _first(folder: Path, what: str, sources: Sequence[Source]) -> Server:
    reasons = []
    for source in sources:
        try:
            return source(folder)
        except MissingError as error:
            reasons.append(str(error))
    raise MissingError(f"no {what}: " + "; ".join(reasons))


def _given(variable: str) -> Source:
    def source(_: Path) -> Server:
        address = os.environ.get(variable, "")
        if not address:
            raise MissingError(f"{variable} is not set")
        return Server(address)

    return source


def _docker(kind: str) -> Source:
    def source(_: Path) -> Server:
        address, stop = containers.start(kind)
        return Server(address, stop)

    return source


def _embedded(make: Callable[[Path], LocalServer]) -> Source:
    """Run a server of the embedded stack by itself, as a child of the test session."""

    def source(folder: Path) -> Server:
        try:
            server = make(folder)
            command = server.command()
        except (ImportError, FatalError) as error:
            raise MissingError(f"the embedded server cannot be had: {error}") from error
        process = Process(command, folder / f"{server.name}.log")
        process.wait_ready(lambda: asyncio.run(_serves(server)), server.name)
        return Server(server.address, process.stop)

    return source


async def _serves(server: LocalServer) -> bool:
    return await server.serves()


def embedded_kafka(folder: Path) -> LocalServer:
    """Return the embedded stack's Kafka, its log in `folder`, not yet started."""
    from membus.local.kafka_server import kafka_server

    # Jars are fetched once a machine, not once a session.
    jars = os.environ.get("MEMBUS_LOCAL__JARS_DIR") or default_data_dir() / "jars"
    settings = LocalSettings(data_dir=folder, jars_dir=Path(jars))
    taken: set[int] = set()
    return kafka_server(settings, free_port(taken), free_port(taken))


def _valkey(folder: Path) -> LocalServer:
    from membus.local.valkey_server import valkey_server

    return valkey_server(folder, free_port(set()))


def _edge(folder: Path) -> LocalServer:
    from membus.local.edge_server import edge_server

    return edge_server(folder, free_port(set()))


def _postgres(_: Path) -> Server:
    # Outside pytest's own folders: another session closes those to other users, and PostgreSQL is
    # one when root runs the tests.
    folder = Path(tempfile.mkdtemp(prefix="membus-postgres-"))
    address, process = start_postgres(folder)

    def stop() -> None:
        process.stop()
        shutil.rmtree(folder, ignore_errors=True)

    return Server(address, stop)
