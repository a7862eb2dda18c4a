"""Joins dates and clock times that stand together into spans: "tomorrow at 9", "from June to July".

It knows no language: the words that join come in as patterns.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from membus.domain.times.calendar import DAY, Atom, Clock, Half, Stretch, day_of, midnight

Relation = Literal["at", "since", "until", "range"]

_NOON = 12
_AFTERNOON_HOURS = range(1, 7)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a language around a time: each pattern is matched at the place it names.

    `clock_gap` between date and clock, `range_gap` between two ends; the rest before (or, the
    `…_after` ones, behind) a time. `clock_alone`: a clock time needs no word before it.
    """

    clock_gap: re.Pattern[str]
    range_gap: re.Pattern[str]
    at: re.Pattern[str]
    at_clock: re.Pattern[str]
    since: re.Pattern[str]
    until: re.Pattern[str]
    range_start: re.Pattern[str]
    since_after: re.Pattern[str]
    until_after: re.Pattern[str]
    clock_alone: bool = False


@dataclass(frozen=True, slots=True)
class LocalSpan:
    """A named time at `start`..`end` of a text, in local time; an open side is None."""

    start: int
    end: int
    begin: datetime | None
    until: datetime | None
    grain: str
    relation: Relation


def join(text: str, atoms: Sequence[Atom], words: Words, said_at: datetime) -> list[LocalSpan]:
    """Return the spans of a text; `atoms` do not overlap and come in order."""
    whole = list(_with_clocks(text, _in_weeks(text, atoms, words), words, said_at))
    spans: list[LocalSpan] = []
    index = 0
    while index < len(whole):
        first = whole[index]
        second = whole[index + 1] if index + 1 < len(whole) else None
        if second and words.range_gap.fullmatch(text, first.end, second.start):
            span = _range(text, first, second, words)
            index += 2
        else:
            span = _single(text, first, words)
            index += 1
        if span is not None:
            spans.append(span)
    return spans


def _in_weeks(text: str, atoms: Sequence[Atom], words: Words) -> list[Atom]:
    """Put a weekday into the week named beside it: "next week on Tuesday", "Tuesday next week"."""
    found: list[Atom] = []
    for atom in atoms:
        before = found[-1] if found else None
        if before is not None and words.clock_gap.fullmatch(text, before.end, atom.start):
            week, day = (before, atom) if atom.weekly else (atom, before)
            if day.weekly and day.date and week.date and week.date.grain == "week":
                inside = day_of(week.date.begin, day.date.begin.weekday())
                found[-1] = Atom(before.start, atom.end, date=inside, half=day.half)
                continue
        found.append(atom)
    return found


def _with_clocks(
    text: str, atoms: Sequence[Atom], words: Words, said_at: datetime
) -> Iterator[Atom]:
    """Yield dated atoms, each with the clock time beside it; a clock alone is of the same day."""
    index = 0
    day: Stretch | None = None
    while index < len(atoms):
        atom = atoms[index]
        other = atoms[index + 1] if index + 1 < len(atoms) else None
        beside = other is not None and words.clock_gap.fullmatch(text, atom.end, other.start)
        if other is not None and beside and _one_of_each(atom, other):
            date, clock = (atom, other) if atom.date else (other, atom)
            day = date.date
            joined = _at_clock(date.date, clock.clock, date.half)
            yield Atom(min(atom.start, other.start), other.end, date=joined)
            index += 2
            continue
        if atom.clock and not atom.date:
            joined = _at_clock(day or day_of(said_at), atom.clock, atom.half)
            yield replace(atom, date=joined, weak=day is None)
        else:
            day = atom.date or day
            yield atom
        index += 1


def _one_of_each(one: Atom, other: Atom) -> bool:
    dates = [atom for atom in (one, other) if atom.date and atom.date.grain == "day"]
    clocks = [atom for atom in (one, other) if atom.clock and not atom.date]
    return len(dates) == 1 and len(clocks) == 1


def _at_clock(date: Stretch | None, clock: Clock | None, half: Half) -> Stretch | None:
    if date is None or clock is None:
        return date
    hour, half = clock.hour, clock.half or half
    if half == "pm" and hour < _NOON:
        hour += _NOON
    elif half == "am" and hour == _NOON:
        hour = 0
    elif not half and clock.bare and hour in _AFTERNOON_HOURS:
        hour += _NOON  # nobody says "meet me at 3" of the night
    begin = midnight(date.begin) + timedelta(hours=hour, minutes=clock.minute)
    length = timedelta(minutes=1) if clock.grain == "minute" else timedelta(hours=1)
    return Stretch(begin, begin + length, clock.grain)


def _range(text: str, first: Atom, second: Atom, words: Words) -> LocalSpan | None:
    if first.date is None or second.date is None or first.clock is not None:
        return None
    start = _start_before(text, first.start, words.range_start)
    begin, until = first.date.begin, second.date.until
    if second.weekly and until <= begin:
        until += 7 * DAY  # "next Monday to Wednesday": the Wednesday after that Monday
    if second.date.grain == "year":
        # 2010–2015 and 2015–2019 meet: the last year is where a stretch of years ends.
        until = second.date.begin
    elif second.date.grain in {"hour", "minute"}:
        until = second.date.begin
    if until <= begin:
        return None
    return LocalSpan(start, second.end, begin, until, first.date.grain, "range")


def _single(text: str, atom: Atom, words: Words) -> LocalSpan | None:
    if atom.date is None:
        return None
    if atom.ranged:
        start = _start_before(text, atom.start, words.range_start)
        return LocalSpan(
            start, atom.end, atom.date.begin, atom.date.until, atom.date.grain, "range"
        )
    return _open_ended(text, atom, atom.date, words) or _at(text, atom, atom.date, words)


def _open_ended(text: str, atom: Atom, date: Stretch, words: Words) -> LocalSpan | None:
    """Return "since …" or "until …", where the words before or behind the time say so."""
    if atom.since:
        return LocalSpan(atom.start, atom.end, date.begin, None, date.grain, "since")
    since = _start_before(text, atom.start, words.since)
    end = _end_behind(text, atom.end, words.since_after)
    if since != atom.start or end != atom.end:
        return LocalSpan(since, end, date.begin, None, date.grain, "since")
    until = _start_before(text, atom.start, words.until)
    end = _end_behind(text, atom.end, words.until_after)
    if until != atom.start or end != atom.end:
        return LocalSpan(until, end, None, _last(date), date.grain, "until")
    return None


def _at(text: str, atom: Atom, date: Stretch, words: Words) -> LocalSpan | None:
    start = _start_before(text, atom.start, words.at_clock if atom.clock else words.at)
    if atom.clock is not None:
        told = not atom.weak and (start != atom.start or words.clock_alone)
    else:
        told = not atom.weak or start != atom.start
    return LocalSpan(start, atom.end, date.begin, date.until, date.grain, "at") if told else None


def _last(date: Stretch) -> datetime:
    """Return where "until" this time ends: a day counts whole, a longer stretch does not."""
    return date.until if date.grain == "day" else date.begin


def _start_before(text: str, start: int, word: re.Pattern[str]) -> int:
    """Return where the word that ends at `start` begins, or `start` where there is none."""
    found = word.search(text[max(0, start - 24) : start])
    return start - len(found.group()) if found and found.group() else start


def _end_behind(text: str, end: int, word: re.Pattern[str]) -> int:
    """Return where the word that starts at `end` ends, or `end` where there is none."""
    found = word.match(text, end)
    return found.end() if found else end
