"""Loads what deciding a batch of one owner's changes may read: as few queries as possible."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import get_args

from membus.contracts.events import changes
from membus.contracts.memory import Memory, Status
from membus.domain.canonical import OTHERS, Slot, Statement, opposite
from membus.domain.conflict import is_single_valued
from membus.domain.deciding import Change, OwnerView
from membus.domain.deciding.building import fact_memory_id, statement_of_fact
from membus.domain.deciding.commands import is_of_a_scope
from membus.domain.deciding.documents import chunk_memory_id, slot_of_source
from membus.domain.deciding.ending import wanted
from membus.domain.deciding.merged import merged_into
from membus.domain.deciding.view import statement_of
from membus.domain.duplicates import VERBATIM
from membus.ports.ledger import LedgerReader, LedgerTransaction
from membus.ports.scope import Scope

_PAGE = 500


@dataclass(slots=True)
class _Needs:
    """What to ask for."""

    ids: set[str] = field(default_factory=set)
    statements: set[Statement] = field(default_factory=set)
    slots: set[Slot] = field(default_factory=set)
    turns: set[str] = field(default_factory=set)

    def add_statement(self, statement: Statement, *, verbatim: bool) -> None:
        """Ask for all that bears on a statement; word for word, only its equals do."""
        self.statements.add(statement)
        if verbatim:
            return
        self.statements.add(opposite(statement))
        if is_single_valued(statement[1]):
            self.slots.add(statement[:2])

    def without(self, asked: "_Needs") -> "_Needs":
        """Return what was not asked for before."""
        return _Needs(
            self.ids - asked.ids, self.statements - asked.statements, self.slots - asked.slots
        )

    def joined(self, other: "_Needs") -> "_Needs":
        """Return both."""
        return _Needs(
            self.ids | other.ids, self.statements | other.statements, self.slots | other.slots
        )


async def load_view(
    reader: LedgerReader,
    transaction: LedgerTransaction,
    owner: str,
    batch: Sequence[Change],
    nominated: Iterable[str],
) -> OwnerView:
    """Return the view that the batch's decisions may read.

    `nominated` are ids of memories that lie near a fact of the batch.
    """
    view = OwnerView(owner)
    needs = _needs(batch)
    needs.ids.update(nominated)
    revisions = await transaction.turn_revisions(needs.turns) if needs.turns else {}
    view.add(revisions=revisions.items())
    for turn_id in revisions:
        rows = await transaction.evidence_of_turn(owner, turn_id)
        needs.ids.update(row.memory_id for row in rows)
    asked = _Needs()
    while needs.ids or needs.statements or needs.slots:
        following = await _fetch(transaction, view, needs)
        asked = asked.joined(needs)
        needs = following.without(asked)
    for change in batch:
        if _is_wide(change, view):
            view.add(memories=await _everything(reader, change))
    resting = [memory.memory_id for memory in view.memories if memory.kind != "chunk"]
    if resting:
        evidence = await transaction.evidence_of(resting)
        view.add(evidence=[row for rows in evidence.values() for row in rows])
    return view


async def _fetch(transaction: LedgerTransaction, view: OwnerView, needs: _Needs) -> _Needs:
    """Ask for what is needed, and return what that makes needed in turn."""
    named: list[Memory] = []
    grouped: list[Memory] = []
    if needs.ids:
        named += (await transaction.memories(view.owner, needs.ids)).values()
    if needs.statements:
        equal = await transaction.same_statement(view.owner, needs.statements)
        grouped += [memory for found in equal.values() for memory in found]
    if needs.slots:
        alike = await transaction.same_slot(view.owner, needs.slots)
        grouped += [memory for found in alike.values() for memory in found]
    view.add(memories=[*named, *grouped])
    following = _Needs()
    # What ends the one other value of a slot has to know them all.
    stated = (statement_of(memory) for memory in grouped)
    following.slots.update(each[:2] for each in stated if each[2] == OTHERS)
    for memory in named:
        following.ids.update(memory.derived_from)
        verbatim = memory.kind in VERBATIM
        following.add_statement(statement_of(memory), verbatim=verbatim)
    following.ids.update(filter(None, map(merged_into, (*named, *grouped))))
    return following


def _needs(batch: Iterable[Change]) -> _Needs:
    needs = _Needs()
    for change in batch:
        match change.body:
            case changes.FactSetExtracted(turn_id=turn_id, facts=facts):
                needs.turns.add(turn_id)
                for fact in facts:
                    statement = statement_of_fact(fact)
                    needs.add_statement(statement, verbatim=fact.kind in VERBATIM)
                    needs.ids.add(fact_memory_id(change, fact, statement))
                    if fact.kind not in VERBATIM:
                        enders, slots = wanted(fact, statement)
                        needs.statements.update(enders)
                        needs.slots.update(slots)
            case changes.DocumentChunked(source_id=source_id, chunks=chunks):
                needs.slots.add(slot_of_source(source_id))
                needs.ids.update(chunk_memory_id(change, source_id, text) for text in chunks)
            case (
                changes.MemoryCommanded(memory_id=str(memory_id))
                | changes.FeedbackGiven(memory_id=memory_id)
            ):
                needs.ids.add(memory_id)
            case (
                changes.HitCounted(memory_ids=ids)
                | changes.ExpiryProposed(memory_ids=ids)
                | changes.DemotionProposed(memory_ids=ids)
                | changes.MergeProposed(memory_ids=ids)
            ):
                needs.ids.update(ids)
    return needs


def _is_wide(change: Change, view: OwnerView) -> bool:
    """Whether a command may be about any memory: it names a scope, or a source by its anchor."""
    body = change.body
    if not isinstance(body, changes.MemoryCommanded):
        return False
    known = body.memory_id is not None and view.memories.get(body.memory_id) is not None
    return is_of_a_scope(body) or (body.anchor is not None and not known)


async def _everything(reader: LedgerReader, change: Change) -> list[Memory]:
    """Return all memories of the owner that the change's agent may see."""
    envelope = change.envelope
    scope = Scope(envelope.tenant_id, (change.owner,), envelope.agent_id)
    found: list[Memory] = []
    before = None
    while True:
        page = await reader.page(scope, statuses=get_args(Status), limit=_PAGE, before=before)
        found += page
        if len(page) < _PAGE:
            return found
        before = (page[-1].last_mentioned_at, page[-1].memory_id)
