"""Writes a batch of decisions, marks and positions: one statement a table, whatever the batch."""

from collections.abc import Sequence

from sqlalchemy import BindParameter, bindparam, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from membus.adapters.sql.columns import as_key
from membus.adapters.sql.decision_rows import Decision, DecisionRows, Stored, current_rows, fold
from membus.adapters.sql.embedding_tables import (
    evidence,
    inbox,
    lineage,
    marks,
    memories,
    positions,
    relations,
    terms,
    turn_revisions,
    versions,
)
from membus.adapters.sql.ledger_queries import CURRENT
from membus.adapters.sql.memory_rows import evidence_row, relation_row, term_rows
from membus.adapters.sql.paging import pages
from membus.adapters.sql.upserts import keep_first, keep_higher, write_many
from membus.ports.ledger import Mark, Position

_PAGE: BindParameter[str] = bindparam("page", expanding=True)
_DECIDED = select(inbox.c.inbox_key).where(inbox.c.inbox_key.in_(_PAGE))
_STORED = (
    select(
        memories.c.memory_id,
        memories.c.version,
        memories.c.hit_count,
        memories.c.last_hit_at,
        versions.c.recorded_from,
    )
    .join_from(memories, versions, CURRENT)
    .where(memories.c.memory_id.in_(_PAGE))
)
_CLOSE = (
    update(versions)
    .where(
        versions.c.memory_id == bindparam("of_memory"),
        versions.c.version == bindparam("of_version"),
    )
    .values(recorded_to=bindparam("closed_at"))
)
_HIT = (
    update(memories)
    .where(memories.c.memory_id == bindparam("of_memory"), memories.c.hit_count < bindparam("hits"))
    .values(hit_count=bindparam("hits"), last_hit_at=bindparam("at"))
)
_WITHDRAW = delete(evidence).where(
    evidence.c.memory_id == bindparam("of_memory"),
    evidence.c.message_id == bindparam("of_message"),
    evidence.c.span_start == bindparam("starts"),
    evidence.c.span_end == bindparam("ends"),
)
_FORGET_TERMS = delete(terms).where(terms.c.memory_id == bindparam("of_memory"))


async def write_decisions(connection: AsyncConnection, decisions: Sequence[Decision]) -> None:
    """Write all rows of decisions; those whose change was decided before change nothing."""
    fresh = await _undecided(connection, decisions)
    stored = await _stored(connection, fresh)
    rows = fold(fresh, stored)
    await _write_memories(connection, rows, stored)
    await _write_evidence(connection, rows)
    await write_many(connection, keep_first(connection, lineage), rows.lineage)
    await write_many(connection, keep_higher(connection, turn_revisions, "revision"), rows.turns)
    await write_many(connection, keep_first(connection, inbox), rows.inbox)


async def write_marks(connection: AsyncConnection, raised: Sequence[Mark]) -> None:
    """Raise marks."""
    highest: dict[tuple[str, int, str], int] = {}
    for mark in raised:
        key = (mark.session, mark.partition, mark.stage)
        highest[key] = max(mark.offset, highest.get(key, mark.offset))
    rows = [
        {"session": session, "partition": partition, "stage": stage, "offset": offset}
        for (session, partition, stage), offset in sorted(highest.items())
    ]
    await write_many(connection, keep_higher(connection, marks, "offset"), rows)


async def write_positions(connection: AsyncConnection, raised: Sequence[Position]) -> None:
    """Raise positions."""
    rows = [
        {"topic": row.topic, "partition": row.partition, "offset": row.offset}
        for row in sorted(raised, key=lambda row: (row.topic, row.partition, row.offset))
    ]
    await write_many(connection, keep_higher(connection, positions, "offset"), rows)


async def _undecided(connection: AsyncConnection, decisions: Sequence[Decision]) -> list[Decision]:
    by_key: dict[str, Decision] = {}
    for decision in decisions:
        by_key.setdefault(as_key(decision[0]), decision)
    for page in pages(by_key):
        for row in await connection.execute(_DECIDED, {"page": page}):
            by_key.pop(row.inbox_key, None)
    return list(by_key.values())


async def _stored(connection: AsyncConnection, decisions: Sequence[Decision]) -> dict[str, Stored]:
    touched = [memory.memory_id for _, decision, _ in decisions for memory in decision.memories]
    found = {}
    for page in pages(touched):
        for row in await connection.execute(_STORED, {"page": page}):
            found[row.memory_id] = Stored(
                row.version, row.recorded_from, row.hit_count, row.last_hit_at
            )
    return found


async def _write_memories(
    connection: AsyncConnection, rows: DecisionRows, stored: dict[str, Stored]
) -> None:
    newest = rows.newest.values()
    await write_many(connection, _CLOSE, rows.closing)
    await write_many(connection, keep_first(connection, versions), rows.versions)
    current = keep_higher(connection, memories, "version")
    await write_many(connection, current, current_rows(rows, stored))
    retold = [{"of_memory": key} for key in rows.newest if key in stored]
    await write_many(connection, _FORGET_TERMS, retold)
    named = [row for memory in newest for row in term_rows(memory)]
    await write_many(connection, keep_first(connection, terms), named)
    said = keep_higher(connection, relations, "version")
    await write_many(connection, said, [relation_row(memory) for memory in newest])
    hits = [
        {"of_memory": key, "hits": hit.hit_count, "at": hit.last_hit_at}
        for key, hit in rows.hits.items()
        if key not in rows.newest
    ]
    await write_many(connection, _HIT, hits)


async def _write_evidence(connection: AsyncConnection, rows: DecisionRows) -> None:
    gone = [
        {"of_memory": memory, "of_message": message, "starts": start, "ends": end}
        for memory, message, start, end in sorted(rows.withdrawn)
    ]
    gained = [evidence_row(item) for item in rows.evidence.values()]
    await write_many(connection, _WITHDRAW, gone)
    await write_many(connection, keep_higher(connection, evidence, "revision", ties=True), gained)
