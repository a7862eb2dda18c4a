"""Reads English dates and clock times against the moment they were said at."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType

from membus.domain.times import calendar as cal
from membus.domain.times.calendar import Atom, Calendar, Clock, Half, Stretch
from membus.domain.times.english_days import (
    holiday_of,
    is_bounded,
    is_since,
    lunar_holiday_of,
    nth_of_month,
    unit_of,
)
from membus.domain.times.english_words import (
    ATOM,
    COUNTED,
    DAY_WORDS,
    FREE,
    FUTURE,
    HALVES,
    MONTHS,
    NUMBERS,
    PAST,
    PERFECT,
    STEPS,
    WEEKDAYS,
)


@dataclass(frozen=True, slots=True)
class _Said:
    """What a match is read against: the text, its local time, its tense."""

    text: str
    now: datetime
    past: bool
    perfect: bool
    calendar: Calendar | None


def atoms(text: str, said_at: datetime, calendar: Calendar | None) -> list[Atom]:
    """Return the dates and clock times of an English text, in order; `said_at` is local."""
    past = PAST.search(text) is not None and FUTURE.search(text) is None
    said = _Said(text, said_at, past, PERFECT.search(text) is not None, calendar)
    found = (_READERS[match.lastgroup or ""](match, said) for match in ATOM.finditer(text))
    return [atom for atom in found if atom is not None]


def _iso(m: re.Match[str], _said: _Said) -> Atom:
    return _atom(m, cal.date_of(int(m["iso_y"]), int(m["iso_m"]), int(m["iso_d"])))


def _years(m: re.Match[str], _said: _Said) -> Atom:
    first, last = cal.year_of(int(m["years_a"])), cal.year_of(int(m["years_b"]))
    whole = first and last and Stretch(first.begin, last.begin, "year")
    return _ranged(m, whole)


def _days(m: re.Match[str], said: _Said) -> Atom:
    first = _named_day(said, m["days_m"], m["days_a"], m["days_y"])
    last = first and cal.date_of(first.begin.year, first.begin.month, int(m["days_b"]))
    whole = first and last and Stretch(first.begin, last.until, "day")
    return _ranged(m, whole)


def _month_day(m: re.Match[str], said: _Said) -> Atom:
    return _atom(m, _named_day(said, m["md_m"], m["md_d"], m["md_y"]))


def _day_month(m: re.Match[str], said: _Said) -> Atom:
    return _atom(m, _named_day(said, m["dm_m"], m["dm_d"], m["dm_y"]))


def _named_day(said: _Said, month: str, day: str, year: str | None) -> Stretch | None:
    number = MONTHS[month.lower()]
    if year:
        return cal.date_of(int(year), number, int(day))
    return cal.nearest_date(said.now, number, int(day), past=said.past)


def _month_year(m: re.Match[str], _said: _Said) -> Atom:
    return _atom(m, cal.month_of(int(m["my_y"]), MONTHS[m["my_m"].lower()]))


def _by_calendar(m: re.Match[str], said: _Said) -> Atom:
    days = holiday_of(m, said.now, said.calendar, past=said.past)
    if days is None or days.until - days.begin <= cal.DAY:
        return _atom(m, days)
    # A summer, a Ramadan: from its first day to its last, but "until" it is up to the first.
    return _atom(m, replace(days, grain="month")) if is_bounded(m) else _ranged(m, days)


def _lunar(m: re.Match[str], said: _Said) -> Atom:
    return _atom(m, lunar_holiday_of(m["lunar_n"], said.now, said.calendar, past=said.past))


def _nth(m: re.Match[str], said: _Said) -> Atom:
    date = nth_of_month(int(m["nth_d"]), m["nth_m"], said.now, past=said.past)
    return Atom(m.start(), m.end(), date=date, weak=m["nth_m"] is None)


def _word(m: re.Match[str], said: _Said) -> Atom:
    word = " ".join(m["word_d"].lower().split())
    part = m["word_h"] or word.rpartition(" ")[2]
    return _atom(m, cal.day_of(said.now, DAY_WORDS[word]), _half(part))


def _ago(m: re.Match[str], said: _Said) -> Atom:
    return _atom(m, cal.around(said.now, -_number(m["ago_n"]), _unit(m["ago_u"])))


def _ahead(m: re.Match[str], said: _Said) -> Atom:
    count, unit = _number(m["ahead_n"]), _unit(m["ahead_u"])
    if m["ahead"][:2].lower() == "wi":
        moved = cal.shift(said.now, count, unit)
        return _ranged(m, Stretch(said.now, moved, "hour") if moved else None)
    return _atom(m, cal.around(said.now, count, unit))


def _later(m: re.Match[str], said: _Said) -> Atom:
    return _atom(m, cal.around(said.now, _number(m["later_n"]), _unit(m["later_u"])))


def _lasting(m: re.Match[str], said: _Said) -> Atom | None:
    if not said.perfect:
        return None  # "for two weeks" is a length; only "have … for two weeks" says since when
    date = cal.around(said.now, -_number(m["lasting_n"]), _unit(m["lasting_u"]))
    return Atom(m.start(), m.end(), date=date, since=True)


def _far(m: re.Match[str], said: _Said) -> Atom:
    return _atom(m, unit_of(said.now, m["far_u"].lower(), 2 if m["far_w"][0] in "aA" else -2))


def _end(m: re.Match[str], said: _Said) -> Atom:
    whole = unit_of(said.now, m["end_u"].lower(), 1 if "next" in m["end"].lower() else 0)
    return _atom(m, whole and cal.day_of(whole.until, -1))


def _of_unit(m: re.Match[str], said: _Said) -> Atom:
    return _atom(m, unit_of(said.now, m["unit_u"].lower(), STEPS[m["unit_s"].lower()]))


def _weekday(m: re.Match[str], said: _Said) -> Atom:
    weekday, step = WEEKDAYS[m["dow_d"].lower()], (m["dow_s"] or "").lower()
    if step in {"last", "past"}:
        date = cal.nearest_weekday(said.now, weekday, past=True)
    elif step == "next":
        date = cal.weekday_of(said.now, weekday, 1)
    else:
        date = cal.nearest_weekday(said.now, weekday, past=said.past and not step)
    half = _half(m["dow_h"] or "")
    weak = not step and not half and FREE.match(said.text, m.end()) is None
    return Atom(m.start(), m.end(), date=date, weak=weak, half=half, weekly=not step)


def _month(m: re.Match[str], said: _Said) -> Atom:
    month, step = MONTHS[m["month_m"].lower()], (m["month_s"] or "").lower()
    if step == "this":
        date = cal.month_of(said.now.year, month)
    else:
        past = step == "last" or said.past or is_since(m)
        date = cal.nearest_month(said.now, month, past=past)
    return Atom(m.start(), m.end(), date=date, weak=not step)


def _clock(m: re.Match[str], _said: _Said) -> Atom | None:
    plain = not (m["clock_half"] or m["clock_m"])
    if plain and COUNTED.search(m.string, max(0, m.start() - 12), m.start()):
        return None  # "my son turns 6 on Friday"
    half: Half = "" if not m["clock_half"] else "am" if m["clock_half"][0] in "aA" else "pm"
    clock = Clock(
        int(m["clock_h"]),
        int(m["clock_m"] or 0),
        "minute" if m["clock_m"] else "hour",
        half,
        bare=not (len(m["clock_h"]) > 1 and m["clock_h"].startswith("0")),
    )
    return Atom(m.start(), m.end(), clock=clock)


def _noon(m: re.Match[str], _said: _Said) -> Atom:
    hour = 12 if m["noon"].lower() == "noon" else 0
    return Atom(m.start(), m.end(), clock=Clock(hour, 0, "hour", bare=False))


def _year(m: re.Match[str], _said: _Said) -> Atom:
    return Atom(m.start(), m.end(), date=cal.year_of(int(m["year"])), weak=True)


def _atom(m: re.Match[str], date: Stretch | None, half: Half = "") -> Atom:
    return Atom(m.start(), m.end(), date=date, half=half)


def _ranged(m: re.Match[str], date: Stretch | None) -> Atom:
    good = date is not None and date.begin < date.until
    return Atom(m.start(), m.end(), date=date if good else None, ranged=True)


def _number(text: str) -> int:
    word = " ".join(text.lower().split())
    return NUMBERS[word] if word in NUMBERS else int(word)


def _unit(text: str) -> cal.Unit:
    return cal.UNITS[text.lower()]


def _half(part: str) -> Half:
    return HALVES.get(part.lower(), "")


_READERS: Mapping[str, Callable[[re.Match[str], _Said], Atom | None]] = MappingProxyType(
    {
        "iso": _iso,
        "years": _years,
        "days": _days,
        "md": _month_day,
        "dm": _day_month,
        "my": _month_year,
        "calendar": _by_calendar,
        "lunar": _lunar,
        "nth": _nth,
        "word": _word,
        "ago": _ago,
        "ahead": _ahead,
        "later": _later,
        "lasting": _lasting,
        "far": _far,
        "end": _end,
        "unit": _of_unit,
        "dow": _weekday,
        "month": _month,
        "clock": _clock,
        "noon": _noon,
        "year": _year,
    }
)
