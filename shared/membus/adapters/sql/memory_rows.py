"""Memories and evidence as rows, and back. Knows no query."""

import unicodedata
from typing import Any

from sqlalchemy import Row

from membus.adapters.sql.columns import joined
from membus.contracts.memory import Evidence, Memory
from membus.domain.canonical import canonical_statement
from membus.domain.expiry import may_be_demoted
from membus.domain.places import MessagePlace, place_of
from membus.domain.recalling.matters import label_term

Values = dict[str, Any]


def fold(name: str) -> str:
    """Return the form in which names and terms are looked up: NFKC, case-folded, trimmed."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def memory_of(row: Row[Any]) -> Memory:
    """Return the memory of a row (body, hit_count, last_hit_at)."""
    memory = Memory.model_validate_json(row.body)
    if memory.hit_count == row.hit_count and memory.last_hit_at == row.last_hit_at:
        return memory
    return memory.model_copy(update={"hit_count": row.hit_count, "last_hit_at": row.last_hit_at})


def version_of(row: Row[Any]) -> Memory:
    """Return the memory as one version left it: (body, recorded_to)."""
    return Memory.model_validate_json(row.body).model_copy(update={"recorded_to": row.recorded_to})


def current_row(memory: Memory) -> Values:
    """Return the row of the current view."""
    statement = canonical_statement(
        memory.subject, memory.predicate, memory.object, memory.polarity
    )
    may_expire = memory.status == "active" and memory.type == "short" and not memory.pinned
    return {
        "memory_id": memory.memory_id,
        "version": memory.version,
        "tenant_id": memory.tenant_id,
        "owner": memory.owner,
        "agent_id": memory.agent_id,
        "visibility": memory.visibility,
        "session": memory.session,
        "place": None if (place := place_of(memory)) is None else place_key(place),
        "type": memory.type,
        "kind": memory.kind,
        "status": memory.status,
        "demotable": may_be_demoted(memory),
        "slot": joined(statement[:2]),
        "statement": joined(statement),
        "last_mentioned_at": memory.last_mentioned_at,
        "due_at": memory.expires_at if may_expire else None,
        "hit_count": memory.hit_count,
        "last_hit_at": memory.last_hit_at,
    }


def place_key(place: MessagePlace) -> str:
    """Return a message's owner, session and number as one key."""
    return joined((place.owner, place.session, str(place.seq)))


def version_row(memory: Memory) -> Values:
    """Return the row of a version that no later one has closed."""
    return {
        "memory_id": memory.memory_id,
        "version": memory.version,
        "status": memory.status,
        "valid_from": memory.valid_from,
        "valid_to": memory.valid_to,
        "recorded_from": memory.recorded_from,
        "recorded_to": memory.recorded_to,
        "body": memory.model_dump_json(exclude_none=True),
    }


def term_rows(memory: Memory) -> list[Values]:
    """Return one row a distinct entity or keyword, and one for the domain of a fact."""
    domain = [label_term(memory.domain)] if memory.domain else []
    named = (*memory.entities, *memory.keywords, *domain)
    terms = dict.fromkeys(fold(term) for term in named)
    return [
        {"owner": memory.owner, "term": term, "memory_id": memory.memory_id}
        for term in terms
        if term
    ]


def relation_row(memory: Memory) -> Values:
    """Return what the memory says of what, by folded names."""
    return {
        "memory_id": memory.memory_id,
        "version": memory.version,
        "owner": memory.owner,
        "subject": fold(memory.subject),
        "predicate": fold(memory.predicate),
        "object": fold(memory.object),
    }


def evidence_row(evidence: Evidence) -> Values:
    """Return the row of one span of one message."""
    return {
        "memory_id": evidence.memory_id,
        "message_id": evidence.message_id,
        "span_start": evidence.start,
        "span_end": evidence.end,
        "owner": evidence.owner,
        "turn_id": evidence.turn_id,
        "revision": evidence.revision,
        "at": evidence.at,
        "body": evidence.model_dump_json(),
    }


def evidence_of(row: Row[Any]) -> Evidence:
    """Return the evidence of a row (body)."""
    return Evidence.model_validate_json(row.body)
