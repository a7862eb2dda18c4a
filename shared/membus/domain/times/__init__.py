"""The times that a text names, resolved against when and where it was said. Reads no clock."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from membus.domain.times import chinese, chinese_words, english, english_words
from membus.domain.times.calendar import Calendar
from membus.domain.times.joining import LocalSpan, Relation, join

# Cheap to ask: without a digit or one of these no reader needs to look.
_MAYBE_EN = re.compile(
    r"\d|\b(?:to(?:day|night|morrow)|yesterday|last|next|this|ago|week|month|year|day|"
    r"morning|evening|noon|mid|(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|christmas|easter|thanks|hallow|ramadan|"
    r"hanukkah|diwali|mother|father|good|black|valentine|chinese|lunar|labor|memorial|veterans|"
    r"independence|boxing|president|columbus|mlk|martin|earth|groundhog|st\b|ascension|fourth|"
    r"juneteenth|cyber|ash|palm|pentecost|whit|epiphany|eid|passover|yom|rosh|purim|kwanzaa|holi|"
    r"vesak|dragon|lantern)",
    re.IGNORECASE,
)
_MAYBE_ZH = re.compile(
    r"[\d今明昨前后周月年天点时节末]|星期|礼拜|春节|除夕|国庆|元旦|五一|六一|圣诞|双十|分钟|夜|七夕|端午|中秋|重阳|清明|元宵|腊|[冬夏]至"
)


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A named time at `start`..`end` of the text, joining words included.

    `begin` and `until` (exclusive) are UTC; the side that the words leave open is None. `relation`
    says how it was put: at (one day, week, hour …), since, until (also "by"), range. A range of
    years ends where its last year begins, so that 2010–2015 and 2015–2019 meet.
    """

    start: int
    end: int
    begin: datetime | None
    until: datetime | None
    grain: str
    relation: Relation


def zone_of(name: str) -> ZoneInfo:
    """Return the IANA zone, UTC for a name that is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def find_times(
    text: str,
    language: str,
    said_at: datetime,
    zone: ZoneInfo,
    calendar: Calendar | None = None,
) -> list[TimeSpan]:
    """Return the times that a text names, in order; what names no existing time is left out.

    `said_at` is aware; the zone decides the day. `calendar` knows holidays that move.
    """
    maybe = _MAYBE_ZH if language == "zh" else _MAYBE_EN
    if maybe.search(text) is None:
        return []
    local = said_at.astimezone(zone).replace(tzinfo=None)
    if language == "zh":
        spans = join(text, chinese.atoms(text, local, calendar), chinese_words.WORDS, local)
    else:
        spans = join(text, english.atoms(text, local, calendar), english_words.WORDS, local)
    return [_in_utc(span, zone) for span in spans]


def without(text: str, spans: Sequence[TimeSpan], language: str) -> str:
    """Return the text with the spans taken out and the gap closed."""
    if not spans:
        return text
    parts, at = [], 0
    for span in spans:
        parts.append(text[at : span.start].strip())
        at = span.end
    parts.append(text[at:].strip())
    return ("" if language == "zh" else " ").join(part for part in parts if part)


def _in_utc(span: LocalSpan, zone: ZoneInfo) -> TimeSpan:
    return TimeSpan(
        span.start,
        span.end,
        _utc(span.begin, zone),
        _utc(span.until, zone),
        span.grain,
        span.relation,
    )


def _utc(local: datetime | None, zone: ZoneInfo) -> datetime | None:
    return None if local is None else local.replace(tzinfo=zone).astimezone(UTC)
