"""The five phases of compression over one session's context; it stores and publishes nothing."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from membus.contracts.events.turns import Summary
from membus.domain.context_splitting import (
    block_costs,
    block_text,
    block_texts,
    limit_images,
    split,
    without_oldest,
)
from membus.domain.summary_context import ContextEntry, SessionContext, without_head
from membus.domain.summary_text import summary_text, with_notice
from membus.errors import PermanentError
from membus.ports.models import Summariser, TokenCounter
from membus.settings import CompressionSettings


@dataclass(frozen=True, slots=True)
class Cut:
    """A context that is too long, and where it is cut: `rest` is it without `head`."""

    context: SessionContext
    head: list[ContextEntry]
    costs: list[int]
    rest: SessionContext
    tokens: int


@dataclass(frozen=True, slots=True)
class Compressed:
    """A cut context with the summary of its head; `truncated`: some of it is not in there."""

    context: SessionContext
    summary: Summary
    tokens: int
    truncated: bool


class Compressor:
    """Counts, cuts and summarises by the settings (AgentScope's ContextConfig)."""

    def __init__(
        self, summariser: Summariser, tokens: TokenCounter, settings: CompressionSettings
    ) -> None:
        self._summariser = summariser
        self._tokens = tokens
        self._settings = settings
        self._trigger = int(settings.context_size * settings.trigger_ratio)

    async def cut(self, context: SessionContext, settled_to: int) -> Cut | None:
        """Limit images and count; cut what has reached the trigger, None below it.

        `settled_to` is the offset below which all of the session lies in turns that were seen.
        """
        entries = limit_images(context.entries, self._settings.max_image_num)
        counts = await self._count([summary_text(context.summary), *block_texts(entries)])
        costs = block_costs(entries, counts[1:])
        total = counts[0] + sum(costs)
        if not entries or total < self._trigger:
            return None
        reserve = int(self._settings.context_size * self._settings.reserve_ratio)
        head, tail = split(entries, costs, reserve)
        taken = sum(len(entry.msg.content) for entry in head)
        rest = without_head(context, head, tail, settled_to)
        return Cut(context, head, costs[:taken], rest, total)

    async def compress(self, cut: Cut) -> Compressed:
        """Summarise the head of a cut context. Raises TransientError.

        A summariser that refuses gets the newest part alone, once; one that refuses that too
        leaves the old summary, with a notice.
        """
        previous = cut.context.summary
        try:
            summary, truncated = await self._summarise(previous, cut.head), False
        except PermanentError:
            summary, truncated = await self._summarise_newest(previous, cut), True
        texts = [summary_text(summary), *block_texts(cut.rest.entries)]
        counts = await self._count(texts)
        after = counts[0] + sum(block_costs(cut.rest.entries, counts[1:]))
        context = cut.rest.model_copy(update={"summary": summary})
        return Compressed(context, summary, after, truncated)

    async def _summarise_newest(self, previous: Summary | None, cut: Cut) -> Summary:
        newest = without_oldest(cut.head, cut.costs, self._trigger)
        try:
            return await self._summarise(previous, newest)
        except PermanentError:
            return with_notice(previous, " ".join(block_texts(cut.head)))

    async def _summarise(
        self, previous: Summary | None, entries: Sequence[ContextEntry]
    ) -> Summary:
        messages = [
            (entry.msg.name or entry.msg.role, "\n".join(map(block_text, entry.msg.content)))
            for entry in entries
        ]
        return await self._summariser.summarise(previous, messages, self._settings.summary_tokens)

    async def _count(self, texts: Sequence[str]) -> list[int]:
        return await asyncio.to_thread(self._tokens.count, texts)
