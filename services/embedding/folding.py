"""Folds a batch of changes, in log order, over the views of their owners. No I/O."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from membus.contracts.events.changes import FactSetExtracted
from membus.contracts.events.memories import ChangeDecided
from membus.contracts.memory import Memory
from membus.domain.deciding import Change, OwnerView, decide, turn_of
from membus.domain.deciding.building import fact_memory_id
from membus.domain.points import same_point
from membus.errors import PermanentError
from services.embedding.nominating import Nominated, Place


@dataclass(slots=True)
class Folded:
    """What a batch comes to.

    `decided` by change id, in log order; `refused` what cannot mean anything. `images` are the
    memories that changed, as they stand at the end; `remade` those whose vectors are new.
    """

    decided: dict[str, ChangeDecided] = field(default_factory=dict)
    refused: dict[str, PermanentError] = field(default_factory=dict)
    images: dict[str, Memory] = field(default_factory=dict)
    remade: set[str] = field(default_factory=set)


def fold(
    batch: Sequence[Change],
    views: Mapping[str, OwnerView],
    nominated: Nominated,
    ttl: timedelta,
) -> Folded:
    """Decide each change over what the ones before it left; the views follow."""
    folded = Folded()
    by_id: dict[str, Change] = {}
    for change in batch:
        # Of an event that stands in the batch twice the first counts: versions are offsets.
        by_id.setdefault(change.id, change)
    for change in by_id.values():
        view = views[change.owner]
        try:
            decision = decide(_with_neighbours(change, nominated, folded, by_id), view, ttl)
        except PermanentError as error:
            folded.refused[change.id] = error
            continue
        for memory in decision.memories:
            before = view.memories.get(memory.memory_id)
            if before is None or not same_point(before, memory):
                folded.remade.add(memory.memory_id)
            folded.images[memory.memory_id] = memory
        view.apply(decision, turn_of(change))
        folded.decided[change.id] = decision
    return folded


def _with_neighbours(
    change: Change, nominated: Nominated, folded: Folded, by_id: Mapping[str, Change]
) -> Change:
    """Return the change with its nominations as ids: an earlier fact stands for its memory."""
    if not isinstance(change.body, FactSetExtracted):
        return change
    found = {}
    for index in range(len(change.body.facts)):
        near = nominated.get(Place(change.id, index))
        if near:
            ids = (
                item if isinstance(item, str) else _memory_of(item, folded, by_id) for item in near
            )
            found[index] = [memory_id for memory_id in ids if memory_id]
    return replace(change, nominations=found) if found else change


def _memory_of(place: Place, folded: Folded, by_id: Mapping[str, Change]) -> str:
    """Return which memory an earlier fact counts as; its own id within the same change."""
    decision = folded.decided.get(place.change_id)
    if decision is not None:
        return next((fate.memory_id for fate in decision.fates if fate.index == place.index), "")
    change = by_id.get(place.change_id)
    if change is None or not isinstance(change.body, FactSetExtracted):
        return ""
    return fact_memory_id(change, change.body.facts[place.index])
