"""Sessions, turns and messages as ingestion keeps them, and which message belongs to which turn.

Membership follows time and role alone. Knows no topic, no store and no clock.
"""

from collections.abc import Sequence
from datetime import datetime

from membus.contracts import ids
from membus.contracts.base import Contract, UtcTime
from membus.contracts.envelope import Participants, Visibility
from membus.contracts.events.turns import ClosedBy, GateLabel
from membus.contracts.msg import Msg

Reading = tuple[str, str, str]
"""What a label holds for: a message's id, what it says, and what it follows."""

LOOKBACK = 5
"""Turns with messages that a store loads at or before the earliest time a batch touches.

The touched one; the one before, which it may fall back into; and three more, which hold at least
the three messages that go before it.
"""


class Message(Contract):
    """One message of a session, merged from all its records.

    `offset`, `event_id` and `appended_at` are the first record's; `ordinal` counts the session's
    messages by arrival, so that a late one renumbers nothing; `offsets` and `hashes` are those of
    every record, `digest` that of the whole. `pending` are offsets that no published revision
    covers yet; `home` is the turn whose newest published revision holds the message. `label` was
    made in view of the message whose digest is `follows`.
    """

    msg: Msg
    event_id: str
    offset: int
    ordinal: int
    at: UtcTime
    appended_at: UtcTime
    agent_id: str | None = None
    visibility: Visibility = "shared"
    user_zone: str = "UTC"
    task_id: str | None = None
    correlation_id: str | None = None
    offsets: tuple[int, ...]
    hashes: tuple[str, ...]
    digest: str
    pending: tuple[int, ...] = ()
    home: str | None = None
    label: GateLabel | None = None
    follows: str = ""

    @property
    def place(self) -> tuple[datetime, int]:
        """What orders messages: the event's time, then the log."""
        return self.at, self.offset

    @property
    def reading(self) -> Reading:
        """What its label holds for."""
        return self.msg.id, self.digest, self.follows


class Turn(Contract):
    """What was asked and what answered it.

    `revision` is the newest published one, 0 for none; `published` is the digest of what it held
    and `published_ids` its messages. `started_at` and `started_offset` are the place of its first
    message, and order turns. `closed_by` None: the turn is open. A turn without messages is void,
    and keeps the place it had.
    """

    turn_id: str
    started_at: UtcTime
    started_offset: int
    closed_by: ClosedBy | None = None
    messages: tuple[Message, ...] = ()
    revision: int = 0
    published: str = ""
    published_ids: tuple[str, ...] = ()

    @property
    def place(self) -> tuple[datetime, int]:
        """What orders turns: the place of the first message."""
        return self.started_at, self.started_offset


class SessionState(Contract):
    """One session: what its first message fixed, how far it was read, and (some of) its turns.

    `position` is the offset after the last record folded in; a state never replaces one with a
    higher position. `last_offset` and `last_append_at` are those of the newest record that added
    something. Every record up to `fence` lies in a turn that `fence_by` has closed. `open_from` is
    the lowest offset that no published revision covers, None where there is none. `turns` are in
    order of time.
    """

    session: str
    tenant_id: str
    session_id: str
    user_id: str
    space_id: str | None = None
    participants: Participants = "one"
    partition: int
    position: int
    last_offset: int
    last_append_at: UtcTime
    next_ordinal: int = 0
    fence: int = -1
    fence_by: ClosedBy = "idle"
    open_from: int | None = None
    turns: tuple[Turn, ...] = ()

    @property
    def owner(self) -> str:
        """Whose memory the session feeds."""
        return ids.owner_of(self.tenant_id, self.user_id, self.space_id)


def segment(messages: Sequence[Message], participants: Participants) -> list[list[Message]]:
    """Cut a session's messages into turns, in order of time.

    `one`: consecutive user messages and the replies that follow, up to the next user message.
    `many`: each message by itself.
    """
    turns: list[list[Message]] = []
    for message in sorted(messages, key=lambda each: each.place):
        asks = message.msg.role == "user"
        if not turns or participants == "many" or (asks and turns[-1][-1].msg.role != "user"):
            turns.append([])
        turns[-1].append(message)
    return turns


def closing(turn: Sequence[Message], state: SessionState, *, followed: bool) -> ClosedBy | None:
    """Return what closes a turn, None while it is open; `followed` by another turn of the session.

    A finished reply says so itself. A turn that another follows ends there. Else a fence (idleness
    or the session's end) closes what lay before it.
    """
    if state.participants == "many":
        return "message"
    by = _finished_by(turn)
    if by is None and followed:
        by = "reply_interrupted"
    if by is None and max(message.offsets[-1] for message in turn) <= state.fence:
        by = state.fence_by
    return by


def _finished_by(turn: Sequence[Message]) -> ClosedBy | None:
    replies = [message.msg for message in turn if message.msg.role == "assistant"]
    if not replies or replies[-1].finished_at is None:
        return None
    match replies[-1].finished_reason:
        case "interrupted":
            return "reply_interrupted"
        case "error" | "exceed_max_iters":
            return "reply_failed"
        case _:
            return "reply_completed"
