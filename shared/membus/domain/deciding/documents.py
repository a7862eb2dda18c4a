"""Applies a document's chunks: they replace the source's earlier ones; equal chunks stay."""

from membus.contracts import ids
from membus.contracts.events.changes import DocumentChunked
from membus.contracts.events.memories import ChangeDecided
from membus.contracts.memory import Memory
from membus.domain.canonical import Slot, canonical_statement
from membus.domain.deciding.change import Change
from membus.domain.deciding.draft import Draft
from membus.domain.deciding.groups import audience_of
from membus.domain.languages import language_of

_CONTAINS = "contains"


def decide_document(change: Change, body: DocumentChunked, draft: Draft) -> ChangeDecided:
    """Store the chunks that are new, and close those that the document no longer has."""
    envelope = change.envelope
    audience = audience_of(envelope.visibility, envelope.agent_id)
    kept: set[str] = set()
    for index, text in enumerate(body.chunks):
        memory_id = chunk_memory_id(change, body.source_id, text)
        held = draft.memory(memory_id)
        if memory_id in kept:
            draft.fate("merged", memory_id, "twice in the document", index)
        elif held is not None and held.status in ("active", "forgotten"):
            draft.fate("merged", memory_id, "unchanged", index)
        else:
            draft.put(_chunk(change, body, text, index, held))
            draft.fate("stored", memory_id, index=index)
        kept.add(memory_id)
    for memory in draft.in_slot(slot_of_source(body.source_id)):
        if (
            memory.kind == "chunk"
            and memory.subject == body.source_id
            and memory.status == "active"
            and memory.memory_id not in kept
            and audience_of(memory.visibility, memory.agent_id) == audience
        ):
            ended = max(memory.valid_from, envelope.occurred_at)
            draft.revise(
                memory, "replaced", change.appended_at, status="superseded", valid_to=ended
            )
    return draft.decided("" if body.chunks else "the document is empty or gone")


def slot_of_source(source_id: str) -> Slot:
    """Return the slot in which all chunks of a source lie; other spellings of it too."""
    return canonical_statement(source_id, _CONTAINS, "", "positive")[:2]


def chunk_memory_id(change: Change, source_id: str, text: str) -> str:
    """Return the id of a chunk's memory: the same text of a source keeps it."""
    digest = ids.digest(text)
    return ids.memory_id(
        change.owner, "", "chunk", digest, (source_id, _CONTAINS, digest, "positive")
    )


def _chunk(
    change: Change,
    body: DocumentChunked,
    text: str,
    index: int,
    held: Memory | None,
) -> Memory:
    envelope = change.envelope
    return Memory(
        memory_id=chunk_memory_id(change, body.source_id, text),
        owner=change.owner,
        tenant_id=envelope.tenant_id,
        user_id=envelope.user_id,
        agent_id=envelope.agent_id,
        visibility=envelope.visibility,
        session_seq=index,
        type="long",
        kind="chunk",
        content=text,
        language=language_of(text),
        subject=body.source_id,
        predicate=_CONTAINS,
        object=ids.digest(text),
        keywords=[body.title] if body.title else [],
        valid_from=envelope.occurred_at,
        recorded_from=change.appended_at,
        first_mentioned_at=held.first_mentioned_at if held else envelope.occurred_at,
        last_mentioned_at=envelope.occurred_at,
        hit_count=held.hit_count if held else 0,
        last_hit_at=held.last_hit_at if held else None,
        decision="stored",
    )
