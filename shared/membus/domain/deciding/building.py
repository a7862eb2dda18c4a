"""From a fact to its evidence and its memory: ids, times and everything that is copied."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from membus.contracts import ids
from membus.contracts.base import EARLIEST
from membus.contracts.events.changes import FactSetExtracted, MessageRef
from membus.contracts.memory import Evidence, Fact, Memory, MemoryKind
from membus.domain.canonical import Statement, canonical_statement
from membus.domain.deciding.change import Change
from membus.domain.expiry import expires_at

# Kinds that can happen twice: each time is its own memory.
OCCURRENCES = frozenset({"event", "commitment"})


@dataclass(frozen=True, slots=True)
class StatedFact:
    """A fact with where it comes from: `evidence` names no memory yet."""

    fact: Fact
    statement: Statement
    memory_id: str
    evidence: Evidence
    ordinal: int
    appended_at: datetime
    expires_at: datetime


def stated_facts(change: Change, body: FactSetExtracted, ttl: timedelta) -> list[StatedFact]:
    """Return a set's facts with their sources; for a message it does not list, the change's."""
    refs = {ref.message_id: ref for ref in body.messages}
    return [_stated(change, body, fact, refs.get(fact.message_id), ttl) for fact in body.facts]


def statement_of_fact(fact: Fact) -> Statement:
    """Return what a fact states; an utterance states its own words."""
    words = fact.content if fact.kind == "utterance" else fact.object
    return canonical_statement(fact.subject, fact.predicate, words, fact.polarity)


def fact_memory_id(change: Change, fact: Fact, statement: Statement | None = None) -> str:
    """Return the id that a fact's memory gets if it makes one."""
    return ids.memory_id(
        change.owner,
        change.envelope.session,
        fact.kind,
        fact.message_id,
        statement or statement_of_fact(fact),
        _occurrence(fact.kind, fact.valid_from, fact.start, fact.end),
    )


def split_memory_id(memory: Memory, row: Evidence, *, apart: bool = False) -> str:
    """Return the id of a memory that begins with another statement of the same thing.

    `apart`: one message has two of them, so time and span are part of the id.
    """
    when = _occurrence("event" if apart else memory.kind, row.valid_from, row.start, row.end)
    return ids.memory_id(
        memory.owner,
        memory.session,
        memory.kind,
        row.message_id,
        canonical_statement(memory.subject, memory.predicate, memory.object, memory.polarity),
        when,
    )


def begins(row: Evidence) -> datetime:
    """Return when what a row states began: as it says, else when it was said.

    What is said to have ended before it was said, without its beginning, began long ago.
    """
    if row.valid_from is not None:
        return row.valid_from
    return EARLIEST if row.valid_to is not None and row.valid_to <= row.at else row.at


def new_memory(change: Change, body: FactSetExtracted, stated: StatedFact) -> Memory:
    """Return the first version of a fact's memory."""
    envelope, fact = change.envelope, stated.fact
    return Memory(
        memory_id=stated.memory_id,
        version=change.version,
        owner=change.owner,
        tenant_id=envelope.tenant_id,
        user_id=envelope.user_id,
        agent_id=envelope.agent_id,
        visibility=envelope.visibility,
        session=envelope.session,
        session_id=envelope.session_id,
        turn_id=body.turn_id,
        session_seq=stated.ordinal,
        speaker=fact.speaker,
        type=fact.type,
        kind=fact.kind,
        content=fact.content,
        language=fact.language,
        subject=fact.subject,
        predicate=fact.predicate,
        object=fact.content if fact.kind == "utterance" else fact.object,
        polarity=fact.polarity,
        entities=fact.entities,
        keywords=fact.keywords,
        domain=fact.domain,
        importance=fact.importance,
        confidence=fact.confidence,
        pinned=fact.pinned,
        valid_from=begins(stated.evidence),
        valid_to=fact.valid_to,
        expires_at=stated.expires_at if fact.type == "short" else None,
        recorded_from=stated.appended_at,
        first_mentioned_at=stated.evidence.at,
        last_mentioned_at=stated.evidence.at,
        decision="stored",
        extractor=body.extractor,
        extractor_version=body.extractor_version,
        context=fact.context,
    )


def _occurrence(kind: MemoryKind, valid_from: datetime | None, start: int, end: int) -> str:
    """Return what tells apart the times that one thing happens or is said; else nothing."""
    if kind not in OCCURRENCES and kind != "utterance":
        return ""
    return f"{'' if valid_from is None else valid_from.isoformat()}|{start}-{end}"


def _stated(
    change: Change, body: FactSetExtracted, fact: Fact, ref: MessageRef | None, ttl: timedelta
) -> StatedFact:
    statement = statement_of_fact(fact)
    at = ref.at if ref is not None else change.envelope.occurred_at
    appended_at = ref.appended_at if ref is not None else change.appended_at
    # An interval that ends before it begins says nothing about its end.
    ends = fact.valid_to
    if ends is not None and fact.valid_from is not None and ends <= fact.valid_from:
        ends = None
    evidence = Evidence(
        memory_id="",
        owner=change.owner,
        message_id=fact.message_id,
        start=fact.start,
        end=fact.end,
        quote=fact.quote,
        turn_id=body.turn_id,
        revision=body.revision,
        event_id=ref.event_id if ref is not None else change.id,
        offset=ref.offset if ref is not None else -1,
        partition=body.partition,
        at=at,
        valid_from=fact.valid_from,
        valid_to=ends,
    )
    return StatedFact(
        fact,
        statement,
        fact_memory_id(change, fact, statement),
        evidence,
        ref.ordinal if ref is not None else 0,
        appended_at,
        expires_at(max(filter(None, (at, fact.valid_from, ends))), appended_at, ttl),
    )
