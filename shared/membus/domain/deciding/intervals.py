"""Lays a group's statements out as intervals again, and gives each interval to one memory."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from membus.contracts import ids
from membus.contracts.memory import Evidence, Lineage, Memory
from membus.domain.conflict import Interval, Stated, Value, chain
from membus.domain.deciding.building import begins, split_memory_id
from membus.domain.deciding.draft import Draft
from membus.domain.deciding.groups import Group
from membus.domain.deciding.merged import merge_decision
from membus.domain.deciding.view import key_of, statement_of

_LIVE = ("active", "superseded")


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A statement that joins a group: its row, and the value that it counts as.

    `create` returns its own memory, for when no other takes it; `mention` returns the fields that
    a memory gains by being mentioned. A memory that takes it is live again.
    """

    row: Evidence
    value: Value
    create: Callable[[], Memory]
    mention: Callable[[Memory], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class _Place:
    """An interval and the memory that has it now; `newcomer` when that lies in it."""

    interval: Interval
    memory: Memory
    is_new: bool
    newcomer: Newcomer | None


def lay_out(
    draft: Draft, group: Group, recorded: datetime, newcomer: Newcomer | None = None
) -> tuple[str, bool] | None:
    """Derive valid times, statuses and evidence of a group's memories from all that it states.

    Returns the id of the memory that took the newcomer, and whether it is new. A memory whose
    evidence all goes to another one is merged into it; an interval that is left without a memory
    gets one of its own.
    """
    members = {memory.memory_id: memory for memory in group.members(draft)}
    stated = [
        _stated(row, statement_of(memory)[2:], memory.memory_id)
        for memory in members.values()
        for row in draft.evidence(memory.memory_id).values()
    ]
    if newcomer is not None:
        stated.append(_stated(newcomer.row, newcomer.value, ""))
    places = _places(draft, members, chain(stated, single_valued=group.single_valued), newcomer)
    for place in places:
        _gather(draft, members, place)
    for place in places:
        _settle(draft, place, recorded)
    _merge_emptied(draft, members, places, recorded)
    return next(
        ((place.memory.memory_id, place.is_new) for place in places if place.newcomer), None
    )


def _stated(row: Evidence, value: Value, held_by: str) -> Stated:
    return Stated(value, begins(row), row.valid_to, row.at, row.offset, key_of(row), held_by)


def _places(
    draft: Draft, members: dict[str, Memory], intervals: list[Interval], newcomer: Newcomer | None
) -> list[_Place]:
    """Give each interval, oldest first, the memory that counts most of it and has none yet."""
    given: set[str] = set()
    places = []
    for interval in intervals:
        counts = Counter(item.held_by for item in interval.stated if item.held_by)
        free = [members[memory_id] for memory_id in counts if memory_id not in given]
        free.sort(
            key=lambda memory: (
                memory.status not in _LIVE,
                -counts[memory.memory_id],
                memory.memory_id,
            )
        )
        new = newcomer if any(not item.held_by for item in interval.stated) else None
        if free:
            memory = free[0]
        elif new is not None:
            memory = new.create()
        elif (memory := members[interval.stated[0].held_by]).status in _LIVE:
            memory = _split(draft, memory, interval.stated[0], given)
        else:
            continue  # what is forgotten or expired stays in one piece
        given.add(memory.memory_id)
        places.append(_Place(interval, memory, not free, new))
    return places


def _split(draft: Draft, base: Memory, first: Stated, given: set[str]) -> Memory:
    """Return the memory of an interval that another memory of the same statement cannot keep."""
    row = draft.evidence(base.memory_id)[first.span]
    memory_id = split_memory_id(base, row)
    if memory_id in given or draft.evidence(memory_id):
        memory_id = split_memory_id(base, row, apart=True)
    while memory_id in given or draft.evidence(memory_id):
        memory_id = ids.derive("split", memory_id)
    return base.model_copy(
        update={
            "memory_id": memory_id,
            "turn_id": row.turn_id,
            "status": "active",
            "decision": "split",
            "hit_count": 0,
            "last_hit_at": None,
        }
    )


def _gather(draft: Draft, members: dict[str, Memory], place: _Place) -> None:
    """Bring an interval's evidence to its memory; what is forgotten keeps its own."""
    memory_id = place.memory.memory_id
    if place.newcomer is not None:
        draft.gain(place.newcomer.row.model_copy(update={"memory_id": memory_id}))
    for item in place.interval.stated:
        if item.held_by in ("", memory_id) or members[item.held_by].status == "forgotten":
            continue
        row = draft.evidence(item.held_by)[item.span]
        draft.withdraw(row)
        draft.gain(row.model_copy(update={"memory_id": memory_id}))


def _settle(draft: Draft, place: _Place, recorded: datetime) -> None:
    """Set the after-image of an interval's memory, if anything of it changed."""
    memory, interval = place.memory, place.interval
    if memory.status not in _LIVE and place.newcomer is None:
        return
    rows = draft.evidence(memory.memory_id).values()
    fields: dict[str, Any] = {
        "mention_count": len(rows),
        "first_mentioned_at": min(row.at for row in rows),
        "last_mentioned_at": max(row.at for row in rows),
        "status": "superseded" if interval.superseded else "active",
        "valid_from": interval.valid_from,
        "valid_to": interval.valid_to,
    }
    if place.newcomer is not None and not place.is_new:
        fields |= place.newcomer.mention(memory)
    changed = {name: value for name, value in fields.items() if getattr(memory, name) != value}
    if place.is_new or changed:
        decision = _decision(place, fields["status"])
        draft.revise(memory, decision, recorded, **changed)


def _decision(place: _Place, status: str) -> str:
    if status == "superseded" and (place.is_new or place.memory.status != status):
        return "superseded"
    if status == "active" and place.memory.status == "superseded":
        return "reopened"
    if place.newcomer is not None and not place.is_new:
        return "mentioned"
    return place.memory.decision


def _merge_emptied(
    draft: Draft, members: dict[str, Memory], places: list[_Place], recorded: datetime
) -> None:
    """Merge members that lost all evidence into the memory that took their first statement."""
    for memory_id, memory in members.items():
        if draft.evidence(memory_id):
            continue
        heir = next(
            place.memory.memory_id
            for place in places
            if any(item.held_by == memory_id for item in place.interval.stated)
        )
        draft.revise(memory, merge_decision(heir), recorded, status="merged")
        draft.link(Lineage(memory_id=heir, source_id=memory_id, relation="merged"))
