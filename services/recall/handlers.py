"""Answers recall requests over the reading ports; it changes nothing."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from membus.bootstrap import RecallParts
from membus.contracts import ids
from membus.contracts.envelope import Envelope
from membus.contracts.events.recalls import (
    Excluded,
    Hit,
    Profile,
    RecallAnswered,
    RecallRequested,
    WindowMessage,
)
from membus.contracts.memory import Memory
from membus.domain.recalling import context_block, query
from membus.domain.recalling.abstaining import IN_CONVERSATION, abstention
from membus.domain.recalling.conversation import in_conversation
from membus.domain.recalling.outdating import outdated
from membus.domain.recalling.query import Question
from membus.domain.recalling.ranking import rank
from membus.domain.recalling.selecting import Room, room_for, select
from membus.domain.recalling.time_range import time_range
from membus.domain.times import zone_of
from membus.domain.window import trim
from membus.errors import NotAllowedError
from membus.observability import metrics
from membus.ports.scope import Scope
from membus.settings import Settings
from services.recall.freshness import wait_until_fresh
from services.recall.search import Asked, search

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
        refused = await self._parts.gate.needs_memory(
            request.query, [message.text for message in window]
        )
        metrics.recall_gate.add(1, {"outcome": "refused" if refused else "triggered"})
        reply = RecallAnswered(
            request_id=request.request_id,
            window=window,
            task=task,
            fresh=not stale,
            stale_reason=stale,
            marks=marks,
        )
        if refused:
            return self._abstain(reply, question, zone, refused, request.profile)
        asked = Asked(
            asker=envelope.session if envelope.session_id else envelope.owner,
            session=envelope.session if envelope.session_id else "",
            question=question,
            conversation=in_conversation(question, window),
            request=request,
            stretch=time_range(
                question.text, "zh" if question.chinese else "en", request.as_of or now, zone
            ),
        )
        answer = await self._search(reply, asked, zone, scope, now, timings)
        metrics.recall_hits.add(1, {"outcome": "hit" if answer.hits else "empty"})
        return answer

    async def _search(
        self,
        reply: RecallAnswered,
        asked: Asked,
        zone: ZoneInfo,
        scope: Scope,
        now: datetime,
        timings: dict[str, float],
    ) -> RecallAnswered:
        limits, question, request = self._settings.recall, asked.question, asked.request
        with _timed(timings, "search"):
            found = await search(self._parts, scope, asked, limits.candidates)
        with _timed(timings, "rank"):
            hits = rank(question, found, request.as_of or now)
            goes_on = len(asked.conversation.texts) > 1
            floor = limits.floor_likelihood * (IN_CONVERSATION if goes_on else 1)
            why = abstention(question, found, hits, floor)
            if why:
                return self._abstain(reply, question, zone, why, request.profile)
            left: list[Excluded] = []
            if request.as_of is None:
                hits, left = outdated(hits, question.text)
            room = Room(request.k) if request.k else room_for(question)
            named = [hit.memory.memory_id for hit in hits[: 2 * room.k]]
            evidence = await self._parts.ledger.evidence(scope, named)
            kept, beyond = select(hits, evidence, room)
            context = self._context(kept, reply, question, zone, request.profile)
        excluded = left + beyond if request.explain else []
        return reply.model_copy(update={"hits": kept, "excluded": excluded, "context": context})

    def _abstain(
        self, reply: RecallAnswered, question: Question, zone: ZoneInfo, why: str, profile: Profile
    ) -> RecallAnswered:
        context = self._context([], reply, question, zone, profile)
        return reply.model_copy(
            update={"abstained": True, "abstain_reason": why, "context": context}
        )

    def _context(
        self,
        hits: Sequence[Hit],
        reply: RecallAnswered,
        question: Question,
        zone: ZoneInfo,
        profile: Profile,
    ) -> str:
        limits = self._settings.recall
        short = None
        if profile == "short":
            short = context_block.Short(
                self._parts.tokens.count, limits.short_entries, limits.short_entry_tokens
            )
        return context_block.render(
            hits,
            reply.task,
            reply.window,
            chinese=question.chinese,
            budget=context_block.Budget(limits.budget_chars, limits.entry_chars, short),
            zone=zone,
            about=question.term_set,
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
