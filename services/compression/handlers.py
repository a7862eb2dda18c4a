"""Compression: a session that outgrew its context gets a summary. The use case over ports.

Decided once: context and decision are stored together before the summary is published, and a
redelivery publishes what was stored. So a model is never asked twice, and no replay depends on it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from membus.bootstrap import CompressionParts
from membus.contracts import ids
from membus.contracts.envelope import Envelope, seal
from membus.contracts.events.outcomes import OutcomeKind
from membus.contracts.events.turns import SummaryWritten, TurnClosed
from membus.domain.summary_context import SessionContext, fold_turn
from membus.errors import UnavailableError
from membus.kafka.stage import Done, Outgoing, Record, Result, Retry, StageOptions
from membus.kafka.topic_registry import SUMMARIES, TURNS
from membus.ports.contexts import ContextDecision
from membus.settings import Settings
from services.compression.compressor import Compressed, Compressor, Cut

OPTIONS = StageOptions(
    name="compression", topics=(TURNS,), lanes=True, ordered=False, types=("TurnClosed",)
)

MEMORY_STAGE = "embedding"
_WAIT_S = 1.0
"""How long one try waits for the memory's mark; the runtime tries again."""
_PATIENCE = timedelta(seconds=20)
"""After so long without the mark the session goes on unsummarised, and its next turn tries."""


@dataclass(slots=True)
class _Work:
    """One session within a call of handle: its context, and what was decided on the way."""

    context: SessionContext
    decisions: list[ContextDecision] = field(default_factory=list)


class CompressionStage:
    """Folds turns into contexts, and summarises those that reached the trigger."""

    def __init__(self, parts: CompressionParts, settings: Settings) -> None:
        self._contexts = parts.contexts
        self._sessions = parts.sessions
        self._clock = parts.clock
        self._summariser = parts.summariser.name
        self._compressor = Compressor(parts.summariser, parts.tokens, settings.compression)
        self._waiting_since: dict[str, datetime] = {}

    async def handle(self, records: Sequence[Record]) -> Sequence[Result]:
        """Return one result a record. Raises UnavailableError, for the whole call."""
        made = await self._contexts.decided([each.envelope.event_id for each in records])
        works: dict[str, _Work] = {}
        results: list[Result] = []
        waiting: Retry | None = None
        for record in records:
            if waiting is not None:
                results.append(waiting)
                continue
            event_id = record.envelope.event_id
            if event_id not in made:
                work = await self._work(works, record)
                decision = await self._decide(record, work)
                if isinstance(decision, Retry):
                    waiting = decision
                    results.append(decision)
                    continue
                work.decisions.append(decision)
                made[event_id] = decision
            results.append(_done(made[event_id]))
        for work in works.values():
            await self._save(work)
        return results

    async def settle(self, done: Sequence[tuple[Record, Done]]) -> None:
        """Nothing is left to store: the decision was, before it was published."""
        for record, _ in done:
            self._waiting_since.pop(record.envelope.event_id, None)

    async def assigned(self, partitions: Collection[tuple[str, int]]) -> None:
        """Nothing is kept that another member could outdate."""

    async def revoked(self, partitions: Collection[tuple[str, int]]) -> None:
        """Forget how long was waited."""
        del partitions
        self._waiting_since.clear()

    async def _work(self, works: dict[str, _Work], record: Record) -> _Work:
        session = record.envelope.session
        if session not in works:
            stored = await self._contexts.load(session)
            works[session] = _Work(stored or SessionContext(session=session))
        return works[session]

    async def _decide(self, record: Record, work: _Work) -> ContextDecision | Retry:
        envelope, turn = record.envelope, record.body
        assert isinstance(turn, TurnClosed)
        if _hidden(work.context, envelope):
            return ContextDecision(envelope.event_id, "skipped", "private to another agent")
        context = _folded(work.context, turn, envelope)
        written: Envelope | None = None
        cut = await self._compressor.cut(context, turn.settled_to)
        if cut is not None:
            if await self._memory_has(turn.partition, cut):
                compressed = await self._compressor.compress(cut)
                written = self._summary(record, turn, cut, compressed)
                context = compressed.context.model_copy(update={"summary_id": written.event_id})
            elif self._may_wait(envelope.event_id):
                return Retry("the memory has not reached what would be summarised")
        work.context = context
        outcome: OutcomeKind = "skipped" if turn.skipped else "stored"
        return ContextDecision(envelope.event_id, outcome, turn.skip_reason, written)

    async def _memory_has(self, partition: int, cut: Cut) -> bool:
        """Whether the writer has handled all that the summary would take the place of."""
        last = cut.rest.covers_to - 1
        return last < 0 or await self._sessions.wait_mark(
            cut.context.session, partition, MEMORY_STAGE, last, _WAIT_S
        )

    def _may_wait(self, event_id: str) -> bool:
        now = self._clock.now()
        return now - self._waiting_since.setdefault(event_id, now) < _PATIENCE

    def _summary(
        self, record: Record, turn: TurnClosed, cut: Cut, compressed: Compressed
    ) -> Envelope:
        cause, private_to = record.envelope, cut.context.private_to
        body = SummaryWritten(
            summary=compressed.summary,
            covers_to=compressed.context.covers_to,
            partition=turn.partition,
            turn_id=turn.turn_id,
            messages=len({entry.msg.id for entry in cut.head}),
            tokens_before=cut.tokens,
            tokens_after=compressed.tokens,
            previous=cut.context.summary_id,
            truncated=compressed.truncated,
            summariser=self._summariser,
        )
        return Envelope(
            event_id=ids.event_id("SummaryWritten", cause.event_id),
            type="SummaryWritten",
            schema_version=1,
            tenant_id=cause.tenant_id,
            user_id=cause.user_id,
            agent_id=private_to or cause.agent_id,
            space_id=cause.space_id,
            visibility="private" if private_to is not None else "shared",
            session_id=cause.session_id,
            participants=cause.participants,
            task_id=cause.task_id,
            occurred_at=cause.occurred_at,
            user_zone=cause.user_zone,
            producer=OPTIONS.name,
            causation_id=cause.event_id,
            correlation_id=cause.correlation_id,
            body=seal(body),
        )

    async def _save(self, work: _Work) -> None:
        if work.decisions and not await self._contexts.save(work.context, work.decisions):
            raise UnavailableError("another member went on with the session: its work is read next")


def _folded(context: SessionContext, turn: TurnClosed, envelope: Envelope) -> SessionContext:
    # A skipped turn says nothing, but an earlier revision of it may have.
    context = fold_turn(context, turn.model_copy(update={"messages": []}) if turn.skipped else turn)
    if envelope.visibility == "private" and not turn.skipped:
        context = context.model_copy(update={"private_to": envelope.agent_id or ""})
    return context


def _hidden(context: SessionContext, envelope: Envelope) -> bool:
    if envelope.visibility != "private" or context.private_to is None:
        return False
    return (envelope.agent_id or "") != context.private_to


def _done(decision: ContextDecision) -> Done:
    written = decision.written
    if written is None:
        return Done(decision.outcome, decision.reason)
    event = Outgoing(SUMMARIES, written.session_id, written)
    return Done(decision.outcome, decision.reason, (written.event_id,), (event,))
