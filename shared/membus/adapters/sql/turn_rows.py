"""Sessions, turns and messages as rows. Knows no query."""

from typing import Any

from membus.adapters.sql.columns import joined
from membus.contracts.events.outcomes import Outcome
from membus.domain.turns import SessionState, Turn

Values = dict[str, Any]


def message_name(session: str, message_id: str) -> str:
    """Return what a message of a session is looked up by."""
    return joined([session, message_id])


def session_row(state: SessionState) -> Values:
    """Return a session's row, without its turns."""
    return {
        "session": state.session,
        "tenant_id": state.tenant_id,
        "position": state.position,
        "last_append_at": state.last_append_at,
        "open_from": state.open_from,
        "body": state.model_copy(update={"turns": ()}).model_dump_json(),
    }


def turn_row(session: str, turn: Turn) -> Values:
    """Return a turn's row."""
    return {
        "session": session,
        "turn_id": turn.turn_id,
        "started_at": turn.started_at,
        "started_offset": turn.started_offset,
        "void": not turn.messages,
        "body": turn.model_dump_json(),
    }


def message_rows(session: str, turn: Turn) -> list[Values]:
    """Return a row a message of a turn, with its place."""
    return [
        {
            "name": message_name(session, message.msg.id),
            "at": message.at,
            "offset": message.offset,
        }
        for message in turn.messages
    ]


def outcome_row(inbox_key: str, outcome: Outcome) -> Values:
    """Return an outcome's row."""
    return {"inbox_key": inbox_key, "body": outcome.model_dump_json()}
