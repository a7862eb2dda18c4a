"""Servers as containers, where a Docker engine answers. Pins the images that tests run on."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from tests.support.processes import MissingError, accepts, free_port, wait_until


@dataclass(frozen=True, slots=True)
class Image:
    """An image, the port it listens on, its environment and the form of its address."""

    name: str
    port: int
    address: str
    env: Mapping[str, str] = field(default_factory=dict)


IMAGES: Mapping[str, Image] = MappingProxyType(
    {
        "redis": Image("redis:8-alpine", 6379, "redis://127.0.0.1:{port}/0"),
        "qdrant": Image("qdrant/qdrant:v1.17.0", 6333, "http://127.0.0.1:{port}"),
        "postgres": Image(
            "postgres:17-alpine",
            5432,
            "postgresql+asyncpg://membus:membus@127.0.0.1:{port}/membus",
            {"POSTGRES_USER": "membus", "POSTGRES_PASSWORD": "membus", "POSTGRES_DB": "membus"},
        ),
        "kafka": Image(
            "apache/kafka:4.1.0",
            9092,
            "127.0.0.1:{port}",
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
    from testcontainers.core.container import DockerContainer

    image, port = IMAGES[kind], free_port()
    container = DockerContainer(image.name).with_bind_ports(image.port, port)
    for name, value in image.env.items():
        container = container.with_env(name, value.format(port=port))
    container.start()
    wait_until(lambda: accepts(port), image.name)
    return image.address.format(port=port), container.stop
