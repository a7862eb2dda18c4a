"""Which memories bear on each other: those of one slot, statement, occurrence or text."""

from dataclasses import dataclass

from membus.contracts.memory import Evidence, Memory, MemoryKind
from membus.domain.canonical import Statement, opposite
from membus.domain.conflict import is_single_valued
from membus.domain.deciding.building import OCCURRENCES
from membus.domain.deciding.draft import Draft
from membus.domain.deciding.view import statement_of
from membus.domain.duplicates import VERBATIM

# An utterance that is shorter than this leans on what was said before it ("yes", "the second one").
_LEANS_BELOW = 20

Audience = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Group:
    """`statement` stands for all of its slot when `single_valued`, else for itself and its denial.

    `audience` keeps apart what not every agent of the owner may see. `apart` is set for what is the
    same only at one time (event, commitment) or from one speaker (utterance).
    """

    statement: Statement
    audience: Audience
    single_valued: bool = False
    apart: tuple[str, ...] = ()

    def members(self, draft: Draft) -> list[Memory]:
        """Return the memories of the group that rest on evidence; merged ones stand elsewhere."""
        if self.single_valued:
            found = draft.in_slot(self.statement[:2])
        else:
            found = draft.stating(self.statement) + draft.stating(opposite(self.statement))
        return [
            memory
            for memory in found
            if memory.status != "merged"
            and draft.evidence(memory.memory_id)
            and group_of(draft, memory) == self
        ]


def audience_of(visibility: str, agent_id: str | None) -> Audience:
    """Return who may see a memory."""
    return visibility, (agent_id or "") if visibility == "private" else ""


def group(
    statement: Statement,
    kind: MemoryKind,
    audience: Audience,
    row: Evidence,
    speaker: str,
    context: list[str],
) -> Group:
    """Return the group of something that is stated by a row of evidence."""
    subject, predicate, value, _ = statement
    positive: Statement = (subject, predicate, value, "positive")
    if kind in VERBATIM:
        leans = len(value) < _LEANS_BELOW
        return Group(positive, audience, apart=(kind, speaker, *(context[-1:] if leans else ())))
    if kind in OCCURRENCES:
        times = (str(row.valid_from or ""), str(row.valid_to or ""))
        return Group(positive, audience, apart=(kind, *times))
    if is_single_valued(predicate):
        return Group((subject, predicate, "", "positive"), audience, single_valued=True)
    return Group(positive, audience)


def group_of(draft: Draft, memory: Memory) -> Group | None:
    """Return a memory's group; None for what rests on no evidence."""
    rows = draft.evidence(memory.memory_id)
    if not rows:
        return None
    return group(
        statement_of(memory),
        memory.kind,
        audience_of(memory.visibility, memory.agent_id),
        min(rows.values(), key=lambda row: (row.at, row.message_id, row.start)),
        memory.speaker,
        memory.context,
    )
