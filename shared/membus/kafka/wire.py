"""The headers of a record: content type, W3C trace context, and CloudEvents where clients read."""

import re
import secrets
from collections.abc import Iterable
from urllib.parse import quote

from membus.contracts.envelope import Envelope
from membus.kafka.topic_registry import registry

CONTENT_TYPE = "application/json"

Headers = list[tuple[str, bytes]]

_CONTENT_TYPE_HEADER = ("content-type", CONTENT_TYPE.encode())
_SPEC_VERSION_HEADER = ("ce_specversion", b"1.0")
# version 00, a trace and a span that are not all zero, flags (W3C Trace Context, level 1)
_TRACEPARENT = re.compile(r"00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}")


def headers_for(envelope: Envelope, topic: str, parent: str | None = None) -> Headers:
    """Return a record's headers for the topic.

    `parent` is the traceparent of the record or call that led to this one: its trace goes on with
    a new span. Without one, or with a broken one, a new trace begins.
    """
    headers = [_CONTENT_TYPE_HEADER, ("traceparent", next_traceparent(parent).encode())]
    described = registry().get(topic)
    if described is not None and described.client:
        headers += _cloud_event(envelope)
    return headers


def next_traceparent(parent: str | None = None) -> str:
    """Return a traceparent with a new span, in the parent's trace where there is a valid one."""
    span = _nonzero_hex(8)
    if parent is not None and _TRACEPARENT.fullmatch(parent):
        return f"{parent[:36]}{span}{parent[52:]}"
    return f"00-{_nonzero_hex(16)}-{span}-01"


def traceparent_of(headers: Iterable[tuple[str, bytes | None]]) -> str | None:
    """Return the traceparent among a record's headers, None where there is no valid one."""
    for name, value in headers:
        # Kafka lets a header have no value.
        if name == "traceparent" and value is not None:
            text = value.decode("ascii", "replace")
            return text if _TRACEPARENT.fullmatch(text) else None
    return None


def _cloud_event(envelope: Envelope) -> Headers:
    kind = f"membus.{envelope.type}.v{envelope.schema_version}"
    return [
        _SPEC_VERSION_HEADER,
        ("ce_id", envelope.event_id.encode()),
        ("ce_type", kind.encode()),
        ("ce_source", f"/membus/{quote(envelope.producer, safe='')}".encode()),
        ("ce_time", envelope.occurred_at.isoformat().replace("+00:00", "Z").encode()),
    ]


def _nonzero_hex(size: int) -> str:
    while not any(value := secrets.token_bytes(size)):
        pass
    return value.hex()
