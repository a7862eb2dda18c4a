"""The changes that consolidation proposes, each with an id that follows from its cause."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from urllib.parse import unquote

from membus.contracts import ids
from membus.contracts.base import Contract
from membus.contracts.envelope import Envelope, seal
from membus.contracts.events.changes import DemotionProposed, ExpiryProposed, HitCounted
from membus.contracts.events.messages import Tick
from membus.contracts.events.recalls import RecallRecorded
from membus.contracts.memory import Memory
from membus.kafka.stage import Outgoing
from membus.kafka.topic_registry import CHANGES

_PRODUCER = "consolidation"


def hits(recorded: Envelope, body: RecallRecorded) -> list[Outgoing]:
    """Return one HitCounted for the user, and one for each space that the recall read.

    A recall's record does not say whose each memory is; the writer counts those of the owner that
    the change is keyed by, and passes over the others.
    """
    if not body.memory_ids:
        return []
    counted = HitCounted(
        request_id=body.request.request_id, memory_ids=body.memory_ids, at=body.answered_at
    )
    spaces = [recorded.space_id, *body.request.spaces]
    return [
        _change(recorded.model_copy(update={"space_id": space}), counted, space or "")
        for space in dict.fromkeys((None, *spaces))
    ]


def expiry(tick: Envelope, due: Sequence[Memory], at: datetime) -> Outgoing:
    """Return the proposal to expire memories, with the versions that were read."""
    versions = {memory.memory_id: memory.version for memory in due}
    body = ExpiryProposed(memory_ids=list(versions), versions=versions, at=at)
    return _change(tick, body, _which(versions))


def demotion(tick: Envelope, unused: Sequence[Memory], at: datetime) -> Outgoing:
    """Return the proposal to demote memories, with the versions that were read."""
    versions = {memory.memory_id: memory.version for memory in unused}
    body = DemotionProposed(memory_ids=list(versions), versions=versions, at=at)
    return _change(tick, body, _which(versions))


def expire_tick(owner: str, memory: Memory, now: datetime) -> Outgoing:
    """Return the Tick that lets an owner's memories age; `memory` is one that is due."""
    kind, name = (unquote(part) for part in owner.split("/")[1:])
    due = f"{memory.memory_id}@{memory.version}"
    envelope = Envelope(
        event_id=ids.event_id("Tick", owner, due),
        type="Tick",
        tenant_id=memory.tenant_id,
        user_id=memory.user_id,
        space_id=name if kind == "s" else None,
        occurred_at=now,
        producer=_PRODUCER,
        body=seal(Tick(kind="expire", at=now)),
    )
    return Outgoing(CHANGES, owner, envelope)


def _which(versions: Mapping[str, int]) -> str:
    """Return what tells proposals of one Tick apart: handled again, it may find others due."""
    return ids.digest(ids.join(*(f"{name}@{number}" for name, number in sorted(versions.items()))))


def _change(cause: Envelope, body: Contract, discriminator: str = "") -> Outgoing:
    name = type(body).__name__
    envelope = cause.model_copy(
        update={
            "event_id": ids.event_id(name, cause.event_id, discriminator),
            "type": name,
            "schema_version": 1,
            "producer": _PRODUCER,
            "causation_id": cause.event_id,
            "body": seal(body),
        }
    )
    return Outgoing(CHANGES, envelope.owner, envelope)
