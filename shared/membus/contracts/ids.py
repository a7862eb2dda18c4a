"""Ids that any process derives alike: uuid5 of percent-encoded parts, SHA-256 for long text."""

import hashlib
import os
import re
import time
from collections.abc import Iterable
from urllib.parse import quote
from uuid import UUID

NAMESPACE = UUID("6f1d1c8e-3f0a-5b53-9d0b-6d656d627573")  # ends in "membus"
_NAMESPACE_BYTES = NAMESPACE.bytes
# The RFC's variant sets the first two bits of the 17th digit to 1 and 0.
_VARIANTS = {digit: "89ab"[int(digit, 16) & 3] for digit in "0123456789abcdef"}
_needs_no_quotes = re.compile(r"[A-Za-z0-9_.~-]+").fullmatch


def join(*parts: str) -> str:
    """Percent-encode every part and join with '/', so that no part can pose as two."""
    return "/".join([_quoted(part) for part in parts])


def derive(*parts: str) -> str:
    """Return the uuid5 of the joined parts."""
    return _hashed(_NAMESPACE_BYTES + join(*parts).encode())


def uuid7() -> str:
    """Return a new time-ordered id (RFC 9562, version 7)."""
    return _written(f"{time.time_ns() // 1_000_000:012x}{os.urandom(10).hex()}", "7")


def _quoted(part: str) -> str:
    return part if _needs_no_quotes(part) else quote(part, safe="")


def _hashed(name: bytes) -> str:
    # What uuid5 does (RFC 9562), in a third of its time: every outcome of a record has such an id.
    return _written(hashlib.sha1(name, usedforsecurity=False).hexdigest(), "5")


def _written(d: str, version: str) -> str:
    """Return the first 32 of some hex digits as a UUID of a version, RFC variant."""
    return f"{d[:8]}-{d[8:12]}-{version}{d[13:16]}-{_VARIANTS[d[16]]}{d[17:20]}-{d[20:32]}"


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


def inbox_key(whose: str, event: str) -> str:
    """Return what a stage remembers an event by.

    An event id is a producer's own, so `whose` says in whose log it is: a session identity, or an
    owner.
    """
    return join(whose, event)


def undecodable_id(topic: str, partition: int, offset: int) -> str:
    """Return the id that stands for a record whose own cannot be read."""
    return derive("record", topic, str(partition), str(offset))


def outcome_id(stage: str, event: str) -> str:
    """Return the id of what a stage made of an event."""
    return derive("outcome", stage, event)


def outcome_ids(stage: str, events: Iterable[str]) -> list[str]:
    """Return `outcome_id` for many events of one stage."""
    prefix = _NAMESPACE_BYTES + join("outcome", stage).encode() + b"/"
    return [_hashed(prefix + _quoted(event).encode()) for event in events]


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
