"""Fixtures that every test may use: one real server of each kind a session, found or skipped."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import structlog
from tests.support import servers
from tests.support.processes import MissingError

from membus.kafka.topics import apply

# structlog's default draws every local variable into a traceback, a second for each, on the loop.
structlog.configure(
    processors=[
        structlog.processors.add_log_level,
        structlog.dev.ConsoleRenderer(
            colors=False, exception_formatter=structlog.dev.plain_traceback
        ),
    ]
)


def _serve(find: Callable[[Path], servers.Server], folder: Path) -> Iterator[str]:
    try:
        server = find(folder)
    except MissingError as error:
        servers.cannot_be_had(str(error))
    yield server.address
    server.stop()


@pytest.fixture(scope="session")
def kafka(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The bootstrap address of a real Kafka, auto-creation of topics off."""
    yield from _serve(servers.find_kafka, tmp_path_factory.mktemp("kafka"))


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a real Redis or Valkey."""
    yield from _serve(servers.find_redis, tmp_path_factory.mktemp("redis"))


@pytest.fixture(scope="session")
def qdrant_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a real Qdrant, or of the Edge server."""
    yield from _serve(servers.find_qdrant, tmp_path_factory.mktemp("qdrant"))


@pytest.fixture(scope="session")
def postgres_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The SQLAlchemy URL (asyncpg) of a real PostgreSQL."""
    yield from _serve(servers.find_postgres, tmp_path_factory.mktemp("postgres"))


@pytest.fixture(scope="session")
async def bus(kafka: str) -> str:
    """The bootstrap address of a real Kafka that has every topic of the registry."""
    await apply(kafka)
    return kafka
