"""Brings the vector index to what was decided: new points, payloads, contexts, points that go."""

import asyncio
from collections.abc import Collection, Mapping, Sequence

from membus.contracts.memory import Memory
from membus.domain.deciding.labels import ERASED
from membus.domain.points import (
    changing_payload,
    content_text,
    context_vector,
    dense_text,
    payload,
    text_vector,
)
from membus.ports.models import Embedder
from membus.ports.scope import Scope
from membus.ports.vectors import SparseVector, VectorIndex, VectorPoint
from services.embedding.surrounding import Surroundings

Vectors = dict[str, list[float]]


async def project(
    index: VectorIndex,
    embedder: Embedder,
    memories: Collection[Memory],
    remade: Collection[str],
    around: Surroundings,
    known: Mapping[str, list[float]],
) -> None:
    """Store the memories' points; those in `remade` whole, the payload alone of the others.

    `around` is what was said near them: memories before them get a new context vector alone.
    `known` are vectors by text that were computed already. Every write is guarded by version, so it
    can be done again. Raises UnavailableError.
    """
    whole = [m for m in memories if m.memory_id in remade and m.decision != ERASED]
    if whole:
        vectors = await _embed(embedder, whole, known)
        await index.upsert(await asyncio.to_thread(_points, whole, vectors, around))
    changed = [m for m in memories if m.memory_id not in remade and m.decision != ERASED]
    if changed:
        await index.set_payload([(m.memory_id, m.version, changing_payload(m)) for m in changed])
    if around.renewed:
        await index.set_context(await asyncio.to_thread(_contexts, around))
    for memory in memories:
        if memory.decision == ERASED:
            scope = Scope(memory.tenant_id, (memory.owner,), memory.agent_id)
            await index.delete(scope, [memory.memory_id])


async def embed_texts(embedder: Embedder, texts: Sequence[str]) -> Vectors:
    """Return vectors by text, each text embedded once, all in one call."""
    distinct = list(dict.fromkeys(texts))
    vectors = await embedder.embed(distinct) if distinct else []
    return dict(zip(distinct, vectors, strict=True))


async def _embed(
    embedder: Embedder, memories: Sequence[Memory], known: Mapping[str, list[float]]
) -> Mapping[str, list[float]]:
    wanted = [text for m in memories for text in (dense_text(m), content_text(m)) if text]
    missing = [text for text in wanted if text not in known]
    return {**known, **await embed_texts(embedder, missing)}


def _points(
    memories: Sequence[Memory], vectors: Mapping[str, list[float]], around: Surroundings
) -> list[VectorPoint]:
    return [
        VectorPoint(
            memory_id=memory.memory_id,
            version=memory.version,
            dense=vectors[dense_text(memory)],
            content=vectors[text] if (text := content_text(memory)) else None,
            text=text_vector(memory),
            context=context_vector(memory, around.following(memory)),
            payload=payload(memory),
        )
        for memory in memories
    ]


def _contexts(around: Surroundings) -> list[tuple[str, int, SparseVector]]:
    return [
        (memory.memory_id, memory.version, context_vector(memory, around.following(memory)))
        for memory in around.renewed
    ]
