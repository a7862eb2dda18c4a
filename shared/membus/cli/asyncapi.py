"""The bus as an AsyncAPI 3.0 document: channels, messages and who sends and receives them."""

from collections.abc import Iterable
from typing import Any

import yaml

from membus.contracts.registry import EVENTS
from membus.kafka.topic_registry import (
    RECALL_REPLIES,
    RECALL_REQUESTS,
    Topic,
    group_of,
    registry,
    retry_topic,
    services,
)

_HEADER = "# Generated from topics.yaml and the contracts: python -m membus.cli.schemas write\n"
_TRACE = {
    "content-type": {"const": "application/json"},
    "traceparent": {"type": "string", "description": "W3C Trace Context"},
}
_CLOUD_EVENT = {
    "ce_specversion": {"const": "1.0"},
    "ce_id": {"type": "string", "description": "the envelope's event_id"},
    "ce_type": {"type": "string", "description": "membus.<event>.v<version>"},
    "ce_source": {"type": "string", "description": "/membus/<producer>"},
    "ce_time": {"type": "string", "format": "date-time"},
}


def asyncapi() -> str:
    """Return the document as YAML."""
    document = {
        "asyncapi": "3.0.0",
        "info": {
            "title": "membus",
            "version": "1.0.0",
            "description": "The memory bus for AI agents: the log is the truth, memory is a fold.",
            "license": {"name": "Apache-2.0"},
        },
        "defaultContentType": "application/json",
        "channels": {_id(topic.name): _channel(topic) for topic in registry().values()},
        "operations": dict(_operations()),
        "components": {
            "messages": {name: _message(name, version) for name, version in EVENTS},
            "messageTraits": {
                "headers": {"headers": _headers(_TRACE)},
                "cloudEvent": {"headers": _headers(_TRACE | _CLOUD_EVENT)},
            },
        },
    }
    return _HEADER + yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=100)


def _channel(topic: Topic) -> dict[str, Any]:
    config = topic.config("production")
    return {
        "address": topic.name,
        "description": topic.about,
        "messages": {event: {"$ref": f"#/components/messages/{event}"} for event in topic.events},
        "bindings": {
            "kafka": {
                "topic": topic.name,
                "partitions": topic.partitions["production"],
                "replicas": topic.replication["production"],
                "topicConfiguration": {
                    "cleanup.policy": [config["cleanup.policy"]],
                    "retention.ms": topic.retention_ms,
                    "max.message.bytes": topic.max_message_bytes,
                },
                "bindingVersion": "0.5.0",
            }
        },
        "x-key": topic.key,
        "x-partitions": dict(topic.partitions),
        "x-client": topic.client,
    }


def _message(name: str, version: int) -> dict[str, Any]:
    described = (EVENTS[name, version].__doc__ or "").strip().splitlines()[0]
    client = any(name in topic.events for topic in registry().values() if topic.client)
    trait = "cloudEvent" if client else "headers"
    body = {
        "properties": {
            "type": {"const": name},
            "schema_version": {"const": version},
            "body": {"$ref": f"./events/{name}.v{version}.json"},
        }
    }
    return {
        "name": name,
        "summary": described,
        "contentType": "application/json",
        "traits": [{"$ref": f"#/components/messageTraits/{trait}"}],
        "payload": {"allOf": [{"$ref": "./events/Envelope.v1.json"}, body]},
    }


def _operations() -> Iterable[tuple[str, dict[str, Any]]]:
    for topic in registry().values():
        for writer in topic.written_by:
            operation_id, operation = _operation(writer, "send", topic.name)
            if topic.name == RECALL_REQUESTS:
                operation["reply"] = {"channel": {"$ref": f"#/channels/{_id(RECALL_REPLIES)}"}}
            yield operation_id, operation
    for service, topics in services().items():
        for name in (*topics, retry_topic(service)):
            operation_id, operation = _operation(service, "receive", name)
            group = {"type": "string", "const": group_of(service)}
            operation["bindings"] = {"kafka": {"groupId": group, "bindingVersion": "0.5.0"}}
            yield operation_id, operation


def _operation(who: str, action: str, topic: str) -> tuple[str, dict[str, Any]]:
    channel = _id(topic)
    operation: dict[str, Any] = {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel}"},
        "x-service": who,
    }
    return f"{who}.{action}.{channel}", operation


def _headers(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _id(topic: str) -> str:
    return topic.removeprefix("membus.").replace(".", "_")
