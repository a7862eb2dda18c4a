"""The topics of the bus as schemas/topics.yaml lists them: names, keys, sizes; no Kafka client."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

import yaml

Profile = Literal["embedded", "production"]
KeyKind = Literal[
    "session", "owner", "source", "board", "task", "partition", "reply", "record", "none"
]

MESSAGES = "membus.messages.v1"
DOCUMENTS = "membus.documents.v1"
TURNS = "membus.turns.v1"
CHANGES = "membus.changes.v1"
MEMORIES = "membus.memories.v1"
RECALL_REQUESTS = "membus.recall.requests.v1"
RECALL_REPLIES = "membus.recall.replies.v1"
RECALLS = "membus.recalls.v1"
SUMMARIES = "membus.summaries.v1"
BOARDS = "membus.boards.v1"
TASKS = "membus.tasks.v1"
OUTCOMES = "membus.outcomes.v1"
CONTROL = "membus.control.v1"

_SIZES = {"small": 1 << 20, "large": 16 << 20}
_HOUR_MS = 3_600_000
_UNITS_MS = {"h": _HOUR_MS, "d": 24 * _HOUR_MS}


@dataclass(frozen=True, slots=True)
class Topic:
    """One topic: `partitions` and `replication` by profile, `config` as Kafka names it."""

    name: str
    about: str
    key: KeyKind
    events: tuple[str, ...]
    written_by: tuple[str, ...]
    client: bool
    partitions: Mapping[Profile, int]
    replication: Mapping[Profile, int]
    retention_ms: int
    max_message_bytes: int
    min_insync: Mapping[Profile, int]

    def config(self, profile: Profile) -> dict[str, str]:
        """Return the topic's configuration in Kafka's words."""
        values = {
            "cleanup.policy": "delete",
            # A codec that a consumer lacks would stop its group: the broker stores none.
            "compression.type": "uncompressed",
            "retention.ms": str(self.retention_ms),
            "retention.bytes": "-1",
            "max.message.bytes": str(self.max_message_bytes),
            # Event time lives in the envelope: with CreateTime a backfill is deleted by its age.
            "message.timestamp.type": "LogAppendTime",
            "min.insync.replicas": str(self.min_insync[profile]),
        }
        if self.retention_ms > 0:
            # Only closed segments are deleted, so they close well within the retention.
            values["segment.ms"] = str(self.retention_ms // 4)
        return values


def group_of(service: str) -> str:
    """Return the consumer group of a service."""
    return f"membus.{service}.v1"


def retry_topic(service: str) -> str:
    """Return the topic of a service's records that wait for another try."""
    return f"membus.retry.{service}.v1"


def dead_letter_topic(service: str) -> str:
    """Return the topic of what a service could not handle."""
    return f"membus.dlq.{service}.v1"


@lru_cache(maxsize=1)
def registry() -> Mapping[str, Topic]:
    """Return every topic by name, retry and dead-letter topics included."""
    raw = _read()
    profiles = raw["profiles"]
    found = {name: _topic(name, entry, profiles) for name, entry in raw["topics"].items()}
    for service, entry in raw["services"].items():
        events = tuple(dict.fromkeys(e for topic in entry["reads"] for e in found[topic].events))
        common = {"key": "record", "written_by": [service], "size": "large"}
        retry = {"about": f"What {service} tries again later.", "events": events}
        parked = {"about": f"What {service} could not handle.", "events": ["DeadLetter"]}
        for name, own in (
            (retry_topic(service), {**retry, "retention": "30d"}),
            (dead_letter_topic(service), {**parked, "retention": "forever"}),
        ):
            found[name] = _topic(name, {**common, **own}, profiles)
    return MappingProxyType(found)


@lru_cache(maxsize=1)
def services() -> Mapping[str, tuple[str, ...]]:
    """Return each service with the topics that its group reads."""
    entries = _read()["services"]
    return MappingProxyType({name: tuple(entry["reads"]) for name, entry in entries.items()})


def _topic(name: str, entry: Mapping[str, Any], profiles: Mapping[Profile, Any]) -> Topic:
    def count(what: str) -> Mapping[Profile, int]:
        values = {profile: int(entry.get(what, own[what])) for profile, own in profiles.items()}
        return MappingProxyType(values)

    return Topic(
        name=name,
        about=entry["about"],
        key=entry["key"],
        events=tuple(entry["events"]),
        written_by=tuple(entry["written_by"]),
        client=bool(entry.get("client", False)),
        partitions=count("partitions"),
        replication=count("replication"),
        retention_ms=_retention_ms(entry["retention"]),
        max_message_bytes=_SIZES[entry["size"]],
        min_insync=count("min_insync"),
    )


def _retention_ms(text: str) -> int:
    return -1 if text == "forever" else int(text[:-1]) * _UNITS_MS[text[-1]]


def _read() -> dict[str, Any]:
    here = Path(__file__)
    shipped = here.with_name("topics.yaml")
    path = shipped if shipped.exists() else here.parents[3] / "schemas" / "topics.yaml"
    loaded: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return loaded
