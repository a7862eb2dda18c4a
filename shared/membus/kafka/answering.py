"""What recall says about a question, and to whom: answer, refusal, record. Pure: no Kafka."""

import json
from dataclasses import dataclass
from datetime import datetime

from membus.contracts import ids
from membus.contracts.envelope import Envelope, seal
from membus.contracts.events.recalls import RecallAnswered, RecallRecorded, RecallRequested
from membus.errors import MembusError

_PRODUCER = "recall"
_LONGEST_ID = 512


def answer_id(request_id: str) -> str:
    """Return the event id of a question's answer, the same from whoever answers."""
    return ids.event_id("RecallAnswered", request_id)


@dataclass(frozen=True, slots=True)
class Address:
    """Who asked, and in which partition the answer is waited for."""

    request_id: str
    partition: int
    tenant_id: str
    user_id: str
    session_id: str = ""
    event_id: str | None = None
    correlation_id: str | None = None


def address_of(envelope: Envelope, request: RecallRequested) -> Address:
    """Return where a well-formed question wants its answer."""
    return Address(
        request_id=request.request_id,
        partition=request.reply_partition,
        tenant_id=envelope.tenant_id,
        user_id=envelope.user_id,
        session_id=envelope.session_id,
        event_id=envelope.event_id,
        correlation_id=envelope.correlation_id,
    )


def address_in(value: bytes | None) -> Address | None:
    """Return the address that can be read in a malformed question, None where there is none."""
    try:
        raw = json.loads(value or b"")
        body = raw["body"]
        request_id, partition = body["request_id"], body["reply_partition"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    if not isinstance(request_id, str) or type(partition) is not int:
        return None

    def text(name: str, default: str) -> str:
        found = raw.get(name)
        return found if isinstance(found, str) and 0 < len(found) <= _LONGEST_ID else default

    return Address(
        request_id=request_id,
        partition=partition,
        tenant_id=text("tenant_id", "default"),
        user_id=text("user_id", "unknown"),
        session_id=text("session_id", ""),
        event_id=text("event_id", "") or None,
    )


def refusal(request_id: str, error: MembusError) -> RecallAnswered:
    """Return the answer to a question that was refused: the error's class and message."""
    said = {"class": type(error).__name__, "message": str(error)}
    return RecallAnswered(request_id=request_id, fresh=False, error=said)


def answered(address: Address, answer: RecallAnswered, now: datetime) -> Envelope:
    """Return the event that answers; a question answered twice gets the same event id."""
    return Envelope(
        event_id=answer_id(address.request_id),
        type="RecallAnswered",
        tenant_id=address.tenant_id,
        user_id=address.user_id,
        session_id=address.session_id,
        occurred_at=now,
        producer=_PRODUCER,
        causation_id=address.event_id,
        correlation_id=address.correlation_id or address.request_id,
        body=seal(answer),
    )


def recorded(
    asked: Envelope,
    request: RecallRequested,
    answer: RecallAnswered,
    now: datetime,
    latency_ms: float,
) -> Envelope | None:
    """Return the record of a recall; None for a refused one and for a mere wait (no query)."""
    if answer.error is not None or not request.query.strip():
        return None
    body = RecallRecorded(
        request=request,
        memory_ids=[hit.memory.memory_id for hit in answer.hits],
        scores=[hit.score for hit in answer.hits],
        parts=[hit.parts for hit in answer.hits],
        excluded=answer.excluded,
        abstained=answer.abstained,
        fresh=answer.fresh,
        answered_at=now,
        latency_ms=latency_ms,
    )
    return asked.model_copy(
        update={
            "event_id": ids.event_id("RecallRecorded", request.request_id),
            "type": "RecallRecorded",
            "occurred_at": now,
            "producer": _PRODUCER,
            "causation_id": asked.event_id,
            "correlation_id": asked.correlation_id or request.request_id,
            "body": seal(body),
        }
    )
