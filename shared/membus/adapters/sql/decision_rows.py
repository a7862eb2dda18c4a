"""Folds decisions into the rows that they leave behind: pure, knows no connection.

A batch becomes a few lists, each written by one statement.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from membus.adapters.sql.memory_rows import Values, current_row, version_row
from membus.contracts.events.memories import ChangeDecided, HitRow
from membus.contracts.memory import Evidence, Memory

# Inbox key, decision, and for a fact set (turn id, revision).
Decision = tuple[str, ChangeDecided, tuple[str, int] | None]
EvidenceKey = tuple[str, str, int, int]


@dataclass(frozen=True, slots=True)
class Stored:
    """What a fold must know of a memory that is stored already."""

    version: int
    recorded_from: datetime
    hit_count: int
    last_hit_at: datetime | None


@dataclass(slots=True)
class DecisionRows:
    """What decisions leave behind.

    `versions` are new rows, `closing` stored versions that end; `newest` are memories by id as
    their last new version has them; `hits` are the highest counts; `withdrawn` goes before
    `evidence` comes.
    """

    versions: list[Values] = field(default_factory=list)
    closing: list[Values] = field(default_factory=list)
    newest: dict[str, Memory] = field(default_factory=dict)
    hits: dict[str, HitRow] = field(default_factory=dict)
    withdrawn: set[EvidenceKey] = field(default_factory=set)
    evidence: dict[EvidenceKey, Evidence] = field(default_factory=dict)
    lineage: list[Values] = field(default_factory=list)
    inbox: list[Values] = field(default_factory=list)
    turns: list[Values] = field(default_factory=list)


def fold(decisions: Iterable[Decision], stored: Mapping[str, Stored]) -> DecisionRows:
    """Return the rows of decisions, in the order in which they were taken.

    A memory's version that is not above the one before it changes nothing.
    """
    rows = DecisionRows()
    history: dict[str, list[Memory]] = {}
    for inbox_key, decision, turn in decisions:
        # Several after-images of one memory in one decision are one version: the last is whole.
        for memory in {item.memory_id: item for item in decision.memories}.values():
            _add_version(memory, history.setdefault(memory.memory_id, []), stored)
        for hit in decision.hits:
            known = rows.hits.get(hit.memory_id)
            if known is None or known.hit_count < hit.hit_count:
                rows.hits[hit.memory_id] = hit
        # Withdrawn first: a new revision may take a span away and give it again.
        for key in map(_key, decision.withdrawn):
            rows.withdrawn.add(key)
            rows.evidence.pop(key, None)
        rows.evidence |= {_key(item): item for item in decision.evidence}
        rows.lineage += [
            {"memory_id": row.memory_id, "source_id": row.source_id, "relation": row.relation}
            for row in decision.lineage
        ]
        rows.inbox.append(_inbox_row(inbox_key, decision))
        if turn is not None:
            rows.turns.append({"turn_id": turn[0], "revision": turn[1]})
    for memory_id, chain in history.items():
        _chain(rows, chain, stored.get(memory_id))
    return rows


def current_rows(rows: DecisionRows, stored: Mapping[str, Stored]) -> list[Values]:
    """Return the current view's rows of what got a new version, each with its highest hits."""
    return [
        _with_hits(current_row(memory), rows.hits.get(memory_id), stored.get(memory_id))
        for memory_id, memory in rows.newest.items()
    ]


def _add_version(memory: Memory, chain: list[Memory], stored: Mapping[str, Stored]) -> None:
    known = stored.get(memory.memory_id)
    last = chain[-1].version if chain else known.version if known else None
    if last is None or memory.version > last:
        chain.append(memory)


def _chain(rows: DecisionRows, chain: list[Memory], before: Stored | None) -> None:
    """Add one memory's new versions; each ends when the next one is recorded."""
    if not chain:
        return
    rows.newest[chain[-1].memory_id] = chain[-1]
    if before is not None:
        rows.closing.append(
            {
                "of_memory": chain[0].memory_id,
                "of_version": before.version,
                "closed_at": max(before.recorded_from, chain[0].recorded_from),
            }
        )
    for memory, following in zip(chain, [*chain[1:], None], strict=True):
        row = version_row(memory)
        # Append times of several sources may cross; an interval never ends before it begins.
        row["recorded_to"] = following and max(memory.recorded_from, following.recorded_from)
        rows.versions.append(row)


def _with_hits(row: Values, hit: HitRow | None, stored: Stored | None) -> Values:
    for known in (hit, stored):
        if known is not None and known.hit_count > row["hit_count"]:
            row["hit_count"], row["last_hit_at"] = known.hit_count, known.last_hit_at
    return row


def _key(item: Evidence) -> EvidenceKey:
    return item.memory_id, item.message_id, item.start, item.end


def _inbox_row(inbox_key: str, decision: ChangeDecided) -> Values:
    return {
        "inbox_key": inbox_key,
        "partition": decision.partition,
        "version": decision.version,
        "decision": decision.model_dump_json(exclude_none=True),
    }
