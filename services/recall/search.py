"""The three levels of recall, side by side: exact, semantic, relational."""

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import numpy as np

from membus.bootstrap import RecallParts
from membus.contracts.base import JsonObject
from membus.contracts.events.recalls import RecallRequested
from membus.contracts.memory import Memory
from membus.domain.points import payload as payload_of
from membus.domain.recalling.conversation import Conversation, lexical_query
from membus.domain.recalling.matters import Matter, label_term, latest_matter
from membus.domain.recalling.query import Question
from membus.domain.recalling.ranking import Found
from membus.domain.recalling.scoring import (
    CHINESE,
    ENGLISH,
    Candidate,
    relevance,
    substance,
)
from membus.domain.recalling.subject_areas import areas, latest_alone, strong
from membus.ports.scope import Scope
from membus.ports.vectors import VectorHit, VectorQuery

# The ledger gives the rows of the best ones alone; what lies below them can't reach the answer.
READ = 20
EXACT_LIMIT, RELATED_LIMIT = 10, 10
MATTER_LIMIT = 30
ANY_STATUS = ("active", "superseded")
_MOMENTS = ("utterance", "event", "commitment", "chunk")


@dataclass(frozen=True, slots=True)
class Asked:
    """One question as it is searched: who asks (session or owner), in which conversation.

    `stretch` [begin, end) is the time that it asks about.
    """

    asker: str
    session: str
    question: Question
    conversation: Conversation
    request: RecallRequested
    stretch: tuple[datetime, datetime] | None

    @property
    def history(self) -> bool:
        """Whether the question is about what was held, or known, at a time."""
        return self.request.as_of is not None or self.request.known_at is not None


async def search(parts: RecallParts, scope: Scope, asked: Asked, limit: int) -> Found:
    """Return the scored candidates of a question, with the rows of the best."""
    semantic, exact, related, matter = await asyncio.gather(
        _semantic(parts, scope, asked, limit),
        _exact(parts, scope, asked),
        _related(parts, scope, asked),
        _matter(parts, scope, asked),
    )
    exact = [*exact, *matter.memories]
    candidates = _candidates(asked, semantic, exact, related, matter)
    scored = relevance(candidates, CHINESE if asked.question.chinese else ENGLISH)
    wanted = max(READ, 2 * (asked.request.k or 0))
    best = sorted(candidates, key=lambda key: -scored[key].total)[:wanted]
    if asked.history:
        held = await parts.ledger.at(scope, best, asked.request.as_of, asked.request.known_at)
        # What was forgotten, expired or merged at that time was no memory then.
        rows = {key: memory for key, memory in held.items() if memory.status in ANY_STATUS}
    else:
        known = {memory.memory_id: memory for memory in (*exact, *related)}
        missing = [key for key in best if key not in known]
        rows = {key: known[key] for key in best if key in known}
        rows |= await parts.ledger.get(scope, missing) if missing else {}
    return Found(candidates, scored, rows)


async def _semantic(
    parts: RecallParts, scope: Scope, asked: Asked, limit: int
) -> list[list[VectorHit]]:
    request = asked.request
    sparse = lexical_query(asked.question, asked.conversation)
    lasting = VectorQuery(
        using="dense",
        vector=await _vector(parts, asked),
        limit=limit,
        statuses=ANY_STATUS,
        valid_at=request.as_of.timestamp() if request.as_of else None,
        known_at=request.known_at.timestamp() if request.known_at else None,
    )
    queries = [lasting]
    queries += [
        # What words find is found near the top: half as many are enough.
        replace(lasting, using="text", vector=sparse, limit=limit // 2),
        replace(lasting, using="context", vector=sparse, limit=limit),
    ]
    if asked.stretch is not None:
        begin, end = asked.stretch
        stretch = (begin.timestamp(), end.timestamp())
        queries.append(replace(lasting, limit=limit // 2, begins_in=stretch))
    return await parts.vectors.search(scope, queries)


async def _vector(parts: RecallParts, asked: Asked) -> list[float]:
    """Return the weighted mean of the texts' vectors, of length 1."""
    texts = asked.conversation.texts
    vectors = await asyncio.gather(*(parts.questions.embed(asked.asker, text) for text, _ in texts))
    if len(vectors) == 1:
        return vectors[0]
    mean = np.average(vectors, axis=0, weights=[weight for _, weight in texts])
    normal: list[float] = (mean / max(float(np.linalg.norm(mean)), 1e-9)).tolist()
    return normal


async def _exact(parts: RecallParts, scope: Scope, asked: Asked) -> Sequence[Memory]:
    identifiers = asked.question.identifiers or asked.conversation.focus
    if not identifiers:
        return []
    return await parts.ledger.exact(scope, identifiers, EXACT_LIMIT, history=asked.history)


async def _related(parts: RecallParts, scope: Scope, asked: Asked) -> Sequence[Memory]:
    names = (*asked.question.names, *asked.conversation.focus)
    if not names:
        return []
    rows = await parts.ledger.related(scope, names, RELATED_LIMIT, history=asked.history)
    return [memory for _, memory in rows]


async def _matter(parts: RecallParts, scope: Scope, asked: Asked) -> Matter:
    """Return the matter that a question of a strong domain means without naming it."""
    text = asked.question.text
    if asked.history or asked.question.identifiers or not latest_alone(text):
        return Matter()
    labels = [label_term(area) for area in sorted(strong(areas(text)))]
    return latest_matter(await parts.ledger.exact(scope, labels, MATTER_LIMIT))


def _candidates(
    asked: Asked,
    semantic: list[list[VectorHit]],
    exact: Sequence[Memory],
    related: Sequence[Memory],
    matter: Matter,
) -> dict[str, Candidate]:
    dense, text, context, *then = ({hit.memory_id: hit.score for hit in hits} for hits in semantic)
    for scores in then:
        dense |= scores
    payloads: dict[str, JsonObject] = {
        hit.memory_id: hit.payload for hits in semantic for hit in hits
    }
    rows = {memory.memory_id: memory for memory in (*exact, *related)}
    payloads |= {key: payload_of(row) for key, row in rows.items() if key not in payloads}
    named = {memory.memory_id for memory in exact}
    near = {memory.memory_id for memory in related}
    named_speakers = _named(
        asked.question.text, {str(payload.get("speaker") or "") for payload in payloads.values()}
    )
    return {
        key: Candidate(
            memory_id=key,
            session=str(payload["session"]),
            session_seq=int(payload["session_seq"]),
            dense=dense.get(key),
            text=text.get(key),
            context=context.get(key),
            exact=key in named,
            related=key in near,
            named=payload.get("speaker") in named_speakers,
            in_time=asked.stretch is not None and _overlaps(payload, asked.stretch),
            substance=substance(
                str(payload.get("kind", "utterance")),
                int(payload.get("terms", 0)),
                asks=bool(payload.get("asks")),
                answers=bool(payload.get("answers")),
            ),
        )
        for key, payload in payloads.items()
        if key in named or not (_just_said(asked, payload) or _place(payload) in matter.earlier)
    }


def _named(question: str, speakers: Iterable[str]) -> set[str]:
    """Return the speakers whom a question names: few people speak in many memories."""
    said = question.casefold()
    return {speaker for speaker in speakers if _names(said, speaker.casefold())}


def _names(question: str, speaker: str) -> bool:
    if not speaker.isascii():
        return speaker in question
    return bool(speaker) and re.search(rf"\b{re.escape(speaker)}\b", question) is not None


def _place(payload: Mapping[str, Any]) -> tuple[str, int]:
    return payload["session"], payload["session_seq"]


def _overlaps(payload: Mapping[str, Any], stretch: tuple[datetime, datetime]) -> bool:
    """Whether a memory holds in a stretch of time; what was said, or happened, has one moment."""
    begin, end = (time.timestamp() for time in stretch)
    start, until = payload.get("valid_from"), payload.get("valid_to")
    if start is None or start >= end:
        return False
    if payload.get("kind") in _MOMENTS and until is None:
        return bool(start >= begin)
    return until is None or bool(until > begin)


def _just_said(asked: Asked, payload: Mapping[str, Any]) -> bool:
    """Whether a memory only says what stands in the window; a question may want a fact of it."""
    if payload["session"] != asked.session:
        return False
    if payload["session_seq"] not in asked.conversation.places:
        return False
    return payload.get("kind") == "utterance" or not asked.question.asks
