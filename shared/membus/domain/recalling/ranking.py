"""From scored memories to the hits of an answer: order, doubles out, abstention, top-k."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from membus.contracts.events.recalls import Excluded, Hit, ScoreParts
from membus.contracts.memory import Evidence, Memory
from membus.domain.decay import decay
from membus.domain.lexical import terms
from membus.domain.recalling.query import Question
from membus.domain.recalling.relation import asks_for
from membus.domain.recalling.scoring import (
    RELATION,
    SPEAKER,
    Candidate,
    Relevance,
    coverage,
    factor,
)

# A fact says what an utterance says when it quotes at least this share of it.
COVERS = 0.5


@dataclass(frozen=True, slots=True)
class Floors:
    """Below both, nothing that was found is about the question."""

    similarity: float
    coverage: float


@dataclass(frozen=True, slots=True)
class Found:
    """All that ranking reads of one question's candidates, by memory id."""

    candidates: Mapping[str, Candidate]
    relevance: Mapping[str, Relevance]
    memories: Mapping[str, Memory]


def rank(question: Question, found: Found, now: datetime) -> list[Hit]:
    """Return every candidate as a hit, best first; ties go to the newer, then to the id."""
    lowered = question.text.casefold()
    hits = []
    for memory_id, memory in found.memories.items():
        candidate, scored = found.candidates[memory_id], found.relevance[memory_id]
        named = bool(memory.speaker) and memory.speaker.casefold() in lowered
        asked = asks_for(question, memory)
        total = scored.total + SPEAKER * named + RELATION * asked
        # A hit keeps a memory alive, but says nothing of what holds now.
        hit_at = None if question.now else memory.last_hit_at
        fresh = decay(max(filter(None, (memory.last_mentioned_at, hit_at))), now)
        multiplier, access = factor(
            decay=fresh,
            importance=memory.importance,
            hits=memory.hit_count,
            short=memory.type == "short" and not memory.pinned,
            present=question.now,
        )
        level = "exact" if candidate.exact else "semantic"
        if candidate.related and candidate.dense is None and candidate.text is None:
            level = "relational"
        hits.append(
            Hit(
                memory=memory,
                score=round(total * multiplier, 6),
                level=level,
                parts=ScoreParts(
                    dense=scored.dense,
                    text=scored.text,
                    context=scored.context,
                    neighbour=scored.neighbour,
                    speaker=1.0 if named else 0.0,
                    exact=1.0 if candidate.exact else 0.0,
                    relation=1.0 if asked else 0.0,
                    relevance=total,
                    decay=fresh,
                    importance=memory.importance,
                    access=access,
                    factor=multiplier,
                    score=total * multiplier,
                ),
            )
        )
    return sorted(
        hits,
        key=lambda hit: (
            -hit.score,
            -hit.memory.last_mentioned_at.timestamp(),
            hit.memory.memory_id,
        ),
    )


def abstention(question: Question, found: Found, hits: Sequence[Hit], floors: Floors) -> str:
    """Return why no hit is about the question, or an empty string."""
    if not hits:
        return "nothing is known"
    for hit in hits[:5]:
        candidate = found.candidates[hit.memory.memory_id]
        if candidate.exact or (candidate.dense or 0.0) >= floors.similarity:
            return ""
        said = frozenset(terms(f"{hit.memory.speaker} {hit.memory.content}"))
        if coverage(question.terms, said) >= floors.coverage:
            return ""
    return "nothing that is known is about this"


def select(
    hits: Sequence[Hit], evidence: Mapping[str, Sequence[Evidence]], k: int
) -> tuple[list[Hit], list[Excluded]]:
    """Return the first `k` hits that say different things, and why others were left out.

    `evidence` is that of the first `2 * k` hits at least; the hits come back with their sources.
    """
    kept: list[Hit] = []
    left: list[Excluded] = []
    for hit in hits:
        if len(kept) == k:
            left.append(_excluded(hit, f"beyond the best {k}"))
            continue
        double = next((other for other in kept if _same(hit, other, evidence)), None)
        if double is None:
            rows = evidence.get(hit.memory.memory_id, ())
            sources = list(dict.fromkeys(row.message_id for row in rows))
            kept.append(hit.model_copy(update={"sources": sources}))
        else:
            left.append(_excluded(hit, f"says what {double.memory.memory_id} says"))
    return kept, left


def outdated(hits: Iterable[Hit]) -> tuple[list[Hit], list[Excluded]]:
    """Leave out what no longer holds, and utterances that only say what no longer holds."""
    hits = list(hits)
    gone = {_place(hit.memory) for hit in hits if hit.memory.status == "superseded"}
    holds = {
        _place(hit.memory)
        for hit in hits
        if hit.memory.status == "active" and hit.memory.kind != "utterance"
    }
    kept, left = [], []
    for hit in hits:
        memory = hit.memory
        if memory.status != "active":
            until = f" since {memory.valid_to:%Y-%m-%d}" if memory.valid_to else ""
            left.append(_excluded(hit, f"{memory.status}{until}"))
        elif memory.kind == "utterance" and _place(memory) in gone - holds:
            left.append(_excluded(hit, "says only what was superseded"))
        else:
            kept.append(hit)
    return kept, left


def _place(memory: Memory) -> tuple[str, int]:
    return memory.session, memory.session_seq


def _same(one: Hit, other: Hit, evidence: Mapping[str, Sequence[Evidence]]) -> bool:
    first, second = one.memory, other.memory
    if first.content.casefold() == second.content.casefold():
        return True
    utterances = [hit for hit in (one, other) if hit.memory.kind == "utterance"]
    if len(utterances) != 1:
        return False
    said = utterances[0].memory
    fact = second if said is first else first
    rows = evidence.get(said.memory_id, ())
    length = sum(row.end - row.start for row in rows[:1]) or len(said.content)
    sources = {row.message_id for row in rows}
    return any(
        row.message_id in sources and row.end - row.start >= COVERS * length
        for row in evidence.get(fact.memory_id, ())
    )


def _excluded(hit: Hit, reason: str) -> Excluded:
    return Excluded(memory_id=hit.memory.memory_id, reason=reason, score=hit.score)
