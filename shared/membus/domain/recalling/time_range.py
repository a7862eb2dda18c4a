"""The stretch of time that a question asks about: "what did I do last weekend", 上周三我去了哪."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from membus.contracts.base import EARLIEST, LATEST
from membus.domain.times import TimeSpan, find_times
from membus.domain.times.english_words import PAST

# The time is what such a question asks for, so that what it names says little.
_ASKS_WHEN = re.compile(
    r"\bwhen(?:'s| (?:did|do|does|is|was|were|am|are|will|would|can|could|should|have|has|had))\b"
    r"|\b(?:know|remember|recall|tell me|remind me|forgot|since|until) when\b|\bwhen\W*$"
    r"|\b(?:what|which) (?:day|date|time|week|month|year|weekday)\b|\bhow (?:long|soon)\b"
    r"|\bhow many (?:minutes|hours|days|weeks|months|years)\b"
    r"|什么时[候间]|何时|几时|几[号点月]|哪一?[天日年]|哪一?个?[月周]|多久|多长时间|(?:周|星期|礼拜)几",
    re.IGNORECASE,
)
_LONGEST = 1000
"""Characters that are read: a longer text is no question about one time."""
_PERFECT = re.compile(r"\b(?:have|has) (?:i|we|you|he|she|they)\b|[了过]|刚|曾|已经", re.IGNORECASE)


def time_range(
    question: str, language: str, now: datetime, zone: ZoneInfo
) -> tuple[datetime, datetime] | None:
    """Return the stretch [begin, end) in UTC that a question asks about, None for none.

    `now` is aware; the zone decides the day. Several times give the stretch that holds all. What
    is open goes on to now ("since June"), or from now to its end ("by Friday"); "before 2020" has
    no beginning. A time that only says now ("today", without a past tense) gives none, nor does a
    question that asks when, nor a day that does not exist.
    """
    question = question[:_LONGEST]
    if _ASKS_WHEN.search(question):
        return None
    past = (PAST.search(question) or _PERFECT.search(question)) is not None
    spans = [
        _closed(span, now, zone)
        for span in find_times(question, language, now, zone)
        if past or not _is_present(span, now)
    ]
    if not spans:
        return None
    return min(begin for begin, _ in spans), max(end for _, end in spans)


def _is_present(span: TimeSpan, now: datetime) -> bool:
    if span.begin is None or span.until is None or span.grain not in {"day", "hour", "minute"}:
        return False
    return span.begin <= now < span.until


def _closed(span: TimeSpan, now: datetime, zone: ZoneInfo) -> tuple[datetime, datetime]:
    begin, end = span.begin, span.until
    if begin is None and end is not None:
        return (now if now < end else EARLIEST), end
    if end is None and begin is not None:
        return begin, (now if begin < now else LATEST)
    assert begin is not None
    assert end is not None
    if span.relation == "range" and span.grain == "year":
        # "From 2010 to 2015" said of a life ends with 2014; a question asks about 2015 too.
        local = end.astimezone(zone)
        end = local.replace(year=local.year + 1).astimezone(end.tzinfo)
    return begin, end
