"""From scored memories to ranked hits: their order, and why one was left out."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from membus.contracts.events.recalls import Excluded, Hit, ScoreParts
from membus.contracts.memory import Memory
from membus.domain.decay import decay
from membus.domain.recalling.query import Question
from membus.domain.recalling.relation import asks_for
from membus.domain.recalling.scoring import (
    RELATION,
    Candidate,
    Relevance,
    factor,
)


@dataclass(frozen=True, slots=True)
class Found:
    """All that ranking reads of one question's candidates, by memory id."""

    candidates: Mapping[str, Candidate]
    relevance: Mapping[str, Relevance]
    memories: Mapping[str, Memory]


def rank(question: Question, found: Found, now: datetime) -> list[Hit]:
    """Return every candidate as a hit, best first; ties go to the newer, then to the id."""
    hits = []
    for memory_id, memory in found.memories.items():
        candidate, scored = found.candidates[memory_id], found.relevance[memory_id]
        asked = asks_for(question, memory)
        total = scored.total + RELATION * asked
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
                    speaker=1.0 if candidate.named else 0.0,
                    substance=candidate.substance,
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


def excluded(hit: Hit, reason: str) -> Excluded:
    """Return the record of a hit that was left out."""
    return Excluded(memory_id=hit.memory.memory_id, reason=reason, score=hit.score)
