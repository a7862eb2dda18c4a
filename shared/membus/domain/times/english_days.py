"""Which days English means by a holiday, a season, "the 5th", "next week"."""

import re
from datetime import datetime

from membus.domain.times import calendar as cal
from membus.domain.times.calendar import Calendar, Stretch
from membus.domain.times.chinese_holidays import holiday
from membus.domain.times.english_words import LUNAR, SEASON, SINCE, WORDS

_REACH = 24  # characters before a time in which the words stand that belong to it


def holiday_of(
    found: re.Match[str], now: datetime, calendar: Calendar | None, *, past: bool
) -> Stretch | None:
    """Return the day or the days of a holiday that the calendar knows by its English name.

    `past`: the sentence is about what has been.
    """
    phrase = SEASON.sub("", " ".join(found.group().split()))
    if (past or is_since(found)) and phrase[0].isupper() and not phrase[-1].isdigit():
        phrase = f"last {phrase}"
    days = calendar(phrase, now) if calendar else None
    return Stretch(*days, "day") if days else None


def lunar_holiday_of(
    name: str, now: datetime, calendar: Calendar | None, *, past: bool
) -> Stretch | None:
    """Return the day of a holiday that goes by the moon."""
    return holiday(LUNAR[" ".join(name.lower().split())], None, now, calendar, past=past)


def is_bounded(found: re.Match[str]) -> bool:
    """Whether a "since" or "until" stands before a time."""
    start = max(0, found.start() - _REACH)
    return any(word.search(found.string, start, found.start()) for word in _BOUNDS)


_BOUNDS = (WORDS.since, WORDS.until)


def is_since(found: re.Match[str]) -> bool:
    """Whether a "since" stands before a time, which has begun then."""
    start = max(0, found.start() - _REACH)
    return SINCE.search(found.string, start, found.start()) is not None


def nth_of_month(day: int, step: str | None, now: datetime, *, past: bool) -> Stretch | None:
    """Return a day of "this" or the "next" month, without either the nearest on its side of now."""
    month = now.month + (step == "next")
    if step is None and past and day > now.day:
        month -= 1
    elif step is None and not past and day < now.day:
        month += 1
    whole = cal.month_of(now.year, month)
    return whole and cal.date_of(whole.begin.year, whole.begin.month, day)


def unit_of(now: datetime, unit: str, count: int) -> Stretch | None:
    """Return the weekend, week, month or year that lies `count` of them from now."""
    if unit == "weekend":
        return cal.weekend_of(now, count)
    if unit == "week":
        return cal.week_of(now, count)
    if unit == "month":
        return cal.month_of(now.year, now.month + count)
    return cal.year_of(now.year + count)
