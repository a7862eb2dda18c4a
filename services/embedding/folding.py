"""Folds a batch of changes, in log order, over the views of their owners. No I/O."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from membus.contracts.events.changes import FactSetExtracted
from membus.contracts.events.memories import ChangeDecided
from membus.contracts.memory import Memory
from membus.domain.deciding import Change, OwnerView, decide, turn_of
from membus.domain.deciding.building import fact_memory_id
from membus.domain.places import TOLD
from membus.domain.points import same_point
from membus.errors import PermanentError
from services.embedding.nominating import Nominated, Place


@dataclass(slots=True)
class Folded:
    """What a batch comes to.

    `decided` by inbox key, in log order; `refused` what cannot mean anything. `images` are the
    memories that changed, as they stand at the end; `remade` those whose vectors are new, `retold`
    those whose text is new or gone, for the contexts of others too.
    """

    decided: dict[str, ChangeDecided] = field(default_factory=dict)
    refused: dict[str, PermanentError] = field(default_factory=dict)
    images: dict[str, Memory] = field(default_factory=dict)
    remade: set[str] = field(default_factory=set)
    retold: set[str] = field(default_factory=set)


def fold(
    batch: Sequence[Change],
    views: Mapping[str, OwnerView],
    nominated: Nominated,
    ttl: timedelta,
) -> Folded:
    """Decide each change over what the ones before it left; the views follow."""
    folded = Folded()
    by_key: dict[str, Change] = {}
    for change in batch:
        # Of an event that stands in the batch twice the first counts: versions are offsets.
        by_key.setdefault(change.key, change)
    for change in by_key.values():
        view = views[change.owner]
        try:
            decision = decide(_with_neighbours(change, nominated, folded, by_key), view, ttl)
        except PermanentError as error:
            folded.refused[change.key] = error
            continue
        for memory in decision.memories:
            _note(folded, view.memories.get(memory.memory_id), memory)
        view.apply(decision, turn_of(change))
        folded.decided[change.key] = decision
    return folded


def _note(folded: Folded, before: Memory | None, memory: Memory) -> None:
    folded.images[memory.memory_id] = memory
    if before is None or not same_point(before, memory):
        folded.remade.add(memory.memory_id)
        folded.retold.add(memory.memory_id)
    elif (before.status in TOLD) != (memory.status in TOLD):
        folded.retold.add(memory.memory_id)


def _with_neighbours(
    change: Change, nominated: Nominated, folded: Folded, by_key: Mapping[str, Change]
) -> Change:
    """Return the change with its nominations as ids: an earlier fact stands for its memory."""
    if not isinstance(change.body, FactSetExtracted):
        return change
    found = {}
    for index in range(len(change.body.facts)):
        near = nominated.get(Place(change.key, index))
        if near:
            ids = (
                item if isinstance(item, str) else _memory_of(item, folded, by_key) for item in near
            )
            found[index] = [memory_id for memory_id in ids if memory_id]
    return replace(change, nominations=found) if found else change


def _memory_of(place: Place, folded: Folded, by_key: Mapping[str, Change]) -> str:
    """Return which memory an earlier fact counts as; its own id within the same change."""
    decision = folded.decided.get(place.change_key)
    if decision is not None:
        return next((fate.memory_id for fate in decision.fates if fate.index == place.index), "")
    change = by_key.get(place.change_key)
    if change is None or not isinstance(change.body, FactSetExtracted):
        return ""
    return fact_memory_id(change, change.body.facts[place.index])
