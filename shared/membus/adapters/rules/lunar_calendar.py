"""The Chinese calendar's holidays, terms and dates, by Borax; what it does not know others may."""

import re
from datetime import date, datetime, time, timedelta

from borax.calendars.lunardate import LunarDate, TermUtils

from membus.domain.times.calendar import Calendar

_PHRASE = re.compile(r"(?P<year>\d{4})年(?P<name>\D+?)(?:(?P<month>\d{1,2})月(?P<day>\d{1,2}))?")
# Month and day by the moon.
_FESTIVALS = {
    "春节": (1, 1),
    "元宵节": (1, 15),
    "元宵": (1, 15),
    "端午节": (5, 5),
    "端午": (5, 5),
    "七夕": (7, 7),
    "中秋节": (8, 15),
    "中秋": (8, 15),
    "重阳节": (9, 9),
    "重阳": (9, 9),
}
# In the last month of the year before the one that is meant: 2025年腊八 is in January 2025.
_BEFORE_NEW_YEAR = {"腊八": 8, "小年": 23}
_TERMS = {"清明节": "清明", "清明": "清明", "夏至": "夏至", "冬至": "冬至"}


class LunarCalendar:
    """A `domain.times.Calendar`: knows 2025年端午 and 2025年农历8月15, asks `others` the rest.

    Days by the moon are known from 1900 to 2100.
    """

    def __init__(self, others: Calendar) -> None:
        self._others = others

    def __call__(self, phrase: str, local: datetime) -> tuple[datetime, datetime] | None:
        """Return the local [begin, end) of the day that the phrase names, None for none."""
        found = _PHRASE.fullmatch(phrase)
        if found is None or not _knows(found["name"]):
            return self._others(phrase, local)
        try:
            day = _day(int(found["year"]), found["name"], found["month"], found["day"])
        except (ValueError, IndexError):  # a year out of its tables, a 30th that the month lacks
            return None
        begin = datetime.combine(day, time())
        return begin, begin + timedelta(days=1)


def _knows(name: str) -> bool:
    return name in ("农历", "除夕") or any(
        name in known for known in (_FESTIVALS, _BEFORE_NEW_YEAR, _TERMS)
    )


def _day(year: int, name: str, month: str | None, day: str | None) -> date:
    if name in _TERMS:
        found: date = TermUtils.nth_term_day(year, term_name=_TERMS[name])
        return found
    if name == "除夕":
        return _solar(year, 1, 1) - timedelta(days=1)
    if name in _BEFORE_NEW_YEAR:
        return _solar(year - 1, 12, _BEFORE_NEW_YEAR[name])
    if month is not None and day is not None:
        return _solar(year, int(month), int(day))
    return _solar(year, *_FESTIVALS[name])


def _solar(year: int, month: int, day: int) -> date:
    found: date = LunarDate(year, month, day).to_solar_date()
    return found
