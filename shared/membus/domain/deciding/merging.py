"""Applies a proposal to merge: several memories that say one thing become one."""

from membus.contracts import ids
from membus.contracts.events.changes import MergeProposed
from membus.contracts.events.memories import ChangeDecided
from membus.contracts.memory import Lineage, Memory
from membus.domain.deciding.change import Change
from membus.domain.deciding.draft import Draft
from membus.domain.deciding.groups import audience_of, group_of
from membus.domain.deciding.intervals import lay_out
from membus.domain.deciding.merged import merge_decision
from membus.errors import MalformedError


def decide_merge(change: Change, body: MergeProposed, draft: Draft) -> ChangeDecided:
    """Merge, if every memory still is as it was read; otherwise nothing changes.

    The merged memory has all evidence of its sources; they stay as merged, with lineage. Raises
    MalformedError for a merge without text or of fewer than two memories.
    """
    memory_ids = sorted(set(body.memory_ids))
    if len(memory_ids) < 2 or not body.content.strip():  # noqa: PLR2004 - one cannot be merged
        raise MalformedError("a merge needs two memories and the text that stands for both")
    found = [memory for memory in map(draft.memory, memory_ids) if memory is not None]
    reason = _refusal(body, memory_ids, found)
    if reason:
        draft.fate("skipped", memory_ids[0], reason)
        return draft.decided()
    merged = _merged(change, body, found)
    draft.put(merged)
    for source in found:
        for row in list(draft.evidence(source.memory_id).values()):
            draft.gain(row.model_copy(update={"memory_id": merged.memory_id}))
        draft.revise(source, merge_decision(merged.memory_id), change.appended_at, status="merged")
        draft.link(
            Lineage(memory_id=merged.memory_id, source_id=source.memory_id, relation="merged")
        )
    count = len(draft.evidence(merged.memory_id))
    merged = draft.revise(merged, "merged", change.appended_at, mention_count=max(1, count))
    where = group_of(draft, merged)
    if where is not None:
        lay_out(draft, where, change.appended_at)
    draft.fate("stored", merged.memory_id)
    return draft.decided()


def _refusal(body: MergeProposed, memory_ids: list[str], found: list[Memory]) -> str:
    if len(found) < len(memory_ids):
        return "a memory is gone"
    if any(memory.status != "active" for memory in found):
        return "a memory is not active"
    if any(body.versions.get(memory.memory_id) != memory.version for memory in found):
        return "changed since it was read"
    if len({audience_of(memory.visibility, memory.agent_id) for memory in found}) > 1:
        return "not the same agents may see them"
    return ""


def _merged(change: Change, body: MergeProposed, sources: list[Memory]) -> Memory:
    """Return the memory that stands for all; the best attested one says what it states."""
    best = max(
        sources, key=lambda memory: (memory.mention_count, memory.importance, memory.memory_id)
    )
    ends = [memory.valid_to for memory in sources]
    hits = [memory.last_hit_at for memory in sources if memory.last_hit_at is not None]
    is_long = any(memory.type == "long" for memory in sources)
    expiries = [memory.expires_at for memory in sources if memory.expires_at is not None]
    return best.model_copy(
        update={
            "memory_id": ids.merged_memory_id(change.owner, [m.memory_id for m in sources]),
            "type": "long" if is_long else "short",
            "content": body.content.strip(),
            "entities": list(dict.fromkeys(name for m in sources for name in m.entities)),
            "keywords": list(dict.fromkeys(word for m in sources for word in m.keywords)),
            "importance": max(memory.importance for memory in sources),
            "confidence": min(memory.confidence for memory in sources),
            "pinned": any(memory.pinned for memory in sources),
            "valid_from": min(memory.valid_from for memory in sources),
            "valid_to": None if None in ends else max(end for end in ends if end is not None),
            "expires_at": None if is_long else max(expiries, default=None),
            "recorded_from": max(memory.recorded_from for memory in sources),
            "first_mentioned_at": min(memory.first_mentioned_at for memory in sources),
            "last_mentioned_at": max(memory.last_mentioned_at for memory in sources),
            "hit_count": sum(memory.hit_count for memory in sources),
            "last_hit_at": max(hits, default=None),
            "derived_from": [memory.memory_id for memory in sources],
            "context": [],
        }
    )
