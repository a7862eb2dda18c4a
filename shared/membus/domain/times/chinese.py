"""Reads Chinese dates and clock times against the moment they were said at."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from membus.domain.times import calendar as cal
from membus.domain.times.calendar import Atom, Calendar, Clock, Grain, Half, Stretch
from membus.domain.times.chinese_words import (
    ATOM,
    DAY_WORDS,
    FUTURE,
    HALVES,
    HOLIDAYS,
    PAST,
    STEPS,
    UNITS,
    WEEKDAYS,
    YEARS,
    number,
)

_MID_MONTH = (11, 21)
_BEFORE_NOON = 11
_QUARTERS = {"半": 30, "一刻": 15, "三刻": 45}


@dataclass(frozen=True, slots=True)
class _Said:
    """What a match is read against: its local time, its tense."""

    now: datetime
    past: bool
    calendar: Calendar | None


def atoms(text: str, said_at: datetime, calendar: Calendar | None) -> list[Atom]:
    """Return the dates and clock times of a Chinese text, in order; `said_at` is local."""
    past = PAST.search(text) is not None and FUTURE.search(text) is None
    said = _Said(said_at, past, calendar)
    found = (_READERS[match.lastgroup or ""](match, said) for match in ATOM.finditer(text))
    return [atom for atom in found if atom is not None]


def _iso(m: re.Match[str], _said: _Said) -> Atom:
    return _atom(m, cal.date_of(int(m["iso_y"]), int(m["iso_m"]), int(m["iso_d"])))


def _years(m: re.Match[str], _said: _Said) -> Atom:
    first, last = cal.year_of(number(m["years_a"])), cal.year_of(number(m["years_b"]))
    return _ranged(m, first and last and Stretch(first.begin, last.begin, "year"))


def _day(m: re.Match[str], said: _Said) -> Atom:
    month, day = number(m["day_m"]), number(m["day_d"])
    year = _year_named(said, m["day_y"], m["day_ty"])
    if year is None:
        first = cal.nearest_date(said.now, month, day, past=said.past)
    else:
        first = cal.date_of(year, month, day)
    if first is None or m["day_l"] is None:
        return _atom(m, first)
    last = cal.date_of(first.begin.year, month, number(m["day_l"]))
    return _ranged(m, last and Stretch(first.begin, last.until, "day"))


def _month(m: re.Match[str], said: _Said) -> Atom:
    month = number(m["month_m"])
    year = _year_named(said, m["month_y"], m["month_ty"])
    if not 1 <= month <= 12:  # noqa: PLR2004 - months
        return _atom(m, None)
    if year is None:
        whole = cal.nearest_month(said.now, month, past=said.past)
    else:
        whole = cal.month_of(year, month)
    return _atom(m, _part(whole, m["month_p"]))


def _holiday(m: re.Match[str], said: _Said) -> Atom:
    name, year = m["holiday_n"], _year_named(said, m["holiday_y"], m["holiday_ty"])
    if name in HOLIDAYS:
        month, day = HOLIDAYS[name]
        if year is None:
            return _atom(m, cal.nearest_date(said.now, month, day, past=said.past))
        return _atom(m, cal.date_of(year, month, day))
    return _atom(m, _moving_holiday(said, name, year))


def _moving_holiday(said: _Said, name: str, year: int | None) -> Stretch | None:
    if said.calendar is None:
        return None
    found = said.calendar(f"{said.now.year if year is None else year}年{name}", said.now)
    if found is None or year is not None:
        return found and Stretch(*found, "day")
    wrong_side = found[0] > said.now if said.past else found[1] <= said.now
    if wrong_side:
        found = said.calendar(f"{said.now.year + (-1 if said.past else 1)}年{name}", said.now)
    return found and Stretch(*found, "day")


def _word(m: re.Match[str], said: _Said) -> Atom:
    day = cal.day_of(said.now, DAY_WORDS[m["word_d"]])
    half = HALVES.get(m["word_h"] or m["word_d"][-1], "")
    return Atom(m.start(), m.end(), date=day, half=half)


def _weekday(m: re.Match[str], said: _Said) -> Atom:
    step = m["week_s"]
    if m["week_d"] == "末":
        return _atom(m, cal.weekend_of(said.now, STEPS[step] if step else 0))
    weekday = WEEKDAYS[m["week_d"]]
    if step:
        date = cal.weekday_of(said.now, weekday, STEPS[step])
    else:
        date = cal.nearest_weekday(said.now, weekday, past=said.past)
    half = HALVES.get(m["week_h"] or "", "")
    return Atom(m.start(), m.end(), date=date, half=half, weekly=not step)


def _weeks(m: re.Match[str], said: _Said) -> Atom:
    return _atom(m, cal.week_of(said.now, STEPS[m["weeks_s"]]))


def _weekend(m: re.Match[str], said: _Said) -> Atom:
    return _atom(m, cal.weekend_of(said.now, STEPS[m["weekend_s"]] if m["weekend_s"] else 0))


def _near_month(m: re.Match[str], said: _Said) -> Atom:
    whole = cal.month_of(said.now.year, said.now.month + STEPS[m["near_s"]])
    if whole and m["near_d"]:
        day = cal.date_of(whole.begin.year, whole.begin.month, number(m["near_d"]))
        return _atom(m, day)
    return _atom(m, _part(whole, m["near_p"]))


def _part_of_now(m: re.Match[str], said: _Said) -> Atom:
    if m["part_u"] == "年":
        return _atom(m, _part(cal.year_of(said.now.year), m["part_p"]))
    return _atom(m, _part(cal.month_of(said.now.year, said.now.month), m["part_p"]))


def _that_year(m: re.Match[str], said: _Said) -> Atom:
    whole = cal.year_of(said.now.year + YEARS[m["yearly_y"]])
    return _atom(m, _part(whole, (m["yearly_p"] or "")[-1:]))


def _span(m: re.Match[str], said: _Said) -> Atom:
    count, unit = m["span_n"], UNITS[m["span_u"]]
    steps = 0 if count == "半" else number(count)
    if count == "半" or m["span_h"]:
        steps, unit = cal.and_a_half(steps, unit)
    where = m["span_w"]
    if "内" in where:
        moved = cal.shift(said.now, steps, unit)
        return _ranged(m, Stretch(said.now, moved, "hour") if moved else None)
    return _atom(m, cal.around(said.now, -steps if "前" in where else steps, unit))


def _lasting(m: re.Match[str], said: _Said) -> Atom:
    date = cal.around(said.now, -number(m["lasting_n"]), UNITS[m["lasting_u"]])
    return Atom(m.start(), m.end(), date=date, since=True)


def _day_of_month(m: re.Match[str], said: _Said) -> Atom:
    day = number(m["only_d"])
    now = said.now
    found = cal.date_of(now.year, now.month, day)
    if found and not said.past and found.until <= now:
        following = cal.month_of(now.year, now.month + 1)
        found = following and cal.date_of(following.begin.year, following.begin.month, day)
    return _atom(m, found)


def _year(m: re.Match[str], _said: _Said) -> Atom:
    return _atom(m, _part(cal.year_of(number(m["year_n"])), m["year_p"]))


def _clock(m: re.Match[str], _said: _Said) -> Atom | None:
    hour, quarter = number(m["clock_h"]), _QUARTERS.get(m["clock_f"] or "")
    minutes = m["clock_c"] or m["clock_m"]
    minute = quarter if quarter is not None else number(minutes) if minutes else 0
    if hour > 24 or minute > 59:  # noqa: PLR2004 - a clock's ends
        return None
    exact: Grain = "minute" if minutes or quarter else "hour"
    half: Half = HALVES.get(m["clock_half"] or "", "")
    if m["clock_half"] == "中午" and hour == _BEFORE_NOON:
        half = "am"
    clock = Clock(hour % 24, minute, exact, half, bare=m["clock_c"] is None)
    return Atom(m.start(), m.end(), clock=clock)


def _year_named(said: _Said, digits: str | None, word: str | None) -> int | None:
    if digits:
        return number(digits)
    return said.now.year + YEARS[word] if word else None


def _part(whole: Stretch | None, part: str | None) -> Stretch | None:
    """Return the end, the start or the middle of a month or year as a stretch."""
    if whole is None or not part:
        return whole
    if whole.grain == "year":
        year = whole.begin.year
        return cal.month_of(year, {"初": 1, "中": 6}.get(part, 12))
    if part in {"底", "末"}:
        return cal.day_of(whole.until, -1)
    if part == "初":
        return cal.day_of(whole.begin)
    first, last = _MID_MONTH
    return Stretch(whole.begin.replace(day=first), whole.begin.replace(day=last), "day")


def _ranged(m: re.Match[str], date: Stretch | None) -> Atom:
    good = date is not None and date.begin < date.until
    return Atom(m.start(), m.end(), date=date if good else None, ranged=True)


def _atom(m: re.Match[str], date: Stretch | None) -> Atom:
    return Atom(m.start(), m.end(), date=date)


_READERS: Mapping[str, Callable[[re.Match[str], _Said], Atom | None]] = MappingProxyType(
    {
        "iso": _iso,
        "years": _years,
        "day": _day,
        "month": _month,
        "holiday": _holiday,
        "word": _word,
        "week": _weekday,
        "weeks": _weeks,
        "weekend": _weekend,
        "near": _near_month,
        "part": _part_of_now,
        "yearly": _that_year,
        "span": _span,
        "lasting": _lasting,
        "only": _day_of_month,
        "year": _year,
        "clock": _clock,
    }
)
