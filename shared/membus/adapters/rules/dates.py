"""Writes a named time out as a date, since "tomorrow" means nothing once it is remembered."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from membus.domain.times import TimeSpan

_CLOCK = frozenset({"hour", "minute"})


def dated(span: TimeSpan, zone: ZoneInfo, language: str, *, happens: bool) -> str:
    """Return what to append to a sentence: " (on 2024-06-04 15:00)", （2024年6月4日15:00）."""
    begin = _date(span.begin, zone, span.grain, language) if span.begin else ""
    until = _date(_last_moment(span.until, span), zone, span.grain, language) if span.until else ""
    if language == "zh":
        return f"（{_chinese(span, begin, until, happens=happens)}）"
    return f" ({_english(span, begin, until, happens=happens)})"


def day_of_year(local: datetime, language: str) -> str:
    """Return a day that comes every year: "June 3", 6月3日."""
    return f"{local.month}月{local.day}日" if language == "zh" else f"{local:%B} {local.day}"


def _english(span: TimeSpan, begin: str, until: str, *, happens: bool) -> str:
    if span.relation == "range":
        return f"{begin} to {until}"
    if span.relation == "until":
        return f"by {until}" if happens else f"until {until}"
    if span.relation == "since" or not happens:
        return f"since {begin}"
    return f"{begin}" if span.grain in {"week", "month", "year"} else f"on {begin}"


def _chinese(span: TimeSpan, begin: str, until: str, *, happens: bool) -> str:
    if span.relation == "range":
        return f"{begin}至{until}"
    if span.relation == "until":
        return f"{until}前" if happens else f"至{until}"
    if span.relation == "since" or not happens:
        return f"自{begin}"
    return f"{begin}"


def _last_moment(until: datetime, span: TimeSpan) -> datetime:
    """Return a moment inside the last day or week, whose end is exclusive."""
    whole = span.grain in {"day", "week"} and (span.relation != "until" or span.grain == "day")
    return until - timedelta(seconds=1) if whole else until


def _date(moment: datetime, zone: ZoneInfo, grain: str, language: str) -> str:
    local = moment.astimezone(zone)
    chinese = language == "zh"
    if grain == "year":
        return f"{local.year}年" if chinese else f"{local.year}"
    if grain == "month":
        return f"{local.year}年{local.month}月" if chinese else f"{local:%Y-%m}"
    day = f"{local.year}年{local.month}月{local.day}日" if chinese else f"{local:%Y-%m-%d}"
    if grain in _CLOCK:
        return f"{day}{local:%H:%M}" if chinese else f"{day} {local:%H:%M}"
    return (
        f"{day}当周"
        if chinese and grain == "week"
        else f"week of {day}"
        if grain == "week"
        else day
    )
