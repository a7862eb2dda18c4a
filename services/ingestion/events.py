"""The events that ingestion publishes, and the entries of the window: plain construction."""

from collections.abc import Sequence
from datetime import timedelta

from membus.contracts import ids
from membus.contracts.base import JsonObject
from membus.contracts.envelope import Envelope, seal
from membus.contracts.events.messages import Tick
from membus.contracts.events.recalls import WindowMessage
from membus.contracts.msg import spoken_text
from membus.domain.relevance import without_memory
from membus.domain.turn_publishing import Publication
from membus.domain.turns import Message, SessionState, Turn
from membus.kafka.stage import Outgoing, Record
from membus.kafka.topic_registry import MESSAGES, TURNS
from membus.ports.turns import OpenTurn

PRODUCER = "ingestion"


def turn_closed(state: SessionState, publication: Publication, cause: Envelope) -> Outgoing:
    """Return a revision as an event: it goes on the session's owner and on its messages' terms.

    Its zone is that of the first message; it is private when any of its messages is, to the agent
    of that message.
    """
    closed, sources = publication.closed, publication.sources
    private = [message for message in sources if message.visibility == "private"]
    envelope = Envelope(
        event_id=ids.event_id(
            "TurnClosed", cause.event_id, ids.join(closed.turn_id, str(closed.revision))
        ),
        type="TurnClosed",
        schema_version=1,
        tenant_id=state.tenant_id,
        user_id=state.user_id,
        agent_id=next((each.agent_id for each in private or sources if each.agent_id), None),
        space_id=state.space_id,
        visibility="private" if private else "shared",
        session_id=state.session_id,
        participants=state.participants,
        task_id=next((message.task_id for message in sources if message.task_id), None),
        occurred_at=cause.occurred_at,
        user_zone=sources[0].user_zone,
        producer=PRODUCER,
        causation_id=cause.event_id,
        correlation_id=cause.correlation_id
        or next((message.correlation_id for message in sources if message.correlation_id), None),
        body=seal(closed),
    )
    return Outgoing(TURNS, state.session_id, envelope)


def idle_tick(turn: OpenTurn, idle_s: float) -> Outgoing:
    """Return the Tick that may close an idle turn: one and the same, however often it is made.

    Its time is the newest append plus the idleness, so that it lies before its own append.
    """
    at = turn.last_append_at + timedelta(seconds=idle_s)
    session = ids.session_identity(turn.tenant_id, turn.session_id)
    envelope = Envelope(
        event_id=ids.event_id("Tick", session, str(turn.last_offset)),
        type="Tick",
        schema_version=1,
        tenant_id=turn.tenant_id,
        user_id=turn.user_id,
        session_id=turn.session_id,
        occurred_at=at,
        producer=PRODUCER,
        body=seal(Tick(kind="idle", at=at, last_offset=turn.last_offset)),
    )
    return Outgoing(MESSAGES, turn.session_id, envelope)


def rerouted(record: Record, partition: int) -> Outgoing:
    """Return the record once more, for the partition that its key belongs to."""
    old = record.envelope.event_id
    envelope = record.envelope.model_copy(
        update={"event_id": ids.event_id(record.envelope.type, old, "reroute"), "causation_id": old}
    )
    return Outgoing(record.topic, record.key, envelope, partition)


def in_window(message: Message) -> bool:
    """Whether a message is part of the conversation: said by someone, not put in."""
    msg = message.msg
    return msg.role in {"user", "assistant"} and not msg.injected and bool(said(message).strip())


def said(message: Message) -> str:
    """Return what was said in a message, without the memory that a framework put in front."""
    return without_memory(spoken_text(message.msg))


def window_messages(
    messages: Sequence[tuple[Turn, Message]], tokens: Sequence[int]
) -> list[WindowMessage]:
    """Return the window's entries of messages, with the token counts given."""
    return [
        WindowMessage(
            message_id=message.msg.id,
            turn_id=turn.turn_id,
            role=message.msg.role,
            name=message.msg.name,
            text=said(message),
            at=message.at,
            offset=message.offset,
            ordinal=message.ordinal,
            tokens=count,
            agent_id=message.agent_id,
            visibility=message.visibility,
        )
        for (turn, message), count in zip(messages, tokens, strict=True)
    ]


def task_entry(state: SessionState, message: Message) -> JsonObject:
    """Return what a task's context keeps of a message."""
    return {
        "owner": state.owner,
        "message_id": message.msg.id,
        "session_id": state.session_id,
        "role": message.msg.role,
        "name": message.msg.name,
        "text": said(message),
        "at": message.at.isoformat(),
        "agent_id": message.agent_id,
        "visibility": message.visibility,
    }
