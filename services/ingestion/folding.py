"""Folds the records of a batch into their sessions, in order. Pure: it reads and writes nothing."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from membus.contracts import ids
from membus.contracts.base import LATEST
from membus.contracts.envelope import Envelope
from membus.contracts.events.messages import MessagePublished, SessionEnded, Tick
from membus.contracts.events.outcomes import Outcome
from membus.domain.turn_folding import Place, Step, add_message, end_session, go_idle
from membus.domain.turn_labelling import BY_RULES, Labels
from membus.domain.turn_publishing import Publication
from membus.domain.turns import SessionState
from membus.errors import PermanentError
from membus.kafka.stage import Done, Park, Record
from membus.ports.turns import Touched
from services.ingestion.events import rerouted, turn_closed

PartitionOf = Callable[[str], int]
"""Which partition of the messages topic a key belongs to."""


class BatchFold:
    """The sessions of a batch as they stand after the records folded so far, and what they publish.

    `labels` are, by session, those that a gate decided.
    """

    def __init__(
        self,
        states: Mapping[str, SessionState],
        known: Mapping[str, Outcome],
        partition_of: PartitionOf,
        labels: Mapping[str, Labels],
    ) -> None:
        self.states = dict(states)
        self.published: list[tuple[str, Publication]] = []
        self._labels = labels
        self._made = made_before(known)
        self._partition_of = partition_of

    def take(self, records: Sequence[Record]) -> list[Done | Park]:
        """Fold records in, in order, and return each one's result."""
        return [self._take(record) for record in records]

    def _take(self, record: Record) -> Done | Park:
        """Fold one record in and return its result; of an event seen before, the same result."""
        key = inbox_key(record.envelope)
        made = self._made.get(key)
        if made is not None:
            return made
        try:
            result = self._fold(record)
        except PermanentError as error:
            return Park(str(error), type(error).__name__)
        if isinstance(result, Done):
            # Published once: a copy of the event in this batch only repeats the outcome.
            self._made[key] = Done(result.outcome, result.reason, result.produced)
        return result

    def _fold(self, record: Record) -> Done | Park:
        envelope, body = record.envelope, record.body
        if not envelope.session_id:
            return Park("session_id is missing: name the conversation that this belongs to")
        right = self._partition_of(envelope.session_id)
        if right != record.partition:
            again = rerouted(record, right)
            return Done("skipped", "rerouted", (again.envelope.event_id,), (again,))
        state = self.states.get(envelope.session)
        labels = self._labels.get(envelope.session, BY_RULES)
        match body:
            case MessagePublished():
                step = _add(state, record, body, labels)
                done = _done_with_message(step, envelope)
            case SessionEnded() if state is not None:
                step = end_session(state, envelope, record.offset, labels)
                done = _done_with_closing(step, envelope, "nothing was open")
            case Tick(kind="idle") if state is not None:
                step = go_idle(state, body.last_offset, record.offset, labels)
                done = _done_with_closing(step, envelope, "void")
            case SessionEnded() | Tick(kind="idle"):
                return Done("skipped", "unknown session")
            case _:
                return Park(f"{envelope.type} does not belong on {record.topic}", "MalformedError")
        self.states[envelope.session] = step.state
        self.published += [(envelope.session, each) for each in step.published]
        return done


def inbox_key(envelope: Envelope) -> str:
    """Return what ingestion remembers an event by: a document has an owner, and no session."""
    whose = envelope.session if envelope.session_id else envelope.owner
    return ids.inbox_key(whose, envelope.event_id)


def made_before(known: Mapping[str, Outcome]) -> dict[str, Done]:
    """Return recorded outcomes as results, by inbox key; nothing is published again."""
    return {
        key: Done(outcome.outcome, outcome.reason, tuple(outcome.produced))
        for key, outcome in known.items()
    }


def touched(records: Sequence[Record]) -> dict[str, Touched]:
    """Return what the records touch of each session, for the store to load."""
    since: dict[str, datetime] = {}
    named: dict[str, set[str]] = {}
    for record in records:
        session = record.envelope.session
        is_message = isinstance(record.body, MessagePublished)
        # A closing touches the last turn alone, whenever that was.
        at = record.envelope.occurred_at if is_message else LATEST
        since[session] = min(at, since.get(session, LATEST))
        names = named.setdefault(session, set())
        if isinstance(record.body, MessagePublished):
            names.add(with_id(record.body, record.envelope).msg.id)
    return {session: Touched(at, frozenset(named[session])) for session, at in since.items()}


def with_id(body: MessagePublished, envelope: Envelope) -> MessagePublished:
    """Return the body with a message id: clients give one, a bare producer's event id serves."""
    if body.msg.id:
        return body
    msg = body.msg.model_copy(update={"id": envelope.event_id})
    return body.model_copy(update={"msg": msg})


@lru_cache(maxsize=1024)
def is_zone(name: str) -> bool:
    """Whether a name is an IANA time zone that this machine knows."""
    try:
        ZoneInfo(name).utcoffset(datetime(2000, 1, 1, tzinfo=UTC))
    except (LookupError, ValueError, OSError):
        return False
    return True


def _add(
    state: SessionState | None, record: Record, body: MessagePublished, labels: Labels
) -> Step:
    place = Place(record.partition, record.offset, record.appended_at)
    envelope = record.envelope
    if not is_zone(envelope.user_zone):
        envelope = envelope.model_copy(update={"user_zone": "UTC"})
    return add_message(state, envelope, with_id(body, envelope).msg, place, labels)


def _done_with_message(step: Step, cause: Envelope) -> Done:
    message = step.message
    assert message is not None
    assert message.label is not None
    emit = tuple(turn_closed(step.state, each, cause) for each in step.published)
    produced = tuple(each.envelope.event_id for each in emit)
    note = ""
    if not is_zone(cause.user_zone):
        note = f"user_zone {cause.user_zone!r} is no IANA zone: UTC is used"
    match step.fate:
        case "duplicate":
            return Done("skipped", "duplicate")
        case "unchanged":
            return Done("merged", "nothing new")
        case "grown":
            return Done("merged", note, produced, emit)
    if not message.label.relevant:
        return Done("skipped", message.label.reason, produced, emit)
    return Done("stored", note, produced, emit)


def _done_with_closing(step: Step, cause: Envelope, otherwise: str) -> Done:
    if step.fate == "void":
        return Done("skipped", otherwise)
    emit = tuple(turn_closed(step.state, each, cause) for each in step.published)
    return Done("stored", "", tuple(each.envelope.event_id for each in emit), emit)
