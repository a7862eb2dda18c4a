"""Applies the fact set of a turn's revision: duplicates are evidence, conflicts are intervals."""

from datetime import datetime, timedelta
from typing import Any

from membus.contracts.events.changes import FactSetExtracted
from membus.contracts.events.memories import ChangeDecided
from membus.contracts.memory import Memory
from membus.domain.canonical import Statement
from membus.domain.deciding.building import (
    StatedFact,
    new_memory,
    split_memory_id,
    stated_facts,
)
from membus.domain.deciding.change import Change
from membus.domain.deciding.draft import Draft
from membus.domain.deciding.ending import ended, only_ends
from membus.domain.deciding.groups import Group, audience_of, group, group_of
from membus.domain.deciding.intervals import Newcomer, lay_out
from membus.domain.deciding.labels import ENDING, ERASED
from membus.domain.deciding.merged import standing
from membus.domain.deciding.view import EvidenceKey, key_of, statement_of
from membus.domain.duplicates import VERBATIM, Wording, say_the_same, wording_of

# Names and keywords of all that mentions a memory; bounded, so that it cannot grow without end.
_MAX_TERMS = 32

Confirmed = set[tuple[Statement, EvidenceKey]]


def decide_facts(
    change: Change, body: FactSetExtracted, draft: Draft, ttl: timedelta
) -> ChangeDecided:
    """Return what a fact set does; the first of a turn's revision counts, lower ones are skipped.

    A later revision replaces the earlier ones: evidence of the turn that it does not repeat is
    withdrawn, and a memory that is left without evidence closes as revised.
    """
    marks = {
        "session": change.envelope.session,
        "message_partition": body.partition,
        "settled_to": body.settled_to,
    }
    applied = draft.revision(body.turn_id)
    if body.revision <= applied:
        return draft.decided(f"revision {applied} of this turn was applied before", **marks)
    confirmed: Confirmed = set()
    for index, stated in enumerate(stated_facts(change, body, ttl)):
        _place(change, body, draft, stated, index, confirmed)
        _end_what_is_over(draft, stated, confirmed)
    if applied:
        _withdraw_the_rest(change, body, draft, confirmed)
    reason = "" if body.facts else body.skip_reason or "nothing in it to remember"
    return draft.decided(reason, **marks)


def _place(
    change: Change,
    body: FactSetExtracted,
    draft: Draft,
    stated: StatedFact,
    index: int,
    confirmed: Confirmed,
) -> None:
    """Count one fact: with what says the same, or as a memory of its own."""
    own = draft.memory(stated.memory_id)
    if own is not None and own.decision == ERASED:
        draft.fate("skipped", stated.memory_id, "erased", index)
        return
    row = stated.evidence
    if only_ends(draft, stated):
        _keep_unseen(change, body, draft, stated)
        confirmed.add((stated.statement, key_of(row)))
        draft.fate("stored", stated.memory_id, "ends others", index)
        return
    statement = _target(change, draft, stated, index)
    where = _group(change, stated, statement)
    same = [memory for memory in where.members(draft) if statement_of(memory) == statement]
    confirmed.add((statement, key_of(row)))
    for memory in same:
        if key_of(row) in draft.evidence(memory.memory_id):
            _confirm(draft, where, memory, stated)
            draft.fate("merged", memory.memory_id, "known from this span", index)
            return
    for memory in same:
        if not _wakes(memory, stated.appended_at):
            _add_quietly(draft, memory, stated)
            draft.fate("merged", memory.memory_id, f"stays {memory.status}", index)
            return
    newcomer = Newcomer(
        row,
        statement[2:],
        lambda: _created(change, body, draft, stated),
        lambda memory: _mentioned(memory, stated),
    )
    taken = lay_out(draft, where, stated.appended_at, newcomer)
    assert taken is not None, "the newcomer lies in one of the intervals"
    memory_id, is_new = taken
    if is_new:
        draft.fate("stored", memory_id, index=index)
    else:
        draft.fate("merged", memory_id, "said before", index)


def _end_what_is_over(draft: Draft, stated: StatedFact, confirmed: Confirmed) -> None:
    """Close what a fact ends, and what ends it: a plan that was called off or moved."""
    for memory, row in ended(draft, stated):
        where = group_of(draft, memory)
        assert where is not None, "what ends rests on evidence"
        confirmed.add((statement_of(memory), key_of(row)))
        if draft.evidence(memory.memory_id).get(key_of(row)) != row:
            draft.gain(row)
            lay_out(draft, where, stated.appended_at)


def _keep_unseen(change: Change, body: FactSetExtracted, draft: Draft, stated: StatedFact) -> None:
    """Keep a fact that says nothing but that something is over: what it ends may come late."""
    own = draft.memory(stated.memory_id)
    if own is None or own.status not in ("expired", "forgotten"):
        memory = new_memory(change, body, stated)
        draft.put(memory.model_copy(update={"status": "expired", "decision": ENDING}))
    draft.gain(stated.evidence.model_copy(update={"memory_id": stated.memory_id}))


def _target(change: Change, draft: Draft, stated: StatedFact, index: int) -> Statement:
    """Return the statement that a fact counts as: its own, or that of what says the same."""
    own = draft.memory(stated.memory_id)
    # What was corrected since keeps its correction, and what was merged counts where it went.
    known = draft.stating(stated.statement)
    for memory in known if own is None else [own, *known]:
        heir = standing(draft, memory)
        if heir is not None and _holds(change, draft, stated, heir):
            return statement_of(heir)
    if stated.fact.kind not in VERBATIM:
        for memory_id in change.nominations.get(index, ()):
            near = draft.memory(memory_id)
            heir = None if near is None else standing(draft, near)
            if (
                heir is not None
                and _holds(change, draft, stated, heir)
                and say_the_same(_wording(stated), wording_of(heir))
            ):
                return statement_of(heir)
    return stated.statement


def _group(change: Change, stated: StatedFact, statement: Statement) -> Group:
    fact, envelope = stated.fact, change.envelope
    audience = audience_of(envelope.visibility, envelope.agent_id)
    return group(statement, fact.kind, audience, stated.evidence, fact.speaker, fact.context)


def _holds(change: Change, draft: Draft, stated: StatedFact, memory: Memory) -> bool:
    """Whether the fact can count as this memory: who may see it, and when it happened, agree."""
    return group_of(draft, memory) == _group(change, stated, statement_of(memory))


def _wording(stated: StatedFact) -> Wording:
    return Wording(stated.fact.content, stated.statement, tuple(stated.fact.entities))


def _wakes(memory: Memory, appended_at: datetime) -> bool:
    """Whether a mention wakes a memory: what lies still wakes by what was said after that."""
    if memory.status in ("forgotten", "expired"):
        return appended_at > memory.recorded_from
    return True


def _created(change: Change, body: FactSetExtracted, draft: Draft, stated: StatedFact) -> Memory:
    """Return the fact's own memory; one that was closed before keeps its hits."""
    memory = new_memory(change, body, stated)
    before = draft.memory(stated.memory_id)
    if before is None:
        return memory
    if draft.evidence(stated.memory_id):
        # The same message states it for another interval too.
        other = split_memory_id(memory, stated.evidence, apart=True)
        return memory.model_copy(update={"memory_id": other})
    return memory.model_copy(
        update={
            "hit_count": before.hit_count,
            "last_hit_at": before.last_hit_at,
            "recorded_from": max(before.recorded_from, memory.recorded_from),
        }
    )


def _mentioned(memory: Memory, stated: StatedFact) -> dict[str, Any]:
    """Return what a memory gains by one more mention: weight and names, and time to live."""
    fact = stated.fact
    lasting = "long" in (memory.type, fact.type)
    return {
        "importance": max(memory.importance, fact.importance),
        "confidence": max(memory.confidence, fact.confidence),
        "pinned": memory.pinned or fact.pinned,
        "entities": _union(memory.entities, fact.entities),
        "keywords": _union(memory.keywords, fact.keywords),
        "type": "long" if lasting else memory.type,
        "expires_at": None
        if lasting
        else max(filter(None, (memory.expires_at, stated.expires_at))),
    }


def _union(one: list[str], other: list[str]) -> list[str]:
    return list(dict.fromkeys((*one, *other)))[: max(_MAX_TERMS, len(one))]


def _confirm(draft: Draft, where: Group, memory: Memory, stated: StatedFact) -> None:
    """Let a span that is counted already belong to the turn's newest revision."""
    row = stated.evidence.model_copy(update={"memory_id": memory.memory_id})
    held = draft.evidence(memory.memory_id)[key_of(row)]
    if held == row:
        return
    draft.withdraw(held)
    draft.gain(row)
    if (held.valid_from, held.valid_to) != (row.valid_from, row.valid_to):
        lay_out(draft, where, stated.appended_at)


def _add_quietly(draft: Draft, memory: Memory, stated: StatedFact) -> None:
    """Count a late mention of what was forgotten or has expired, and let it lie."""
    draft.gain(stated.evidence.model_copy(update={"memory_id": memory.memory_id}))
    count = len(draft.evidence(memory.memory_id))
    draft.revise(memory, memory.decision, stated.appended_at, mention_count=count)


def _withdraw_the_rest(
    change: Change, body: FactSetExtracted, draft: Draft, confirmed: Confirmed
) -> None:
    """Withdraw the turn's evidence that its new revision does not repeat."""
    recorded = max((ref.appended_at for ref in body.messages), default=change.appended_at)
    for row in draft.of_turn(body.turn_id):
        memory = draft.memory(row.memory_id)
        heir = None if memory is None else standing(draft, memory)
        if memory is None or heir is None or (statement_of(heir), key_of(row)) in confirmed:
            continue
        where = group_of(draft, memory)
        draft.withdraw(row)
        left = len(draft.evidence(memory.memory_id))
        if left or memory.status in ("merged", "forgotten"):
            draft.revise(memory, memory.decision, recorded, mention_count=left)
        else:
            ended = max(memory.valid_from, recorded)
            fields = {"status": "superseded", "valid_to": ended, "mention_count": 0}
            draft.revise(memory, "revised", recorded, **fields)
        if where is not None:
            lay_out(draft, where, recorded)
