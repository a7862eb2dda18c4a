"""What ingestion stores once its events are in the log: sessions, outcomes, window and marks.

All of it may be done again: on redelivery the caches are filled from the stored sessions.
"""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime

from membus.bootstrap import IngestionParts
from membus.contracts import ids
from membus.contracts.base import JsonObject
from membus.contracts.events.messages import MessagePublished
from membus.contracts.events.outcomes import Outcome, OutcomeKind
from membus.domain.turns import Message, SessionState, Turn
from membus.kafka.stage import Done, Record
from membus.ports.ledger import Mark
from membus.ports.sessions import SessionFacts
from membus.settings import WindowSettings
from services.ingestion.events import in_window, said, task_entry, window_messages
from services.ingestion.folding import inbox_key, with_id

STAGE = "ingestion"
MESSAGES_PER_TURN = 10
"""How many messages a turn of the window may have on average; longer ones make it shorter."""
TASK_ENTRIES = 200

States = Mapping[str, SessionState]


class Settling:
    """Writes a fold: one transaction, then the caches."""

    def __init__(self, parts: IngestionParts, window: WindowSettings) -> None:
        self._parts = parts
        self._window = window

    async def save(
        self, loaded: States, states: States, done: Sequence[tuple[Record, Done]]
    ) -> None:
        """Store what changed between the states, and the outcomes."""
        now = self._parts.clock.now()
        changed = [
            state.model_copy(update={"turns": _changed_turns(loaded.get(session), state)})
            for session, state in states.items()
            if state is not loaded.get(session)
        ]
        outcomes: dict[str, Outcome] = {}
        for record, result in done:
            if result.outcome is not None:
                made = _outcome(record, result, result.outcome, now)
                outcomes.setdefault(inbox_key(record.envelope), made)
        async with self._parts.turns.transaction() as transaction:
            await transaction.save(changed)
            await transaction.record(outcomes)

    async def fill_caches(self, loaded: States, states: States, records: Sequence[Record]) -> None:
        """Fill window, facts and task contexts, then raise the marks: who waits sees them all."""
        touched = _touched_turns(loaded, states, records)
        spoken = [
            (session, turn, message)
            for session, turn in touched
            for message in turn.messages
            if in_window(message)
        ]
        sessions = self._parts.sessions
        ttl_s = self._window.ttl_s
        if spoken:
            texts = [said(message) for _, _, message in spoken]
            tokens = await asyncio.to_thread(self._parts.tokens.count, texts)
            entries = window_messages([(turn, message) for _, turn, message in spoken], tokens)
            names = [session for session, _, _ in spoken]
            keep = self._window.turns * MESSAGES_PER_TURN
            await sessions.append(list(zip(names, entries, strict=True)), ttl_s, keep)
        tasks = [
            entry
            for session, turn, message in spoken
            for entry in _task_entries(states[session], turn, message)
        ]
        if tasks:
            await sessions.append_task(tasks, ttl_s, TASK_ENTRIES)
        await sessions.set_facts([(name, session_facts(state)) for name, state in states.items()])
        await sessions.raise_marks(_marks(states, records))


def session_facts(state: SessionState) -> SessionFacts:
    """Return what recall must know of a session."""
    many = state.participants == "many"
    return SessionFacts(state.owner, state.open_from, state.last_offset, many)


def _changed_turns(loaded: SessionState | None, state: SessionState) -> tuple[Turn, ...]:
    before = {turn.turn_id: turn for turn in loaded.turns} if loaded else {}
    return tuple(turn for turn in state.turns if before.get(turn.turn_id) is not turn)


def _outcome(record: Record, result: Done, kind: OutcomeKind, now: datetime) -> Outcome:
    return Outcome(
        outcome_id=ids.outcome_id(STAGE, record.envelope.event_id),
        event_id=record.envelope.event_id,
        stage=STAGE,
        outcome=kind,
        reason=result.reason,
        produced=list(result.produced),
        offset=record.offset,
        at=now,
    )


def _touched_turns(
    loaded: States, states: States, records: Sequence[Record]
) -> list[tuple[str, Turn]]:
    """Return the turns that changed, and those of the records' messages (a redelivery's too)."""
    named: dict[str, set[str]] = {}
    for record in records:
        if isinstance(record.body, MessagePublished):
            msg = with_id(record.body, record.envelope).msg
            named.setdefault(record.envelope.session, set()).add(msg.id)
    found: list[tuple[str, Turn]] = []
    for session, state in states.items():
        changed = {turn.turn_id for turn in _changed_turns(loaded.get(session), state)}
        ids_named = named.get(session, set())
        found += [
            (session, turn)
            for turn in state.turns
            if turn.turn_id in changed or any(m.msg.id in ids_named for m in turn.messages)
        ]
    return found


def _task_entries(
    state: SessionState, turn: Turn, message: Message
) -> list[tuple[str, str, str, JsonObject]]:
    # An entry counts once, so a reply has to be whole before it becomes one.
    whole = message.msg.role == "user" or message.msg.finished_at or turn.closed_by
    if message.task_id is None or not whole:
        return []
    entry = task_entry(state, message)
    return [(state.tenant_id, message.task_id, ids.join(state.session_id, message.msg.id), entry)]


def _marks(states: States, records: Sequence[Record]) -> list[Mark]:
    highest: dict[tuple[str, int], int] = {}
    for record in records:
        state = states.get(record.envelope.session)
        if state is not None and state.partition == record.partition:
            key = (record.envelope.session, record.partition)
            highest[key] = max(record.offset + 1, highest.get(key, 0))
    return [
        Mark(session, partition, STAGE, offset) for (session, partition), offset in highest.items()
    ]
