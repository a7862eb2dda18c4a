"""The effects of one change while it is being decided: a layer over the owner's view.

The view stays as it is; several effects on one memory fold into one version.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from membus.contracts.events.memories import ChangeDecided, FactFate, Fate, HitRow
from membus.contracts.memory import Evidence, Lineage, Memory
from membus.domain.canonical import Slot, Statement
from membus.domain.deciding.change import Change
from membus.domain.deciding.view import EvidenceKey, MemoryIndex, OwnerView, key_of, statement_of

_RANK: dict[Fate, int] = {"stored": 0, "merged": 1, "skipped": 2}


class Draft:
    """Reads like the view with the effects so far on top; `decided` returns them whole."""

    def __init__(self, change: Change, view: OwnerView) -> None:
        self.change = change
        self._view = view
        self._touched = MemoryIndex()
        self._evidence: dict[str, dict[EvidenceKey, Evidence]] = {}
        self._gained: dict[tuple[str, EvidenceKey], Evidence] = {}
        self._withdrawn: dict[tuple[str, EvidenceKey], Evidence] = {}
        self._lineage: dict[tuple[str, str, str], Lineage] = {}
        self._hits: dict[str, HitRow] = {}
        self._fates: list[FactFate] = []

    def memory(self, memory_id: str) -> Memory | None:
        """Return a memory as it stands now."""
        return self._touched.get(memory_id) or self._view.memories.get(memory_id)

    def stating(self, statement: Statement) -> list[Memory]:
        """Return the memories of any status that state this, by id."""
        ids = self._view.memories.ids_of_statement(statement)
        return [
            memory
            for memory in self._of(ids | self._touched.ids_of_statement(statement))
            if statement_of(memory) == statement
        ]

    def in_slot(self, slot: Slot) -> list[Memory]:
        """Return the memories of any status with this subject and predicate, by id."""
        ids = self._view.memories.ids_of_slot(slot) | self._touched.ids_of_slot(slot)
        return [memory for memory in self._of(ids) if statement_of(memory)[:2] == slot]

    def everything(self) -> list[Memory]:
        """Return every memory that was loaded or touched, by id."""
        ids = {
            memory.memory_id for index in (self._view.memories, self._touched) for memory in index
        }
        return self._of(ids)

    def evidence(self, memory_id: str) -> dict[EvidenceKey, Evidence]:
        """Return what a memory rests on; not to be changed."""
        held = self._evidence.get(memory_id)
        return self._view.evidence(memory_id) if held is None else held

    def of_turn(self, turn_id: str) -> list[Evidence]:
        """Return the evidence that the turn's revisions have given and that still stands."""
        places = self._view.of_turn(turn_id) | set(self._gained)
        rows = [self.evidence(memory_id).get(key) for memory_id, key in sorted(places)]
        return [row for row in rows if row is not None and row.turn_id == turn_id]

    def revision(self, turn_id: str) -> int:
        """Return the highest revision of a turn applied so far."""
        return self._view.revision(turn_id)

    def put(self, memory: Memory) -> None:
        """Set a memory's after-image."""
        self._touched.put(memory.model_copy(update={"version": self.change.version}))

    def revise(self, memory: Memory, decision: str, recorded: datetime, **fields: Any) -> Memory:
        """Set an after-image with some fields changed; `recorded` is its source's append time."""
        fields |= {"decision": decision, "recorded_from": max(memory.recorded_from, recorded)}
        changed = memory.model_copy(update=fields)
        self.put(changed)
        return changed

    def gain(self, row: Evidence) -> None:
        """Add evidence, or replace the row of the same span."""
        place = (row.memory_id, key_of(row))
        self._own_evidence(row.memory_id)[key_of(row)] = row
        self._gained[place] = row

    def withdraw(self, row: Evidence) -> None:
        """Take evidence away."""
        place = (row.memory_id, key_of(row))
        self._own_evidence(row.memory_id).pop(key_of(row), None)
        self._gained.pop(place, None)
        if key_of(row) in self._view.evidence(row.memory_id):
            self._withdrawn[place] = row

    def link(self, row: Lineage) -> None:
        """Note where a memory comes from."""
        self._lineage[(row.memory_id, row.source_id, row.relation)] = row

    def hit(self, row: HitRow) -> None:
        """Set a memory's count of hits."""
        self._hits[row.memory_id] = row

    def fate(self, fate: Fate, memory_id: str, reason: str = "", index: int | None = None) -> None:
        """Note what became of one fact, or of one memory that a command names."""
        place = len(self._fates) if index is None else index
        self._fates.append(FactFate(index=place, fate=fate, memory_id=memory_id, reason=reason))

    def decided(self, reason: str = "", **fields: Any) -> ChangeDecided:
        """Return all effects; the outcome is the best fate: stored, then merged, then skipped."""
        memories = list(self._touched)
        fates: list[Fate] = [row.fate for row in self._fates]
        outcome: Fate = min(fates, key=_RANK.__getitem__, default="skipped")
        if outcome == "skipped" and (memories or self._hits or self._withdrawn):
            outcome = "stored"  # skipped means that nothing changed
        return ChangeDecided(
            change_id=self.change.id,
            change_type=self.change.envelope.type,
            partition=self.change.partition,
            version=self.change.version,
            fates=self._fates,
            memories=memories,
            evidence=list(self._gained.values()),
            withdrawn=list(self._withdrawn.values()),
            lineage=list(self._lineage.values()),
            hits=list(self._hits.values()),
            outcome=outcome,
            reason=reason or self._common_reason(outcome),
            **fields,
        )

    def _common_reason(self, outcome: Fate) -> str:
        if outcome == "stored":
            return ""
        return "; ".join(dict.fromkeys(row.reason for row in self._fates if row.reason))

    def _own_evidence(self, memory_id: str) -> dict[EvidenceKey, Evidence]:
        if memory_id not in self._evidence:
            self._evidence[memory_id] = dict(self._view.evidence(memory_id))
        return self._evidence[memory_id]

    def _of(self, ids: Iterable[str]) -> list[Memory]:
        found = (self.memory(memory_id) for memory_id in sorted(ids))
        return [memory for memory in found if memory is not None]
