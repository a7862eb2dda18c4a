"""Ids that any process derives alike: uuid5 of percent-encoded parts, SHA-256 for long text."""

import hashlib
import os
import time
from urllib.parse import quote
from uuid import UUID, uuid5

NAMESPACE = UUID("6f1d1c8e-3f0a-5b53-9d0b-6d656d627573")  # ends in "membus"


def join(*parts: str) -> str:
    """Percent-encode every part and join with '/', so that no part can pose as two."""
    return "/".join(quote(part, safe="") for part in parts)


def derive(*parts: str) -> str:
    """Return the uuid5 of the joined parts."""
    return str(uuid5(NAMESPACE, join(*parts)))


def uuid7() -> str:
    """Return a new time-ordered id (RFC 9562, version 7)."""
    value = (time.time_ns() // 1_000_000) << 80 | int.from_bytes(os.urandom(10), "big")
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return str(UUID(int=value))


def digest(text: str | bytes) -> str:
    """Return the SHA-256 of a text (UTF-8) as hex."""
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()


def session_identity(tenant_id: str, session_id: str) -> str:
    """Return the name of a session in every id and store key."""
    return join(tenant_id, session_id)


def owner_of(tenant_id: str, user_id: str, space_id: str | None = None) -> str:
    """Return whose memory it is: `tenant/s/<space>` where a space is named, else `tenant/u/<user>`.

    Each part is percent-encoded.
    """
    return join(tenant_id, "s", space_id) if space_id else join(tenant_id, "u", user_id)


def turn_id(session: str, first_message_id: str) -> str:
    """Return a turn's id from its session identity and the id of its first message."""
    return derive("turn", session, first_message_id)


def fact_set_id(turn: str, revision: int, generation: str) -> str:
    """Return the id of what one revision of a turn yields in one generation."""
    return derive("facts", turn, str(revision), generation)


def event_id(event_type: str, cause: str, discriminator: str = "") -> str:
    """Return the id of an event that another event caused."""
    return derive("event", event_type, cause, discriminator)


def undecodable_id(topic: str, partition: int, offset: int) -> str:
    """Return the id that stands for a record whose own cannot be read."""
    return derive("record", topic, str(partition), str(offset))


def outcome_id(stage: str, event: str) -> str:
    """Return the id of what a stage made of an event."""
    return derive("outcome", stage, event)


def file_message_id(session: str, line: int, content: str) -> str:
    """Return the id of a message read from a file, the same at every import."""
    return derive("line", session, str(line), digest(content))


def memory_id(
    owner: str,
    session: str,
    kind: str,
    source: str,
    canonical: tuple[str, str, str, str],
    occurrence: str = "",
) -> str:
    """Return a memory's id.

    `source` is the first source message's id or a chunk's hash; `canonical` is (subject, predicate,
    object, polarity); `occurrence` (normalised time and span) is set for what can happen twice:
    event, commitment, utterance.
    """
    return derive("memory", owner, session, kind, source, *canonical, occurrence)


def merged_memory_id(owner: str, sources: list[str]) -> str:
    """Return the id of the memory that several were merged into."""
    return derive("memory", owner, "merged", *sorted(sources))
