"""Days, weeks, months and years as stretches of local time, and what a text names of them.

All times here are naive and local: the speaker's wall clock. A date that does not exist is None.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Literal

Grain = Literal["minute", "hour", "day", "week", "month", "year"]
Unit = Literal["minute", "hour", "day", "week", "month", "year"]
Half = Literal["", "am", "pm"]

UNITS: Mapping[str, Unit] = MappingProxyType(
    {
        "minute": "minute",
        "hour": "hour",
        "day": "day",
        "week": "week",
        "month": "month",
        "year": "year",
    }
)
# One year inside what the contracts take, so that no zone carries a time over the edge.
FIRST_YEAR, LAST_YEAR = 1901, 2198
DAY = timedelta(days=1)
_CLOSE_BY = timedelta(days=60)
_DAYS_OF_UNIT = {"day": 1, "week": 7}
_SMALLER: Mapping[str, tuple[int, Unit]] = MappingProxyType(
    {
        "year": (12, "month"),
        "month": (30, "day"),
        "week": (7, "day"),
        "day": (24, "hour"),
        "hour": (60, "minute"),
    }
)
_SECONDS_OF_UNIT = {"minute": 60, "hour": 3600}


@dataclass(frozen=True, slots=True)
class Stretch:
    """Local time from `begin` up to, not including, `until`."""

    begin: datetime
    until: datetime
    grain: Grain


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day. `half` says which half of the day was named, "" where none was.

    `bare`: written as one speaks ("at 3", 三点), so that the half of the day has to be guessed.
    """

    hour: int
    minute: int
    grain: Grain
    half: Half = ""
    bare: bool = True


@dataclass(frozen=True, slots=True)
class Atom:
    """One date or clock time at `start`..`end` of a text.

    `date` and `clock` both None: something that looks like a date and is none (30 February); it
    shadows what a shorter reading would find. `weak` atoms count only beside another word that
    makes them a time. `since` marks a duration up to now ("for five years"). `half` is the half of
    the day that a date word names ("tonight"). `weekly`: a bare weekday, of whichever week fits.
    `ranged`: the date has both its ends named ("June 3-9").
    """

    start: int
    end: int
    date: Stretch | None = None
    clock: Clock | None = None
    weak: bool = False
    since: bool = False
    half: Half = ""
    weekly: bool = False
    ranged: bool = False


# A phrase and the local time it was said at → the stretch meant; for what needs a real calendar.
Calendar = Callable[[str, datetime], tuple[datetime, datetime] | None]


def midnight(moment: datetime) -> datetime:
    """Return the start of the moment's day."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def day_of(moment: datetime, offset: int = 0) -> Stretch | None:
    """Return the day that lies `offset` days from the moment's."""
    begin = shift(midnight(moment), offset, "day")
    return None if begin is None else Stretch(begin, begin + DAY, "day")


def date_of(year: int, month: int, day: int) -> Stretch | None:
    """Return a calendar day, None for one that does not exist."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    try:
        begin = datetime(year, month, day)  # noqa: DTZ001 - local wall time by contract
    except ValueError:
        return None
    return Stretch(begin, begin + DAY, "day")


def month_of(year: int, month: int) -> Stretch | None:
    """Return a month; `month` may run over either end of the year."""
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    first = date_of(year, month, 1)
    after = date_of(year + month // 12, month % 12 + 1, 1)
    return Stretch(first.begin, after.begin, "month") if first and after else None


def year_of(year: int) -> Stretch | None:
    """Return a year."""
    first, after = date_of(year, 1, 1), date_of(year + 1, 1, 1)
    return Stretch(first.begin, after.begin, "year") if first and after else None


def week_of(moment: datetime, offset: int = 0) -> Stretch | None:
    """Return the week (Monday first) that lies `offset` weeks from the moment's."""
    begin = shift(midnight(moment), 7 * offset - moment.weekday(), "day")
    return None if begin is None else Stretch(begin, begin + 7 * DAY, "week")


def weekend_of(moment: datetime, offset: int = 0) -> Stretch | None:
    """Return Saturday and Sunday of a week."""
    week = week_of(moment, offset)
    return week and Stretch(week.begin + 5 * DAY, week.until, "day")


def weekday_of(moment: datetime, weekday: int, offset: int) -> Stretch | None:
    """Return a day (0 is Monday) of the week that lies `offset` weeks from the moment's."""
    week = week_of(moment, offset)
    return week and day_of(week.begin, weekday)


def nearest_weekday(moment: datetime, weekday: int, *, past: bool) -> Stretch | None:
    """Return the next such day, today included, or the last one, today not included."""
    ahead = (weekday - moment.weekday()) % 7
    return day_of(moment, ahead - 7 if past else ahead)


def nearest_date(moment: datetime, month: int, day: int, *, past: bool) -> Stretch | None:
    """Return the day of this year; where tense speaks against it, of the year before or after.

    A speaker who names no year means a day close by. Tense decides only beyond two months: "it
    shipped on March 2 and comes on March 4" has one verb in the past.
    """
    found = date_of(moment.year, month, day)
    if found is None:
        return None
    if past and found.begin > moment + _CLOSE_BY:
        return date_of(moment.year - 1, month, day)
    if not past and found.until < moment - _CLOSE_BY:
        return date_of(moment.year + 1, month, day)
    return found


def nearest_month(moment: datetime, month: int, *, past: bool) -> Stretch | None:
    """Return the month of this year, or of the year before or after, as tense demands."""
    year = moment.year
    if past and month > moment.month:
        year -= 1
    if not past and month < moment.month:
        year += 1
    return month_of(year, month)


def shift(moment: datetime, count: int, unit: Unit) -> datetime | None:
    """Move by whole units, keeping to the month's end; None beyond the years that count."""
    if abs(count) > 100_000_000:  # noqa: PLR2004 - far beyond every year that counts
        return None
    try:
        if unit in _SECONDS_OF_UNIT:
            moved = moment + timedelta(seconds=count * _SECONDS_OF_UNIT[unit])
        elif unit in _DAYS_OF_UNIT:
            moved = moment + timedelta(days=count * _DAYS_OF_UNIT[unit])
        else:
            moved = _shift_months(moment, count * (12 if unit == "year" else 1))
    except (OverflowError, ValueError):
        return None
    return moved if FIRST_YEAR <= moved.year <= LAST_YEAR else None


def workdays(moment: datetime, count: int) -> int:
    """Return in how many days `count` workdays (Monday to Friday) are over."""
    weeks, rest = divmod(count, 5)
    days = 7 * weeks
    while rest:
        days += 1
        rest -= (moment + days * DAY).weekday() < 5  # noqa: PLR2004 - Saturday
    return days


def around(moment: datetime, count: int, unit: Unit) -> Stretch | None:
    """Return the stretch "`count` units from now": a day for days and weeks, else one unit."""
    moved = shift(moment, count, unit)
    if moved is None:
        return None
    if unit in _SECONDS_OF_UNIT:
        return Stretch(moved, moved + timedelta(seconds=_SECONDS_OF_UNIT[unit]), unit)
    if unit in _DAYS_OF_UNIT:
        return day_of(moved)
    return month_of(moved.year, moved.month) if unit == "month" else year_of(moved.year)


def and_a_half(count: int, unit: Unit) -> tuple[int, Unit]:
    """Return `count` and a half units as a whole number of a smaller unit."""
    size, smaller = _SMALLER.get(unit, (1, unit))
    return count * size + size // 2, smaller


def _shift_months(moment: datetime, count: int) -> datetime:
    months = moment.year * 12 + moment.month - 1 + count
    year, month = divmod(months, 12)
    following = datetime(year + (month + 1) // 12, (month + 1) % 12 + 1, 1)  # noqa: DTZ001 - local
    last_day = (following - DAY).day
    return moment.replace(year=year, month=month + 1, day=min(moment.day, last_day))
