"""The ends, middles, halves and seasons of months and years, as Chinese names them."""

from membus.domain.times import calendar as cal
from membus.domain.times.calendar import Stretch

# First month, and the one after the last.
_STRETCHES = {
    "上半年": (1, 7),
    "下半年": (7, 13),
    "春": (3, 6),
    "夏": (6, 9),
    "秋": (9, 12),
    "冬": (12, 15),
}
_THIRDS = {"上旬": (1, 11), "中旬": (11, 21)}


def part_of(whole: Stretch | None, part: str | None) -> Stretch | None:
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
    first, last = _THIRDS.get(part, _THIRDS["中旬"])
    if part == "下旬":
        return Stretch(whole.begin.replace(day=last), whole.until, "day")
    return Stretch(whole.begin.replace(day=first), whole.begin.replace(day=last), "day")


def year_part(whole: Stretch | None, part: str, *, before: bool) -> Stretch | None:
    """Return a named part of a year; `before` the end of a year is up to its last day."""
    stretch = _STRETCHES.get(part.rstrip("天季"))
    if whole and stretch:
        first, after = stretch
        begin, end = (cal.month_of(whole.begin.year, month) for month in (first, after))
        return begin and end and Stretch(begin.begin, end.begin, "month")
    if whole and before and part.endswith(("底", "末")):
        return cal.day_of(whole.until, -1)
    return part_of(whole, part[-1:])
