"""The context block for the front of a system prompt: best first, whole lines, within budget."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import NamedTuple

from membus.contracts.events.recalls import Hit, WindowMessage
from membus.contracts.memory import Memory
from membus.domain.recalling.block_entries import Count, Limit, remembered, said
from membus.domain.recalling.block_wording import CHINESE, ENGLISH, Wording

_OPEN, _CLOSE = "<memory>", "</memory>"


@dataclass(frozen=True, slots=True)
class Short:
    """The "short" profile: so many entries, each of so many tokens as `count` counts them."""

    count: Count
    entries: int = 5
    tokens: int = 50


@dataclass(frozen=True, slots=True)
class Budget:
    """Characters of the block as a whole, at least 600, and of one entry, at least 150.

    They bound a `short` block too, beside its entries and their tokens.
    """

    total: int = 1500
    entry: int = 300
    short: Short | None = None


class _Message(NamedTuple):
    """What was said in the task or session; `title` stands above it."""

    at: datetime
    title: str
    speaker: str
    text: str


class _Entry(NamedTuple):
    """One line, and the title that it needs above it."""

    title: str
    line: str


def render(
    hits: Sequence[Hit],
    task: Sequence[Memory],
    window: Sequence[WindowMessage],
    *,
    chinese: bool,
    budget: Budget,
    zone: tzinfo = UTC,
    about: frozenset[str] = frozenset(),
) -> str:
    """Return the block: the hits, best first, then what was said in the task and the session.

    An entry is "- day · kind · speaker: text", the day in `zone`. One that is too long for an
    entry is shortened beforehand (see excerpt) to the sentences that have most of the terms
    `about`. The end of the block cuts none: the first hit that does not fit ends the hits, so that
    those shown are always the first.

    The newest of what was said has a third of the room, and of a short block's entries, before the
    hits, and whatever the hits leave after them.
    """
    words = CHINESE if chinese else ENGLISH
    frame = [_OPEN, words.opening, words.rules] if hits else [_OPEN, words.nothing]
    room = _Room(
        budget.total - sum(len(line) + 1 for line in frame) - len(_CLOSE),
        budget.short.entries if budget.short else budget.total,
    )
    reserve = room.third() if hits else room
    shortest = max(len(words.task), len(words.session))
    messages = _newest_first(task, window, words)

    def spoken() -> Iterator[_Entry]:
        limit = _limit(budget, reserve.characters - shortest - 2)
        for one in messages:
            at = one.at.astimezone(zone)
            yield _Entry(one.title, said(at, one.speaker, one.text, words, limit))

    reserved = _first(spoken(), reserve)
    left = room.without(reserved)
    limit = _limit(budget, left.characters - 1)
    known = (_Entry("", remembered(hit.memory, words, limit, zone, about)) for hit in hits)
    shown = _first(known, left)
    talk = _first(spoken(), room.without(shown))[::-1]
    lines = [*frame, *(entry.line for entry in shown)]
    for title in (words.task, words.session):
        under = [entry.line for entry in talk if entry.title == title]
        lines += [title, *under] if under else []
    return "\n".join([*lines, _CLOSE])


class _Room(NamedTuple):
    """What there is room for: characters, with each line's break, and entries."""

    characters: int
    entries: int

    def third(self) -> "_Room":
        """Return a third of it."""
        return _Room(self.characters // 3, self.entries // 3)

    def without(self, entries: Sequence[_Entry]) -> "_Room":
        """Return what the entries, and a title for each kind of them, leave."""
        titles = {entry.title for entry in entries if entry.title}
        lines = [*titles, *(entry.line for entry in entries)]
        taken = sum(len(line) + 1 for line in lines)
        return _Room(self.characters - taken, self.entries - len(entries))


def _first(entries: Iterable[_Entry], room: _Room) -> list[_Entry]:
    """Return the entries before the first that does not fit; no later one is asked for."""
    kept: list[_Entry] = []
    for entry in entries:
        if min(room.without([*kept, entry])) < 0:
            break
        kept.append(entry)
    return kept


def _limit(budget: Budget, most: int) -> Limit:
    characters = max(0, min(budget.entry, most))
    if budget.short is None:
        return Limit(characters)
    return Limit(characters, budget.short.tokens, budget.short.count)


def _newest_first(
    task: Sequence[Memory], window: Sequence[WindowMessage], words: Wording
) -> list[_Message]:
    """Return what was said, but nothing twice; messages of one time stay in their order."""
    in_task = {memory.memory_id for memory in task}
    messages = [
        _Message(one.at, words.session, one.name or one.role, one.text)
        for one in window
        if one.message_id not in in_task
    ]
    messages += [_Message(one.valid_from, words.task, one.speaker, one.content) for one in task]
    return sorted(messages, key=lambda one: one.at)[::-1]
