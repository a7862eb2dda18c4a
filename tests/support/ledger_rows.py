"""The rows of the in-memory ledger and the transaction that works on a copy of them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from membus.contracts import ids
from membus.contracts.events.memories import ChangeDecided
from membus.contracts.memory import Evidence, Memory
from membus.domain.canonical import canonical_statement
from membus.ports.ledger import Mark, Position


@dataclass
class Rows:
    current: dict[str, Memory] = field(default_factory=dict)
    versions: dict[str, dict[int, Memory]] = field(default_factory=dict)
    evidence: dict[tuple[str, str, int, int], Evidence] = field(default_factory=dict)
    lineage: set[tuple[str, str, str]] = field(default_factory=set)
    inbox: dict[str, ChangeDecided] = field(default_factory=dict)
    revisions: dict[str, int] = field(default_factory=dict)
    marks: dict[tuple[str, int, str], int] = field(default_factory=dict)
    positions: dict[tuple[str, int], int] = field(default_factory=dict)


class InMemoryTransaction:
    """Works on copies of the rows, which become the ledger's at its commit."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    async def decided(self, keys: Collection[str]) -> dict[str, ChangeDecided]:
        return {key: self._rows.inbox[key] for key in keys if key in self._rows.inbox}

    async def memories(self, owner: str, memory_ids: Collection[str]) -> dict[str, Memory]:
        current = self._rows.current
        return {
            key: current[key]
            for key in memory_ids
            if key in current and current[key].owner == owner
        }

    async def same_statement(
        self, owner: str, canonical: Collection[tuple[str, str, str, str]]
    ) -> dict[tuple[str, str, str, str], list[Memory]]:
        found: dict[tuple[str, str, str, str], list[Memory]] = {}
        for memory in self._rows.current.values():
            statement = _statement(memory)
            if memory.owner == owner and statement in canonical:
                found.setdefault(statement, []).append(memory)
        return found

    async def same_slot(
        self, owner: str, slots: Collection[tuple[str, str]]
    ) -> dict[tuple[str, str], list[Memory]]:
        found: dict[tuple[str, str], list[Memory]] = {}
        for memory in self._rows.current.values():
            slot = _statement(memory)[:2]
            if memory.status != "merged" and memory.owner == owner and slot in slots:
                found.setdefault(slot, []).append(memory)
        return found

    async def evidence_of(self, memory_ids: Collection[str]) -> dict[str, list[Evidence]]:
        return evidence_of_rows(self._rows, memory_ids)

    async def evidence_of_turn(self, owner: str, turn_id: str) -> list[Evidence]:
        found = [
            item
            for item in self._rows.evidence.values()
            if (item.owner, item.turn_id) == (owner, turn_id)
        ]
        return sorted(found, key=_place)

    async def turn_revisions(self, turn_ids: Collection[str]) -> dict[str, int]:
        return {key: self._rows.revisions[key] for key in turn_ids if key in self._rows.revisions}

    async def apply(
        self, owner: str, decision: ChangeDecided, turn: tuple[str, int] | None = None
    ) -> None:
        rows = self._rows
        inbox_key = ids.inbox_key(owner, decision.change_id)
        if inbox_key in rows.inbox:
            return
        for memory in decision.memories:
            self._store(memory)
        for item in decision.withdrawn:
            rows.evidence.pop(_key(item), None)
        for item in decision.evidence:
            rows.evidence[_key(item)] = item
        for link in decision.lineage:
            rows.lineage.add((link.memory_id, link.source_id, link.relation))
        for hit in decision.hits:
            if hit.memory_id in rows.current:
                rows.current[hit.memory_id] = rows.current[hit.memory_id].model_copy(
                    update={"hit_count": hit.hit_count, "last_hit_at": hit.last_hit_at}
                )
        if turn is not None:
            rows.revisions[turn[0]] = max(rows.revisions.get(turn[0], 0), turn[1])
        rows.inbox[inbox_key] = decision

    async def mark(self, marks: Sequence[Mark]) -> None:
        for mark in marks:
            key = (mark.session, mark.partition, mark.stage)
            self._rows.marks[key] = max(self._rows.marks.get(key, 0), mark.offset)

    async def position(self, positions: Sequence[Position]) -> None:
        for position in positions:
            key = (position.topic, position.partition)
            self._rows.positions[key] = max(self._rows.positions.get(key, 0), position.offset)

    def _store(self, memory: Memory) -> None:
        held = self._rows.current.get(memory.memory_id)
        if held is not None and held.version >= memory.version:
            return
        versions = self._rows.versions.setdefault(memory.memory_id, {})
        if held is not None:
            versions[held.version] = versions[held.version].model_copy(
                update={"recorded_to": memory.recorded_from}
            )
        versions[memory.version] = memory
        self._rows.current[memory.memory_id] = memory


def _statement(memory: Memory) -> tuple[str, str, str, str]:
    return canonical_statement(memory.subject, memory.predicate, memory.object, memory.polarity)


def _place(item: Evidence) -> tuple[datetime, str, int]:
    return item.at, item.message_id, item.start


def _key(item: Evidence) -> tuple[str, str, int, int]:
    return item.memory_id, item.message_id, item.start, item.end


def evidence_of_rows(rows: Rows, memory_ids: Collection[str]) -> dict[str, list[Evidence]]:
    found: dict[str, list[Evidence]] = {}
    for item in sorted(rows.evidence.values(), key=_place):
        if item.memory_id in memory_ids:
            found.setdefault(item.memory_id, []).append(item)
    return found
