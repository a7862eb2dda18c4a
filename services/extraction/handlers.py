"""Extraction: a turn becomes one fact set. The use case over ports; it knows no Kafka client."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from membus.bootstrap import ExtractionParts
from membus.contracts import ids
from membus.contracts.envelope import Envelope, seal
from membus.contracts.events.changes import FactSetExtracted, MessageRef
from membus.contracts.events.turns import TurnClosed, TurnMessage
from membus.kafka.stage import Done, Outgoing, Record, Result, StageOptions
from membus.kafka.topic_registry import CHANGES, TURNS
from membus.ports.models import Extraction
from membus.settings import Settings

# Stateless, and the writer takes the first fact set of a turn's revision: so a slow turn holds
# neither its neighbours nor, on the retry topic, the commit of others.
OPTIONS = StageOptions(
    name="extraction", topics=(TURNS,), lanes=True, ordered=False, types=("TurnClosed",)
)


def options(settings: Settings) -> StageOptions:
    """Return how the runtime feeds the stage.

    A model takes seconds a turn: one at a time, and no more keys side by side than it takes calls,
    so that none waits for its slot until the stage's deadline parks it.
    """
    if settings.extraction.extractor == "rules":
        return OPTIONS
    return replace(OPTIONS, max_batch=1, max_lanes=settings.llm.concurrency)


class ExtractionStage:
    """Reads facts out of turns; a skipped turn travels on, so that the writer's mark moves."""

    def __init__(self, parts: ExtractionParts, settings: Settings) -> None:
        self._extractor = parts.extractor
        self._generation = settings.generation

    async def handle(self, records: Sequence[Record]) -> Sequence[Result]:
        """Return one result a record: its fact set, published by the owner."""
        return [await self._extracted(record) for record in records]

    async def settle(self, done: Sequence[tuple[Record, Done]]) -> None:
        """Nothing is kept: the fact set in the log is all there is."""

    async def assigned(self, partitions: Collection[tuple[str, int]]) -> None:
        """Nothing is kept that another member could outdate."""

    async def revoked(self, partitions: Collection[tuple[str, int]]) -> None:
        """Nothing is held."""

    async def _extracted(self, record: Record) -> Done:
        turn, cause = record.body, record.envelope
        if not isinstance(turn, TurnClosed):
            return Done(None)
        read = Extraction([], self._extractor.name, self._extractor.version)
        if not turn.skipped:
            read = await self._extractor.extract(turn, cause.user_zone)
        event = self._event(turn, read, cause)
        return Done(
            outcome="skipped" if turn.skipped else "stored",
            reason=turn.skip_reason if turn.skipped else "",
            produced=(event.event_id,),
            emit=(Outgoing(CHANGES, event.owner, event),),
        )

    def _event(self, turn: TurnClosed, read: Extraction, cause: Envelope) -> Envelope:
        """Return the fact set on the turn's terms: its owner, session, agent, visibility, zone."""
        fact_set_id = ids.fact_set_id(turn.turn_id, turn.revision, self._generation)
        body = FactSetExtracted(
            fact_set_id=fact_set_id,
            turn_id=turn.turn_id,
            revision=turn.revision,
            extractor=read.extractor,
            extractor_version=read.version,
            facts=read.facts,
            messages=[_reference(message) for message in turn.messages],
            partition=turn.partition,
            covers=turn.covers,
            settled_to=turn.settled_to,
            skip_reason=turn.skip_reason if turn.skipped else "",
            usage=read.usage,
            fallback_reason=read.fallback_reason,
        )
        return Envelope(
            # One fact set a revision and generation, however often it is extracted.
            event_id=fact_set_id,
            type="FactSetExtracted",
            schema_version=1,
            tenant_id=cause.tenant_id,
            user_id=cause.user_id,
            agent_id=cause.agent_id,
            space_id=cause.space_id,
            visibility=cause.visibility,
            session_id=cause.session_id,
            participants=cause.participants,
            task_id=cause.task_id,
            occurred_at=max((message.at for message in turn.messages), default=cause.occurred_at),
            user_zone=cause.user_zone,
            producer="extraction",
            causation_id=cause.event_id,
            correlation_id=cause.correlation_id,
            body=seal(body),
        )


def _reference(message: TurnMessage) -> MessageRef:
    return MessageRef(
        message_id=message.msg.id,
        event_id=message.event_id,
        offset=message.offset,
        ordinal=message.ordinal,
        role=message.msg.role,
        speaker=message.msg.name,
        at=message.at,
        appended_at=message.appended_at,
    )
