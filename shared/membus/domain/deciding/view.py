"""What a decision may read of one owner: memories by id and statement, evidence, revisions."""

from collections.abc import Iterable, Iterator

from membus.contracts.events.memories import ChangeDecided
from membus.contracts.memory import Evidence, Memory
from membus.domain.canonical import Slot, Statement, canonical_statement
from membus.domain.hits import with_hit

EvidenceKey = tuple[str, int, int]


def statement_of(memory: Memory) -> Statement:
    """Return what a memory states, in its canonical form."""
    return canonical_statement(memory.subject, memory.predicate, memory.object, memory.polarity)


def key_of(row: Evidence) -> EvidenceKey:
    """Return which span of which message a row is about."""
    return row.message_id, row.start, row.end


class MemoryIndex:
    """Memories by id, by canonical statement and by slot (subject and predicate)."""

    def __init__(self) -> None:
        self._by_id: dict[str, Memory] = {}
        self._by_statement: dict[Statement, set[str]] = {}
        self._by_slot: dict[Slot, set[str]] = {}

    def __iter__(self) -> Iterator[Memory]:
        return iter(self._by_id.values())

    def put(self, memory: Memory) -> None:
        """Add a memory, or replace the one of its id."""
        old = self._by_id.get(memory.memory_id)
        statement = statement_of(memory)
        if old is not None and (before := statement_of(old)) != statement:
            self._by_statement[before].discard(memory.memory_id)
            self._by_slot[before[:2]].discard(memory.memory_id)
        self._by_id[memory.memory_id] = memory
        self._by_statement.setdefault(statement, set()).add(memory.memory_id)
        self._by_slot.setdefault(statement[:2], set()).add(memory.memory_id)

    def get(self, memory_id: str) -> Memory | None:
        """Return a memory by id."""
        return self._by_id.get(memory_id)

    def ids_of_statement(self, statement: Statement) -> set[str]:
        """Return the ids of the memories, of any status, that state this."""
        return self._by_statement.get(statement, set())

    def ids_of_slot(self, slot: Slot) -> set[str]:
        """Return the ids of the memories, of any status, with this subject and predicate."""
        return self._by_slot.get(slot, set())


class OwnerView:
    """One owner's memories as far as they were loaded; decisions are applied to it in order."""

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self.memories = MemoryIndex()
        self._evidence: dict[str, dict[EvidenceKey, Evidence]] = {}
        self._by_turn: dict[str, set[tuple[str, EvidenceKey]]] = {}
        self._revisions: dict[str, int] = {}

    def add(
        self,
        memories: Iterable[Memory] = (),
        evidence: Iterable[Evidence] = (),
        revisions: Iterable[tuple[str, int]] = (),
    ) -> None:
        """Take in what was loaded."""
        for memory in memories:
            self.memories.put(memory)
        for row in evidence:
            self._gain(row)
        self._revisions.update(revisions)

    def evidence(self, memory_id: str) -> dict[EvidenceKey, Evidence]:
        """Return what a memory rests on; not to be changed."""
        return self._evidence.get(memory_id, {})

    def of_turn(self, turn_id: str) -> set[tuple[str, EvidenceKey]]:
        """Return (memory id, span) of the evidence that a turn gave; not to be changed."""
        return self._by_turn.get(turn_id, set())

    def revision(self, turn_id: str) -> int:
        """Return the highest revision of a turn applied so far, 0 for none."""
        return self._revisions.get(turn_id, 0)

    def apply(self, decision: ChangeDecided, turn: tuple[str, int] | None = None) -> None:
        """Take a decision in, and the turn's revision that it applied."""
        for memory in decision.memories:
            self.memories.put(memory)
        for row in decision.withdrawn:
            self._evidence.get(row.memory_id, {}).pop(key_of(row), None)
            self._by_turn.get(row.turn_id, set()).discard((row.memory_id, key_of(row)))
        for row in decision.evidence:
            self._gain(row)
        for hit in decision.hits:
            if (held := self.memories.get(hit.memory_id)) is not None:
                self.memories.put(with_hit(held, hit))
        if turn is not None:
            self._revisions[turn[0]] = max(turn[1], self.revision(turn[0]))

    def _gain(self, row: Evidence) -> None:
        self._evidence.setdefault(row.memory_id, {})[key_of(row)] = row
        self._by_turn.setdefault(row.turn_id, set()).add((row.memory_id, key_of(row)))
