"""Builds messages, turns and sessions as ingestion keeps them, with every field settable."""

from typing import Any

from tests.support.memories import T0, at

from membus.contracts import ids
from membus.contracts.events.outcomes import Outcome
from membus.contracts.msg import Msg
from membus.domain.turns import Message, SessionState, Turn


def message(message_id: str, minute: int, offset: int, **fields: Any) -> Message:
    values: dict[str, Any] = {
        "msg": Msg(id=message_id, role="user", content=f"text of {message_id}"),
        "event_id": f"event of {message_id}",
        "offset": offset,
        "ordinal": offset,
        "at": at(minute),
        "appended_at": at(minute),
        "offsets": (offset,),
        "hashes": ("hash",),
        "digest": "digest",
    }
    return Message(**values | fields)


def turn(number: int, *messages: Message, **fields: Any) -> Turn:
    """A turn that starts with its first message, or (void) at minute and offset `number`."""
    values: dict[str, Any] = {
        "turn_id": f"turn {number}",
        "started_at": messages[0].at if messages else at(number),
        "started_offset": messages[0].offset if messages else number,
        "messages": messages,
    }
    return Turn(**values | fields)


def state(
    *turns: Turn, session_id: str = "s1", tenant: str = "acme", **fields: Any
) -> SessionState:
    values: dict[str, Any] = {
        "session": ids.session_identity(tenant, session_id),
        "tenant_id": tenant,
        "session_id": session_id,
        "user_id": "ann",
        "partition": 0,
        "position": 10,
        "last_offset": 9,
        "last_append_at": T0,
        "turns": turns,
    }
    return SessionState(**values | fields)


def outcome(event_id: str, reason: str = "") -> Outcome:
    return Outcome(
        outcome_id=ids.outcome_id("ingestion", event_id),
        event_id=event_id,
        stage="ingestion",
        outcome="stored",
        reason=reason,
        offset=1,
        at=T0,
    )
