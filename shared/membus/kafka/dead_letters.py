"""Records that could not be handled, kept whole: their bytes, key, headers and what was wrong."""

import base64
from datetime import datetime

from membus.contracts import ids
from membus.contracts.envelope import Envelope, seal
from membus.contracts.events.outcomes import DeadLetter
from membus.kafka.decode import event_id_of
from membus.kafka.records import Source, printable
from membus.kafka.stage import Park

# What a topic of derived records takes, with room for the envelope and the record's own frame.
LARGEST_BYTES = 16 * 1024 * 1024 - 64 * 1024


def dead_letter(
    stage: str,
    source: Source,
    park: Park,
    now: datetime,
    *,
    envelope: Envelope | None,
    attempts: int = 1,
) -> Envelope:
    """Return the DeadLetter event; parking a record again gives the same event id.

    `envelope` is the record's own, None where it cannot be read.
    The value is base64. It is None for a record without one, and for one that is too large to be
    copied: then the reason says so, and the bytes lie in the log where the letter says they stood.
    A key or header that is not UTF-8 has its odd bytes written as escapes.
    """
    source_event_id = event_id_of(source, envelope)
    letter = DeadLetter(
        stage=stage,
        source_topic=source.topic,
        source_partition=source.partition,
        source_offset=source.offset,
        source_event_id=source_event_id,
        error_class=park.error_class,
        reason=printable(park.reason),
        key=None if source.key is None else _text(source.key),
        value=None if source.value is None else base64.b64encode(source.value).decode(),
        headers={name: _text(value) for name, value in source.headers},
        attempts=attempts,
        parked_at=now,
    )
    return Envelope(
        event_id=ids.event_id("DeadLetter", source_event_id, stage),
        type="DeadLetter",
        tenant_id=envelope.tenant_id if envelope else "default",
        user_id=envelope.user_id if envelope else "unknown",
        agent_id=envelope.agent_id if envelope else None,
        space_id=envelope.space_id if envelope else None,
        session_id=envelope.session_id if envelope else "",
        occurred_at=now,
        producer=stage,
        causation_id=source_event_id,
        correlation_id=envelope.correlation_id if envelope else None,
        body=seal(_fitting(letter)),
    )


def _fitting(letter: DeadLetter) -> DeadLetter:
    """Leave out what would not fit: the value stays in the log, the headers with it."""
    size = _size(letter)
    if size <= LARGEST_BYTES:
        return letter
    left = f" (the record is too large to be copied, {size} bytes with its headers: read it there)"
    slim = letter.model_copy(update={"value": None, "reason": letter.reason + left})
    if _size(slim) <= LARGEST_BYTES:
        return slim
    return slim.model_copy(update={"headers": {}, "key": None})


def _size(letter: DeadLetter) -> int:
    headers = sum(len(name.encode()) + len(text.encode()) for name, text in letter.headers.items())
    return len(letter.value or "") + len((letter.key or "").encode()) + headers


def _text(value: bytes | None) -> str:
    return (value or b"").decode("utf-8", "backslashreplace")
