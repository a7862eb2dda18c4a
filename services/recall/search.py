"""The three levels of recall, side by side: exact, semantic, relational."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from membus.bootstrap import RecallParts
from membus.contracts.events.recalls import RecallRequested
from membus.contracts.memory import Memory
from membus.domain.lexical import query_vector
from membus.domain.recalling.query import Question
from membus.domain.recalling.ranking import Found
from membus.domain.recalling.scoring import CHINESE, ENGLISH, Candidate, relevance
from membus.ports.scope import Scope
from membus.ports.vectors import VectorHit, VectorQuery

# The ledger gives the rows of the best ones alone; what lies below them can't reach the answer.
READ = 20
EXACT_LIMIT, RELATED_LIMIT = 10, 10
ANY_STATUS = ("active", "superseded")


async def search(
    parts: RecallParts, scope: Scope, question: Question, request: RecallRequested, limit: int
) -> Found:
    """Return the scored candidates of a question, with the rows of the best."""
    history = request.as_of is not None or request.known_at is not None
    semantic, exact, related = await asyncio.gather(
        _semantic(parts, scope, question, request, limit),
        _exact(parts, scope, question, history=history),
        _related(parts, scope, question, history=history),
    )
    candidates = _merge(semantic, exact, related)
    scored = relevance(candidates, CHINESE if question.chinese else ENGLISH)
    best = sorted(candidates, key=lambda key: -scored[key].total)[: max(READ, request.k or 0)]
    if history:
        held = await parts.ledger.at(scope, best, request.as_of, request.known_at)
        # What was forgotten, expired or merged at that time was no memory then.
        rows = {key: memory for key, memory in held.items() if memory.status in ANY_STATUS}
    else:
        known = {memory.memory_id: memory for memory in (*exact, *related)}
        missing = [key for key in best if key not in known]
        rows = {key: known[key] for key in best if key in known}
        rows |= await parts.ledger.get(scope, missing) if missing else {}
    return Found(candidates, scored, rows)


async def _semantic(
    parts: RecallParts, scope: Scope, question: Question, request: RecallRequested, limit: int
) -> list[list[VectorHit]]:
    (vector,) = await parts.embedder.embed([question.text])
    sparse = query_vector(question.lexical)
    lasting = VectorQuery(
        using="dense",
        vector=vector,
        limit=limit,
        statuses=ANY_STATUS,
        valid_at=request.as_of.timestamp() if request.as_of else None,
        known_at=request.known_at.timestamp() if request.known_at else None,
    )
    queries = [lasting]
    if sparse.indices:
        queries += [
            # What words find is found near the top: half as many are enough (60 + 30 + 30).
            replace(lasting, using="text", vector=sparse, limit=limit // 2),
            replace(lasting, using="context", vector=sparse, limit=limit // 2),
        ]
    found = await parts.vectors.search(scope, queries)
    return found + [[] for _ in range(3 - len(found))]


async def _exact(
    parts: RecallParts, scope: Scope, question: Question, *, history: bool
) -> Sequence[Memory]:
    if not question.identifiers:
        return []
    return await parts.ledger.exact(scope, question.identifiers, EXACT_LIMIT, history=history)


async def _related(
    parts: RecallParts, scope: Scope, question: Question, *, history: bool
) -> Sequence[Memory]:
    if not question.names:
        return []
    rows = await parts.ledger.related(scope, question.names, RELATED_LIMIT, history=history)
    return [memory for _, memory in rows]


def _merge(
    semantic: list[list[VectorHit]], exact: Sequence[Memory], related: Sequence[Memory]
) -> dict[str, Candidate]:
    dense, text, context = ({hit.memory_id: hit.score for hit in hits} for hits in semantic)
    named = {memory.memory_id for memory in exact}
    near = {memory.memory_id for memory in related}
    places = {
        hit.memory_id: (str(hit.payload["session"]), int(hit.payload["session_seq"]))
        for hits in semantic
        for hit in hits
    }
    places |= {
        memory.memory_id: (memory.session, memory.session_seq) for memory in (*exact, *related)
    }
    return {
        key: Candidate(
            memory_id=key,
            session=session,
            session_seq=sequence,
            dense=dense.get(key),
            text=text.get(key),
            context=context.get(key),
            exact=key in named,
            related=key in near,
        )
        for key, (session, sequence) in places.items()
    }
