"""Creation of the bus's topics, and the check for drift. The registry says what they are."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from aiokafka.admin.config_resource import ConfigResource, ConfigResourceType
from aiokafka.errors import KafkaError, TopicAlreadyExistsError, for_code

from membus.errors import FatalError, UnavailableError
from membus.kafka.topic_registry import (
    BOARDS,
    CHANGES,
    CONTROL,
    DOCUMENTS,
    MEMORIES,
    MESSAGES,
    OUTCOMES,
    RECALL_REPLIES,
    RECALL_REQUESTS,
    RECALLS,
    SUMMARIES,
    TASKS,
    TURNS,
    KeyKind,
    Profile,
    Topic,
    dead_letter_topic,
    group_of,
    registry,
    retry_topic,
    services,
)

__all__ = [
    "BOARDS",
    "CHANGES",
    "CONTROL",
    "DOCUMENTS",
    "MEMORIES",
    "MESSAGES",
    "OUTCOMES",
    "RECALLS",
    "RECALL_REPLIES",
    "RECALL_REQUESTS",
    "SUMMARIES",
    "TASKS",
    "TURNS",
    "Drift",
    "KeyKind",
    "Profile",
    "Topic",
    "apply",
    "check",
    "dead_letter_topic",
    "group_of",
    "registry",
    "retry_topic",
    "services",
]

_POLL_S = 0.05
_AUTO_CREATE = "auto.create.topics.enable"


@dataclass(frozen=True, slots=True)
class Drift:
    """Where the cluster differs from the registry; `topic` is empty for the broker itself."""

    topic: str
    what: str
    expected: str
    found: str


async def apply(
    bootstrap_servers: str, profile: Profile = "embedded", *, timeout_s: float = 30.0
) -> list[str]:
    """Create the topics that are missing; return their names once each has a leader.

    What exists is left as it is: partition counts are for good, and `check` tells of the rest. A
    broker that is just starting is waited for. Raises UnavailableError after `timeout_s`, and
    FatalError when the cluster refuses a topic.
    """
    deadline = time.monotonic() + timeout_s
    admin = await _connect(bootstrap_servers, deadline)
    try:
        existing = set(await admin.list_topics())
        missing = [topic for topic in registry().values() if topic.name not in existing]
        if missing:
            await _create(admin, missing, profile, deadline)
            await _await_leaders(admin, [topic.name for topic in missing], deadline)
        return [topic.name for topic in missing]
    except KafkaError as error:
        raise UnavailableError(f"Kafka at {bootstrap_servers} fails: {error!r}") from error
    finally:
        await admin.close()


async def check(
    bootstrap_servers: str, profile: Profile = "embedded", *, timeout_s: float = 10.0
) -> list[Drift]:
    """Return every difference between the cluster and the registry; none means as it should be.

    Raises UnavailableError.
    """
    admin = await _connect(bootstrap_servers, time.monotonic() + timeout_s)
    try:
        described = {entry["topic"]: entry for entry in await admin.describe_topics()}
        present = [topic for topic in registry().values() if topic.name in described]
        configs = await _configs(admin, present)
        drifts = [
            Drift(name, "topic", "present", "missing")
            for name in registry()
            if name not in described
        ]
        for topic in present:
            drifts += _drifts(topic, profile, described[topic.name], configs[topic.name])
        return drifts + await _broker_drifts(admin)
    except KafkaError as error:
        raise UnavailableError(f"Kafka at {bootstrap_servers} fails: {error!r}") from error
    finally:
        await admin.close()


async def _connect(bootstrap_servers: str, deadline: float) -> AIOKafkaAdminClient:
    while True:
        admin = AIOKafkaAdminClient(bootstrap_servers=bootstrap_servers)
        try:
            await admin.start()
        except KafkaError as error:
            await admin.close()
            if time.monotonic() >= deadline:
                raise UnavailableError(f"no Kafka answers at {bootstrap_servers}") from error
            await asyncio.sleep(_POLL_S)
        else:
            return admin


async def _create(
    admin: AIOKafkaAdminClient, topics: Sequence[Topic], profile: Profile, deadline: float
) -> None:
    wanted = [
        NewTopic(
            topic.name,
            topic.partitions[profile],
            topic.replication[profile],
            topic_configs=topic.config(profile),
        )
        for topic in topics
    ]
    timeout_ms = max(1, int((deadline - time.monotonic()) * 1000))
    answer = await admin.create_topics(wanted, timeout_ms=timeout_ms)
    for name, code, message in answer.topic_errors:
        # Somebody else may have created it between the list and this call.
        if code and code != TopicAlreadyExistsError.errno:
            raise FatalError(f"Kafka refuses topic {name}: {for_code(code).__name__}: {message}")


async def _await_leaders(admin: AIOKafkaAdminClient, names: list[str], deadline: float) -> None:
    while True:
        described = await admin.describe_topics(names)
        if all(_has_leaders(entry) for entry in described):
            return
        if time.monotonic() >= deadline:
            raise UnavailableError("the new topics have no leaders yet: try again")
        await asyncio.sleep(_POLL_S)


def _has_leaders(entry: Mapping[str, Any]) -> bool:
    partitions = entry["partitions"]
    return bool(partitions) and all(one["leader"] >= 0 for one in partitions)


async def _configs(
    admin: AIOKafkaAdminClient, topics: Sequence[Topic]
) -> dict[str, dict[str, str]]:
    if not topics:
        return {}
    asked = [ConfigResource(ConfigResourceType.TOPIC, topic.name) for topic in topics]
    found: dict[str, dict[str, str]] = {}
    for answer in await admin.describe_configs(asked):
        for resource in answer.resources:
            found[resource[3]] = {entry[0]: entry[1] for entry in resource[4]}
    return found


def _drifts(
    topic: Topic, profile: Profile, described: Mapping[str, Any], config: Mapping[str, str]
) -> list[Drift]:
    partitions = described["partitions"]
    expected = {
        "partitions": str(topic.partitions[profile]),
        "replication": str(topic.replication[profile]),
        **topic.config(profile),
    }
    found = {
        **config,
        "partitions": str(len(partitions)),
        "replication": str(min((len(one["replicas"]) for one in partitions), default=0)),
    }
    return [
        Drift(topic.name, what, value, found.get(what, "unset"))
        for what, value in expected.items()
        if found.get(what) != value
    ]


async def _broker_drifts(admin: AIOKafkaAdminClient) -> list[Drift]:
    cluster = await admin.describe_cluster()
    asked = [
        ConfigResource(ConfigResourceType.BROKER, str(broker["node_id"]), {_AUTO_CREATE: None})
        for broker in cluster["brokers"]
    ]
    values = {
        entry[1]
        for answer in await admin.describe_configs(asked)
        for resource in answer.resources
        # A cluster that hides its settings from us returns an error and no entries.
        for entry in resource[4]
    }
    return [Drift("", _AUTO_CREATE, "false", "true")] if "true" in values else []
