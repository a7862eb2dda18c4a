"""Reads Chinese dates and clock times against the moment they were said at."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from membus.domain.times import calendar as cal
from membus.domain.times.calendar import Atom, Calendar, Clock, Grain, Half, Stretch
from membus.domain.times.chinese_holidays import break_of, holiday, lunar_name
from membus.domain.times.chinese_parts import part_of, year_part
from membus.domain.times.chinese_words import (
    DAY_WORDS,
    DEAD_OF_NIGHT,
    HALVES,
    NIGHT,
    STEPS,
    UNITS,
    WEEKDAYS,
    YEARS,
    is_past,
    matches,
    number,
)

_BEFORE_NOON, _NOON, _MIDNIGHT = 11, 12, 24
_LATE = 6  # 夜里五点 is the morning, 夜里十点 the evening
_QUARTERS = {"半": 30, "一刻": 15, "三刻": 45}


@dataclass(frozen=True, slots=True)
class _Said:
    """What a match is read against: its local time, its tense."""

    now: datetime
    past: bool
    calendar: Calendar | None


def atoms(text: str, said_at: datetime, calendar: Calendar | None) -> list[Atom]:
    """Return the dates and clock times of a Chinese text, in order; `said_at` is local."""
    found = (
        _READERS[match.lastgroup or ""](match, _Said(said_at, is_past(text, match), calendar))
        for match in matches(text)
    )
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
    return _atom(m, part_of(whole, m["month_p"]))


def _holiday(m: re.Match[str], said: _Said) -> Atom:
    year = _year_named(said, m["holiday_y"], m["holiday_ty"])
    name = m["holiday_n"]
    day = holiday(name, year, said.now, said.calendar, past=said.past)
    if m["holiday_b"] or name.startswith("十一"):
        return Atom(m.start(), m.end(), date=break_of(name, day))
    return _atom(m, day)


def _lunar_day(m: re.Match[str], said: _Said) -> Atom:
    year = _year_named(said, m["lunar_y"], m["lunar_ty"])
    name = lunar_name(m["lunar_m"] or m["lunar_x"], m["lunar_d"] or m["lunar_n"])
    return _atom(m, holiday(name, year, said.now, said.calendar, past=said.past))


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
    return _atom(m, part_of(whole, m["near_p"]))


def _part_of_now(m: re.Match[str], said: _Said) -> Atom:
    if m["part_u"] == "年":
        return _atom(m, _year_part(m, cal.year_of(said.now.year), m["part_p"]))
    return _atom(m, part_of(cal.month_of(said.now.year, said.now.month), m["part_p"]))


def _that_year(m: re.Match[str], said: _Said) -> Atom:
    whole = cal.year_of(said.now.year + YEARS[m["yearly_y"]])
    return _atom(m, _year_part(m, whole, m["yearly_p"] or ""))


def _year_part(m: re.Match[str], whole: Stretch | None, part: str) -> Stretch | None:
    before = m.string.startswith(("前", "之前", "以前"), m.end())
    return year_part(whole, part, before=before)


def _span(m: re.Match[str], said: _Said) -> Atom:
    count, unit = m["span_n"], UNITS[m["span_u"]]
    steps = 0 if count == "半" else number(count)
    if count == "半" or m["span_h"]:
        steps, unit = cal.and_a_half(steps, unit)
    if m["span_u"] == "工作日":
        steps = cal.workdays(said.now, steps)
    where = m["span_w"] or "后"
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
    return _atom(m, part_of(cal.year_of(number(m["year_n"])), m["year_p"]))


def _clock(m: re.Match[str], _said: _Said) -> Atom | None:
    hour, quarter = number(m["clock_h"]), _QUARTERS.get(m["clock_f"] or "")
    minutes = m["clock_c"] or m["clock_m"]
    minute = quarter if quarter is not None else number(minutes) if minutes else 0
    if hour > 24 or minute > 59:  # noqa: PLR2004 - a clock's ends
        return None
    exact: Grain = "minute" if minutes or quarter else "hour"
    half = _half_at(m["clock_half"] or "", hour)
    if hour == _NOON and m["clock_half"] in NIGHT:
        hour, half = _MIDNIGHT, ""  # 晚上十二点 ends the day
    clock = Clock(hour, minute, exact, half, bare=m["clock_c"] is None)
    return Atom(m.start(), m.end(), clock=clock)


def _half_at(word: str, hour: int) -> Half:
    """Return the half of the day of an hour: 中午十一点 is before noon, 半夜两点 after midnight."""
    if word == "中午" and hour == _BEFORE_NOON:
        return "am"
    if word in NIGHT and hour < _LATE:
        return "am" if word in DEAD_OF_NIGHT else "pm"
    return HALVES.get(word, "")


def _year_named(said: _Said, digits: str | None, word: str | None) -> int | None:
    if digits:
        return number(digits)
    return said.now.year + YEARS[word] if word else None


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
        "lunar": _lunar_day,
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
