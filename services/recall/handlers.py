"""Answers recall requests over the reading ports; it changes nothing."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta, tzinfo

from membus.bootstrap import RecallParts
from membus.contracts import ids
from membus.contracts.envelope import Envelope
from membus.contracts.events.recalls import (
    Excluded,
    Hit,
    RecallAnswered,
    RecallRequested,
    WindowMessage,
)
from membus.contracts.memory import Memory
from membus.domain.recalling import context_block, query
from membus.domain.recalling.query import Question
from membus.domain.recalling.ranking import Floors, abstention, outdated, rank, select
from membus.domain.times import zone_of
from membus.domain.window import trim
from membus.errors import NotAllowedError
from membus.observability import metrics
from membus.ports.scope import Scope
from membus.settings import Settings
from services.recall.freshness import wait_until_fresh
from services.recall.search import search

WINDOW_READ = 200
TASK_READ = 20


class Recaller:
    """Gate, three levels of search, ranking, budget: one answer a request."""

    def __init__(self, parts: RecallParts, settings: Settings) -> None:
        self._parts = parts
        self._settings = settings

    async def answer(self, envelope: Envelope, request: RecallRequested) -> RecallAnswered:
        """Answer one request within its deadline.

        Raises NotAllowedError for a session or receipt of another owner, UnavailableError when a
        store is out of reach.
        """
        timings: dict[str, float] = {}
        with _timed(timings, "total"):
            reply = await self._answer(envelope, request, timings)
        return reply.model_copy(update={"timings_ms": timings})

    async def _answer(
        self, envelope: Envelope, request: RecallRequested, timings: dict[str, float]
    ) -> RecallAnswered:
        scope = _scope(envelope, request)
        now = self._parts.clock.now()
        with _timed(timings, "wait"):
            stale, marks = await wait_until_fresh(
                (self._parts.sessions, self._parts.ledger),
                scope,
                request,
                now,
                self._settings.recall.wait_s,
            )
        window, task = await asyncio.gather(
            self._window(envelope, scope, now), self._task(envelope, scope)
        )
        question = query.analyse(request.query)
        zone = zone_of(envelope.user_zone)
        refused = query.gate(question)
        metrics.recall_gate.add(1, {"outcome": "refused" if refused else "let through"})
        reply = RecallAnswered(
            request_id=request.request_id,
            window=window,
            task=task,
            fresh=not stale,
            stale_reason=stale,
            marks=marks,
        )
        if refused:
            return self._abstain(reply, question, zone, refused)
        return await self._search(reply, question, zone, scope, request, now, timings)

    async def _search(
        self,
        reply: RecallAnswered,
        question: Question,
        zone: tzinfo,
        scope: Scope,
        request: RecallRequested,
        now: datetime,
        timings: dict[str, float],
    ) -> RecallAnswered:
        limits = self._settings.recall
        with _timed(timings, "search"):
            found = await search(self._parts, scope, question, request, limits.candidates)
        with _timed(timings, "rank"):
            hits = rank(question, found, request.as_of or now)
            why = abstention(
                question, found, hits, Floors(limits.floor_similarity, limits.floor_bm25)
            )
            if why:
                return self._abstain(reply, question, zone, why)
            left: list[Excluded] = []
            if request.as_of is None:
                hits, left = outdated(hits)
            k = request.k or query.top_k(question)
            named = [hit.memory.memory_id for hit in hits[: 2 * k]]
            evidence = await self._parts.ledger.evidence(scope, named)
            kept, beyond = select(hits, evidence, k)
            context = self._context(kept, reply, question, zone)
        excluded = left + beyond if request.explain else []
        return reply.model_copy(update={"hits": kept, "excluded": excluded, "context": context})

    def _abstain(
        self, reply: RecallAnswered, question: Question, zone: tzinfo, why: str
    ) -> RecallAnswered:
        context = self._context([], reply, question, zone)
        return reply.model_copy(
            update={"abstained": True, "abstain_reason": why, "context": context}
        )

    def _context(
        self, hits: Sequence[Hit], reply: RecallAnswered, question: Question, zone: tzinfo
    ) -> str:
        limits = self._settings.recall
        return context_block.render(
            hits,
            reply.task,
            reply.window,
            chinese=question.chinese,
            budget=context_block.Budget(limits.budget_chars, limits.entry_chars),
            zone=zone,
        )

    async def _task(self, envelope: Envelope, scope: Scope) -> list[Memory]:
        if envelope.task_id is None:
            return []
        newest = await self._parts.working.by_task(scope, envelope.task_id, TASK_READ)
        return newest[::-1]

    async def _window(self, envelope: Envelope, scope: Scope, now: datetime) -> list[WindowMessage]:
        if not envelope.session_id:
            return []
        facts, messages = await asyncio.gather(
            self._parts.sessions.facts(envelope.session),
            self._parts.sessions.window(
                envelope.session,
                now - timedelta(seconds=self._settings.window.ttl_s),
                WINDOW_READ,
            ),
        )
        if facts is None:
            return []
        if facts.owner not in scope.owners:
            raise NotAllowedError(
                f"session {envelope.session_id!r} belongs to another user: recall without it"
            )
        limits = self._settings.window
        seen = [each for each in messages if scope.sees(each.visibility, each.agent_id)]
        return trim(seen, turns=limits.turns, tokens=limits.tokens)


def _scope(envelope: Envelope, request: RecallRequested) -> Scope:
    own = ids.owner_of(envelope.tenant_id, envelope.user_id)
    spaces = [ids.owner_of(envelope.tenant_id, envelope.user_id, name) for name in request.spaces]
    if envelope.space_id:
        spaces.append(envelope.owner)
    return Scope(envelope.tenant_id, tuple(dict.fromkeys([own, *spaces])), envelope.agent_id)


@contextmanager
def _timed(timings: dict[str, float], name: str) -> Iterator[None]:
    started = time.perf_counter()
    try:
        yield
    finally:
        timings[name] = round((time.perf_counter() - started) * 1000, 3)
