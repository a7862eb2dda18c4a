"""Servers as containers, where a Docker engine answers: the images are those of compose.yaml."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

import yaml
from tests.support.processes import MissingError, free_port, wait_until

from membus.local.server import answers

_COMPOSE = Path(__file__).parents[2] / "compose.yaml"


@dataclass(frozen=True, slots=True)
class Image:
    """The port an image listens on, its address's form, its environment, and how it answers.

    Docker's own proxy accepts connections before the server does, so it is asked something.
    """

    port: int
    address: str
    request: bytes
    expected: bytes
    env: Mapping[str, str] = field(default_factory=dict)


IMAGES: Mapping[str, Image] = MappingProxyType(
    {
        "redis": Image(6379, "redis://127.0.0.1:{port}/0", b"PING\r\n", b"+PONG"),
        "qdrant": Image(
            6333,
            "http://127.0.0.1:{port}",
            b"GET /readyz HTTP/1.0\r\n\r\n",
            b"HTTP/1.",
        ),
        "postgres": Image(
            5432,
            "postgresql+asyncpg://membus:membus@127.0.0.1:{port}/membus",
            # SSLRequest: a server without TLS says no.
            b"\0\0\0\x08\x04\xd2\x16\x2f",
            b"N",
            {"POSTGRES_USER": "membus", "POSTGRES_PASSWORD": "membus", "POSTGRES_DB": "membus"},
        ),
        "kafka": Image(
            9092,
            "127.0.0.1:{port}",
            # ApiVersions, version 0; an answer opens with its length, of less than 16 MiB.
            b"\0\0\0\x0a\0\x12\0\0\0\0\0\x01\xff\xff",
            b"\0",
            {
                "KAFKA_NODE_ID": "1",
                "KAFKA_PROCESS_ROLES": "broker,controller",
                "KAFKA_LISTENERS": "PLAINTEXT://:9092,CONTROLLER://:9093",
                "KAFKA_ADVERTISED_LISTENERS": "PLAINTEXT://127.0.0.1:{port}",
                "KAFKA_LISTENER_SECURITY_PROTOCOL_MAP": "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT",
                "KAFKA_CONTROLLER_LISTENER_NAMES": "CONTROLLER",
                "KAFKA_CONTROLLER_QUORUM_VOTERS": "1@127.0.0.1:9093",
                "KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR": "1",
                "KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR": "1",
                "KAFKA_TRANSACTION_STATE_LOG_MIN_ISR": "1",
                "KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS": "0",
                "KAFKA_GROUP_MIN_SESSION_TIMEOUT_MS": "1000",
                "KAFKA_AUTO_CREATE_TOPICS_ENABLE": "false",
            },
        ),
    }
)


@lru_cache(maxsize=1)
def engine_answers() -> bool:
    """Whether a Docker engine answers."""
    try:
        import docker  # type: ignore[import-untyped]  # it ships no types
    except ImportError:
        return False
    try:
        docker.from_env(timeout=3).ping()
    except docker.errors.DockerException:
        return False
    return True


def start(kind: str) -> tuple[str, Callable[[], None]]:
    """Start a container; return its address and how to end it. Raises MissingError."""
    if not engine_answers():
        raise MissingError("no Docker engine answers")
    from docker.errors import DockerException  # type: ignore[import-untyped]  # it ships no types
    from testcontainers.core.container import DockerContainer

    image, port = IMAGES[kind], free_port()
    container = DockerContainer(_image(kind)).with_bind_ports(image.port, port)
    for name, value in image.env.items():
        container = container.with_env(name, value.format(port=port))

    def serves() -> bool:
        return asyncio.run(answers(port, image.request, image.expected))

    try:
        container.start()
        wait_until(serves, _image(kind))
    except (DockerException, MissingError) as error:
        container.stop()
        raise MissingError(f"the container cannot be had: {error}") from error
    return image.address.format(port=port), container.stop


def _image(kind: str) -> str:
    name: str = yaml.safe_load(_COMPOSE.read_text("utf-8"))["services"][kind]["image"]
    return name
