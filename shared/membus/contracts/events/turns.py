"""Bodies on the turns and summaries topics: what was said, in order and complete."""

from typing import Literal

from pydantic import Field

from membus.contracts.base import Contract, UtcTime
from membus.contracts.msg import Msg

ClosedBy = Literal[
    "reply_completed",
    "reply_failed",
    "reply_interrupted",
    "idle",
    "message",
    "session_ended",
]


class GateLabel(Contract):
    """Whether a message may hold something worth remembering, why not, and which gate says so."""

    relevant: bool
    reason: str = ""
    gate: str = "rules"


class TurnMessage(Contract):
    """One message of a turn: where it lies in the log, its ordinal in the session, its label."""

    msg: Msg
    event_id: str
    partition: int
    offset: int
    ordinal: int
    at: UtcTime
    appended_at: UtcTime
    label: GateLabel


class ContextMessage(Contract):
    """A message before the turn, so that later stages need no other store."""

    role: str
    name: str = ""
    text: str
    at: UtcTime


class TurnClosed(Contract):
    """One revision of a turn; it replaces every lower one. No messages: the turn is void.

    `covers` are the messages' offsets in `partition`; `settled_to` is the offset below which every
    message of the session lies in a closed turn. A skipped turn travels on, so that marks move.
    """

    turn_id: str
    revision: int = Field(ge=1)
    closed_by: ClosedBy
    messages: list[TurnMessage]
    before: list[ContextMessage] = []
    partition: int
    covers: list[int]
    settled_to: int
    skipped: bool = False
    skip_reason: str = ""


class Summary(Contract):
    """AgentScope's five headings of a summarised context."""

    task_overview: str = ""
    current_state: str = ""
    important_discoveries: str = ""
    next_steps: str = ""
    context_to_preserve: str = ""


class SummaryWritten(Contract):
    """A session outgrew its window: what lies before `covers_to` is now this summary."""

    summary: Summary
    covers_to: int
    partition: int
    turn_id: str
    messages: int
    tokens_before: int
    tokens_after: int
    previous: str | None = None
    truncated: bool = False
    summariser: str = "rules"
