"""Reads the whole log into accounts: what each stage owes, and what it said. Touches nothing."""

from collections.abc import Callable
from dataclasses import dataclass, field

from membus.contracts import ids
from membus.contracts.envelope import Envelope
from membus.contracts.events.changes import FactSetExtracted
from membus.contracts.events.messages import MessagePublished
from membus.contracts.events.outcomes import OutcomeBatch
from membus.contracts.events.turns import TurnClosed
from membus.domain.accounting import STAGES_OF_TOPIC, Accounts, Place
from membus.kafka.reader import LogRecord, read_log
from membus.kafka.topics import OUTCOMES

Wanted = Callable[[Envelope], bool]


@dataclass(slots=True)
class Audited:
    """The accounts, and what the log holds of the events that were wanted."""

    accounts: Accounts = field(default_factory=Accounts)
    messages: dict[str, set[str]] = field(default_factory=dict)
    facts: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def facts_found(self) -> int:
        """Facts in the newest revision of every turn."""
        return sum(count for _, count in self.facts.values())


async def audit_log(
    bootstrap_servers: str,
    wanted: Wanted | None = None,
    progress: Callable[[str, int], None] = lambda _topic, _records: None,
) -> Audited:
    """Read every topic that a stage must account for, then the outcomes.

    In this order, so that an outcome may be missing only where the stage has not said it yet.
    `wanted` keeps to some envelopes; then what cannot be read belongs to nobody. `progress` is told
    the topic and how many of its records were read. Raises UnavailableError.
    """
    audited = Audited()
    for topic in (*STAGES_OF_TOPIC, OUTCOMES):
        read = 0
        async for record in read_log(bootstrap_servers, topic):
            read += 1
            progress(topic, read)
            if topic == OUTCOMES:
                _outcomes(audited, record)
            elif record.envelope is None:
                # Whose it is, only its bytes could say.
                if wanted is not None:
                    continue
                place = Place(topic, record.partition, record.offset)
                audited.accounts.expect(ids.undecodable_id(*_place(record)), "", place)
            elif wanted is None or wanted(record.envelope):
                _expect(audited, record, record.envelope)
    return audited


def _expect(audited: Audited, record: LogRecord, envelope: Envelope) -> None:
    place = Place(*_place(record))
    audited.accounts.expect(envelope.event_id, envelope.type, place)
    match record.body:
        case MessagePublished(msg=msg):
            message = ids.join(envelope.tenant_id, envelope.session_id, msg.id)
            audited.messages.setdefault(message, set()).add(envelope.event_id)
        case TurnClosed() as turn:
            messages = tuple(
                ids.join(envelope.tenant_id, envelope.session_id, one.msg.id)
                for one in turn.messages
            )
            audited.accounts.turn(turn.turn_id, turn.revision, messages, place)
        case FactSetExtracted() as found:
            known = audited.facts.get(found.turn_id, (0, 0))
            if found.revision > known[0]:
                audited.facts[found.turn_id] = (found.revision, len(found.facts))


def _outcomes(audited: Audited, record: LogRecord) -> None:
    if isinstance(record.body, OutcomeBatch):
        for outcome in record.body.outcomes:
            audited.accounts.outcome(outcome)


def _place(record: LogRecord) -> tuple[str, int, int]:
    return record.topic, record.partition, record.offset
