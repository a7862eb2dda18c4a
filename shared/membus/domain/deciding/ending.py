"""What statements end without naming it in full: a plan called off or moved, what was taken over.

Both sides ask here, so that it does not matter which of them comes in first. It must not know how
languages say so: that is the extractor's.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from membus.contracts.memory import Evidence, Fact, Memory
from membus.domain.canonical import OTHERS, Slot, Statement, opposite
from membus.domain.deciding.building import OCCURRENCES, StatedFact, begins
from membus.domain.deciding.draft import Draft
from membus.domain.deciding.groups import audience_of
from membus.domain.deciding.view import statement_of
from membus.domain.predicates import CALLED_OFF, PREDICATES, predicate
from membus.domain.topic_words import words_of

_LIVE = ("active", "superseded")
# More than half of a topic's words must be among those of what it means.
_HALF = 0.5
# Where what is still to come may stand.
_PLANS = tuple(
    name
    for name, row in PREDICATES.items()
    if row.kind in OCCURRENCES and row.memory_type == "short"
)


def wanted(fact: Fact, statement: Statement) -> tuple[list[Statement], list[Slot]]:
    """Return the statements and slots whose memories a fact may end, or be ended by."""
    subject, name, value, polarity = statement
    others = (subject, name, OTHERS, "negative")
    if value == OTHERS:
        return [others], [statement[:2]]
    if name == CALLED_OFF or _is_undated_denial(fact.kind, polarity, fact):
        return [], [(subject, plan) for plan in _PLANS]
    if polarity == "negative":
        return [], []
    return ([], [(subject, CALLED_OFF)]) if fact.kind in OCCURRENCES else ([others], [])


def only_ends(draft: Draft, stated: StatedFact) -> bool:
    """Whether a fact says nothing but that something is over: it is kept, and not shown.

    That is the denial of all that was before, and of a date that its message replaces.
    """
    if stated.statement[2] == OTHERS:
        return True
    fact = stated.fact
    if not _is_undated_denial(fact.kind, fact.polarity, fact):
        return False
    affirmed = draft.stating(opposite(stated.statement))
    return any(_affirms(draft, memory, stated.evidence) for memory in affirmed)


def ended(draft: Draft, stated: StatedFact) -> list[tuple[Memory, Evidence]]:
    """Return the memories that end now that a fact is known, each with the row that says so."""
    found: dict[str, tuple[Memory, Evidence]] = {}
    told = stated.evidence
    for ender in _enders(draft, stated):
        for row in list(draft.evidence(ender.memory_id).values()):
            replaced = row.turn_id == told.turn_id and row.revision < told.revision
            for target in [] if replaced else _ended_by(draft, ender, row):
                found[target.memory_id] = (target, _end_row(target, row))
    return list(found.values())


def _end_row(target: Memory, row: Evidence) -> Evidence:
    """Return the row that ends a memory: at its own beginning what never came about."""
    until = target.valid_from if target.kind in OCCURRENCES else begins(row)
    ends = {"memory_id": target.memory_id, "valid_from": target.valid_from, "valid_to": until}
    return row.model_copy(update=ends)


def _enders(draft: Draft, stated: StatedFact) -> list[Memory]:
    """Return what may end something: the fact's own memories, or those that bear on its kind."""
    subject, name, _, _ = stated.statement
    near = [
        *draft.stating(stated.statement),
        *draft.stating(opposite(stated.statement)),
        *draft.stating((subject, name, OTHERS, "negative")),
    ]
    if stated.fact.kind in OCCURRENCES:
        near += draft.in_slot((subject, CALLED_OFF))
    return list({memory.memory_id: memory for memory in near if _ends(draft, memory)}.values())


def _ends(draft: Draft, memory: Memory) -> bool:
    if memory.status == "forgotten" or not draft.evidence(memory.memory_id):
        return False
    _, name, value, polarity = statement_of(memory)
    first = _first(draft, memory)
    return value == OTHERS or name == CALLED_OFF or _is_undated_denial(memory.kind, polarity, first)


def _ended_by(draft: Draft, ender: Memory, row: Evidence) -> list[Memory]:
    subject, name, value, _ = statement_of(ender)
    if value == OTHERS:
        held = _held(draft, draft.in_slot((subject, name)), ender, row)
        return held if len(held) == 1 else []  # of several nobody knows which is meant
    plans = [memory for plan in _PLANS for memory in draft.in_slot((subject, plan))]
    if name == CALLED_OFF:
        return _alike(draft, ender, _to_come(draft, plans, ender, row))
    same = _to_come(draft, draft.stating(opposite(statement_of(ender))), ender, row)
    if same:
        return [max(same, key=lambda memory: (memory.last_mentioned_at, memory.memory_id))]
    return _alike(draft, ender, _to_come(draft, plans, ender, row))


def _held(draft: Draft, known: Iterable[Memory], ender: Memory, row: Evidence) -> list[Memory]:
    """Return what held when a row said that something else holds."""
    until = begins(row)
    return [
        memory
        for memory in _said_before(draft, known, ender, row)
        if memory.valid_from < until and (memory.valid_to is None or memory.valid_to >= until)
    ]


def _to_come(draft: Draft, known: Iterable[Memory], ender: Memory, row: Evidence) -> list[Memory]:
    """Return the occurrences that were still to come when a row was said."""
    return [
        memory
        for memory in _said_before(draft, known, ender, row)
        if memory.kind in OCCURRENCES
        and ((end := _end(_first(draft, memory))) is None or end > row.at)
    ]


def _said_before(
    draft: Draft, known: Iterable[Memory], ender: Memory, row: Evidence
) -> Iterator[Memory]:
    """Yield what was affirmed before a row, for the same agents, and not by its message."""
    audience = audience_of(ender.visibility, ender.agent_id)
    for memory in known:
        if (
            memory.status in _LIVE
            and memory.polarity == "positive"
            and memory.predicate != CALLED_OFF
            and audience_of(memory.visibility, memory.agent_id) == audience
            and draft.evidence(memory.memory_id)
            and _first(draft, memory).at <= row.at
            and not _affirms(draft, memory, row)
        ):
            yield memory


def _alike(draft: Draft, ender: Memory, known: Sequence[Memory]) -> list[Memory]:
    """Return the one that has most of the words of what is denied; more only of the same time."""
    words = words_of(ender.object)
    shared = {one.memory_id: len(words & _words_about(draft, one)) for one in known}
    most = max(shared.values(), default=0)
    found = [memory for memory in known if shared[memory.memory_id] == most]
    at_one_time = len({(memory.valid_from, _end(_first(draft, memory))) for memory in found}) == 1
    return found if at_one_time and most > _HALF * len(words) else []


def _words_about(draft: Draft, memory: Memory) -> set[str]:
    quotes = (row.quote for row in draft.evidence(memory.memory_id).values())
    names = (memory.predicate, *predicate(memory.predicate).synonyms)
    return words_of(" ".join((memory.object, *names, *quotes)))


def _affirms(draft: Draft, memory: Memory, row: Evidence) -> bool:
    """Whether the row's message states the memory itself, and does not only end it."""
    return any(
        held.message_id == row.message_id
        and (held.valid_to is None or held.valid_to not in (held.valid_from, begins(row)))
        for held in draft.evidence(memory.memory_id).values()
    )


def _is_undated_denial(kind: str, polarity: str, told: Fact | Evidence) -> bool:
    timeless = told.valid_from is None and told.valid_to is None
    return kind in OCCURRENCES and polarity == "negative" and timeless


def _end(row: Evidence) -> datetime | None:
    return row.valid_to or row.valid_from


def _first(draft: Draft, memory: Memory) -> Evidence:
    rows = draft.evidence(memory.memory_id).values()
    return min(rows, key=lambda row: (row.at, row.message_id, row.start))
