"""Documents become chunks for the writer, in order. Pure: it reads and writes nothing."""

from collections.abc import Mapping, Sequence

from membus.contracts import ids
from membus.contracts.envelope import Envelope, seal
from membus.contracts.events.changes import DocumentChunked
from membus.contracts.events.messages import DocumentPublished, DocumentRemoved
from membus.contracts.events.outcomes import Outcome
from membus.domain.chunking import ChunkSize, chunks
from membus.kafka.stage import Done, Outgoing, Park, Record
from membus.kafka.topic_registry import CHANGES
from services.ingestion.events import PRODUCER
from services.ingestion.folding import inbox_key, made_before


def take_documents(
    records: Sequence[Record], known: Mapping[str, Outcome], size: ChunkSize
) -> list[Done | Park]:
    """Return each record's result; of an event seen before, the same result.

    The same text in another event is the writer's to tell: only it knows what it holds by then.
    """
    made = made_before(known)
    return [_take(record, made, size) for record in records]


def _take(record: Record, made: dict[str, Done], size: ChunkSize) -> Done | Park:
    body, envelope = record.body, record.envelope
    if not isinstance(body, DocumentPublished | DocumentRemoved):
        return Park(f"{envelope.type} does not belong on {record.topic}", "MalformedError")
    if record.key != body.source_id:
        return Park("the record's key must be its source_id", "KeyMismatchError")
    key = inbox_key(envelope)
    if key in made:
        return made[key]
    done = _chunked(body, envelope, size)
    # Published once: a copy of the event in this batch only repeats the outcome.
    made[key] = Done(done.outcome, done.reason, done.produced)
    return done


def _chunked(body: DocumentPublished | DocumentRemoved, cause: Envelope, size: ChunkSize) -> Done:
    match body:
        case DocumentPublished(title=title, text=text):
            pass
        case DocumentRemoved():
            title = text = ""
    change = DocumentChunked(
        source_id=_storable(body.source_id),
        title=_storable(title),
        chunks=chunks(_storable(text), size),
        document_hash=ids.digest(text),
    )
    event = _event(change, cause)
    produced = (event.envelope.event_id,)
    if change.chunks or isinstance(body, DocumentRemoved):
        return Done("stored", "", produced, (event,))
    # It travels on all the same: what the source said before is gone.
    return Done("skipped", "empty", produced, (event,))


def _event(change: DocumentChunked, cause: Envelope) -> Outgoing:
    envelope = Envelope(
        event_id=ids.event_id("DocumentChunked", cause.event_id),
        type="DocumentChunked",
        schema_version=1,
        tenant_id=cause.tenant_id,
        user_id=cause.user_id,
        agent_id=cause.agent_id,
        space_id=cause.space_id,
        visibility=cause.visibility,
        occurred_at=cause.occurred_at,
        user_zone=cause.user_zone,
        producer=PRODUCER,
        causation_id=cause.event_id,
        correlation_id=cause.correlation_id,
        body=seal(change),
    )
    return Outgoing(CHANGES, envelope.owner, envelope)


def _storable(text: str) -> str:
    # No store keeps NUL; the log does.
    return text.replace("\x00", "\ufffd")
