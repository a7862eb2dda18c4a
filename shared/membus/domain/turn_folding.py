"""The fold of a session: one record more, and the revisions of turns that it publishes.

Pure: a record's effect depends on the state and the record alone, so that a replay repeats it.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from membus.contracts.envelope import Envelope
from membus.contracts.events.turns import ClosedBy
from membus.contracts.msg import Msg
from membus.domain.turn_labelling import BY_RULES, Labels
from membus.domain.turn_merging import content_digest, lightened, merge
from membus.domain.turn_publishing import Publication, republish
from membus.domain.turns import Message, SessionState
from membus.errors import MalformedError, NotAllowedError


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record lies in the log, and when the log took it in."""

    partition: int
    offset: int
    appended_at: datetime


@dataclass(frozen=True, slots=True)
class Step:
    """A session after one record.

    `fate` is what became of the record: a new message, more of one, nothing new of one, one seen
    before, a closing, or nothing to close. `message` is the message it was about.
    """

    state: SessionState
    fate: Literal["new", "grown", "unchanged", "duplicate", "closed", "void"]
    message: Message | None = None
    published: tuple[Publication, ...] = ()


def add_message(
    state: SessionState | None,
    envelope: Envelope,
    msg: Msg,
    place: Place,
    labels: Labels = BY_RULES,
) -> Step:
    """Fold one message in; state None starts the session.

    Raises NotAllowedError for a message of another owner, and MalformedError for a message id that
    stands for another role.
    """
    if state is None:
        state = _opened(envelope, place)
    _check_owner(state, envelope)
    state = _read_to(state, place.offset)
    digest, msg = content_digest(msg), lightened(msg)
    stored = find(state, msg.id)
    if stored is None:
        message = _first(state, envelope, msg, place, digest)
        state = state.model_copy(update={"next_ordinal": state.next_ordinal + 1})
        return _with(state, "new", message, None, place, labels)
    if stored.msg.role != msg.role:
        raise MalformedError(
            f"message id {msg.id!r} stands for a message of role {stored.msg.role}: use a new id"
        )
    if digest in stored.hashes:
        return Step(state, "duplicate", stored)
    message = _grown(stored, envelope, msg, place, digest)
    if message.digest == stored.digest and message.at == stored.at:
        return Step(state, "unchanged", stored)
    return _with(state, "grown", message, stored, place, labels)


def end_session(
    state: SessionState, envelope: Envelope, offset: int, labels: Labels = BY_RULES
) -> Step:
    """Close what is open because the session ended. Raises NotAllowedError as `add_message`."""
    _check_owner(state, envelope)
    return _fenced(_read_to(state, offset), offset, "session_ended", labels)


def go_idle(
    state: SessionState, last_offset: int | None, offset: int, labels: Labels = BY_RULES
) -> Step:
    """Close what is open after idleness; void when the newest message is not at `last_offset`."""
    state = _read_to(state, offset)
    if last_offset != state.last_offset:
        return Step(state, "void")
    return _fenced(state, state.last_offset, "idle", labels)


def find(state: SessionState, message_id: str) -> Message | None:
    """Return a message among the turns that the state carries."""
    for turn in reversed(state.turns):
        for message in turn.messages:
            if message.msg.id == message_id:
                return message
    return None


def _opened(envelope: Envelope, place: Place) -> SessionState:
    return SessionState(
        session=envelope.session,
        tenant_id=envelope.tenant_id,
        session_id=envelope.session_id,
        user_id=envelope.user_id,
        space_id=envelope.space_id or None,
        participants=envelope.participants,
        partition=place.partition,
        position=place.offset,
        last_offset=place.offset,
        last_append_at=place.appended_at,
    )


def _check_owner(state: SessionState, envelope: Envelope) -> None:
    if state.participants == "one" and envelope.user_id != state.user_id:
        raise NotAllowedError(
            f"session {state.session_id!r} belongs to another user: open one of your own, "
            "or a new one with participants=many"
        )
    if (envelope.space_id or None) != state.space_id:
        whose = "another space" if state.space_id else "a user, not of a space"
        raise NotAllowedError(
            f"session {state.session_id!r} feeds the memory of {whose}: open a new session"
        )


def _read_to(state: SessionState, offset: int) -> SessionState:
    return state.model_copy(update={"position": max(state.position, offset + 1)})


def _fenced(state: SessionState, fence: int, by: ClosedBy, labels: Labels) -> Step:
    if state.open_from is None:
        return Step(state, "void")
    state = state.model_copy(update={"fence": max(state.fence, fence), "fence_by": by})
    state, published = republish(state, None, state.turns[-1].place, labels)
    return Step(state, "closed", None, published)


def _with(
    state: SessionState,
    fate: Literal["new", "grown"],
    message: Message,
    stored: Message | None,
    place: Place,
    labels: Labels,
) -> Step:
    state = state.model_copy(
        update={"last_offset": place.offset, "last_append_at": place.appended_at}
    )
    since = min(message.place, stored.place) if stored else message.place
    state, published = republish(state, message, since, labels)
    return Step(state, fate, find(state, message.msg.id), published)


def _first(state: SessionState, envelope: Envelope, msg: Msg, place: Place, digest: str) -> Message:
    return Message(
        msg=msg,
        event_id=envelope.event_id,
        offset=place.offset,
        ordinal=state.next_ordinal,
        at=envelope.occurred_at,
        appended_at=place.appended_at,
        agent_id=envelope.agent_id,
        visibility=envelope.visibility,
        user_zone=envelope.user_zone,
        task_id=envelope.task_id,
        correlation_id=envelope.correlation_id,
        offsets=(place.offset,),
        hashes=(digest,),
        digest=content_digest(msg),
        pending=(place.offset,),
    )


def _grown(stored: Message, envelope: Envelope, msg: Msg, place: Place, digest: str) -> Message:
    merged = merge(stored.msg, msg)
    return stored.model_copy(
        update={
            "msg": merged,
            "at": min(stored.at, envelope.occurred_at),
            "offsets": (*stored.offsets, place.offset),
            "hashes": (*stored.hashes, digest),
            "digest": content_digest(merged),
            "pending": (*stored.pending, place.offset),
            "label": None,
        }
    )
