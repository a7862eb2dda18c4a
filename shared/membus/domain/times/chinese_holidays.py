"""Chinese holidays: which keep their date, which follow the moon or a rule, how long a break is."""

import re
from datetime import datetime

from membus.domain.times import calendar as cal
from membus.domain.times.calendar import DAY, Calendar, Stretch

# Month and day of the holidays that keep their date; the others need a calendar.
FIXED = {
    "元旦": (1, 1),
    "情人节": (2, 14),
    "妇女节": (3, 8),
    "三八节": (3, 8),
    "植树节": (3, 12),
    "愚人节": (4, 1),
    "劳动节": (5, 1),
    "五一": (5, 1),
    "青年节": (5, 4),
    "儿童节": (6, 1),
    "六一": (6, 1),
    "建军节": (8, 1),
    "教师节": (9, 10),
    "国庆节": (10, 1),
    "国庆": (10, 1),
    "十一假期": (10, 1),
    "十一长假": (10, 1),
    "万圣节": (10, 31),
    "双十一": (11, 11),
    "双11": (11, 11),
    "双十二": (12, 12),
    "平安夜": (12, 24),
    "圣诞节": (12, 25),
    "圣诞": (12, 25),
    "跨年夜": (12, 31),
}
_MOVING = (
    "春节",
    "除夕",
    "元宵节",
    "元宵",
    "清明节",
    "清明",
    "端午节",
    "端午",
    "七夕",
    "中秋节",
    "中秋",
    "重阳节",
    "重阳",
    "腊八",
    "小年",
    "夏至",
    "冬至",
    "母亲节",
    "父亲节",
    "复活节",
    "感恩节",
)
NAMES = (*FIXED, *_MOVING)

# Days of the break that most of the country takes from the holiday on.
_BREAK = {"国庆节": 7, "国庆": 7, "十一假期": 7, "十一长假": 7, "春节": 7}
_LUNAR_MONTHS = {"正": 1, "冬": 11, "腊": 12}
_LUNAR_DIGITS = {digit: number for number, digit in enumerate("〇一二三四五六七八九")}


def holiday(
    name: str, year: int | None, now: datetime, calendar: Calendar | None, *, past: bool
) -> Stretch | None:
    """Return the day of a holiday: of a year, or of the one nearest to `now` on its side.

    `name` is one of NAMES or a lunar date as 农历8月15. None where nothing knows it.
    """
    if name in FIXED:
        month, day = FIXED[name]
        if year is None:
            return cal.nearest_date(now, month, day, past=past)
        return cal.date_of(year, month, day)
    return _moving(name, year, now, calendar, past=past)


def break_of(name: str, first: Stretch | None) -> Stretch | None:
    """Return the days off that begin with a holiday; one day where custom knows no more."""
    length = _BREAK.get(name, 1)
    if first is None or length == 1:
        return first
    return Stretch(first.begin, first.begin + length * DAY, "day")


def lunar_name(month: str | None, day: str) -> str:
    """Return a lunar date as a calendar takes it: (腊, 二十三) → 农历12月23, (None, 三十) → 除夕.

    Without a month it is of the new year: 大年初一, 大年三十.
    """
    if month is None and day == "三十":
        return "除夕"
    month = month or "正"
    return f"农历{_LUNAR_MONTHS.get(month) or _lunar(month)}月{_lunar(day)}"


def _moving(
    name: str, year: int | None, now: datetime, calendar: Calendar | None, *, past: bool
) -> Stretch | None:
    if calendar is None:
        return None
    found = calendar(f"{now.year if year is None else year}年{name}", now)
    if found is None or year is not None:
        return found and Stretch(*found, "day")
    wrong_side = found[0] > now if past else found[1] <= now
    if wrong_side:
        found = calendar(f"{now.year + (-1 if past else 1)}年{name}", now)
    return found and Stretch(*found, "day")


def _lunar(text: str) -> int:
    """Read a lunar number: 初五, 十五, 二十三, 廿三, 三十, or digits."""
    text = text.removeprefix("初")
    if text.isdigit() and text.isascii():
        return int(text)
    text = re.sub(r"^廿", "二十", text)
    tens, ten, ones = text.rpartition("十")
    if not ten:
        return _LUNAR_DIGITS.get(ones, 0)
    return _LUNAR_DIGITS.get(tens, 1) * 10 + _LUNAR_DIGITS.get(ones, 0)
