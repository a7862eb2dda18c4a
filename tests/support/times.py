"""Named times as a reader at the place sees them."""

from datetime import UTC, datetime

from membus.adapters.rules.duckling_calendar import DucklingCalendar
from membus.adapters.rules.lunar_calendar import LunarCalendar
from membus.domain.times import find_times, zone_of

# Thursday 30 May 2024, 00:30 in Shanghai.
SAID_AT = datetime(2024, 5, 29, 16, 30, tzinfo=UTC)
_ZONE = zone_of("Asia/Shanghai")
_CALENDAR = LunarCalendar(DucklingCalendar())

Row = tuple[str, str | None, str | None, str]


def local(text: str, language: str, *, full: bool = False) -> list[Row]:
    """(words, begin, until, relation) of each time: year left out where it is 2024, unless full."""
    return [
        (
            text[span.start : span.end],
            _shown(span.begin, full),
            _shown(span.until, full),
            span.relation,
        )
        for span in find_times(text, language, SAID_AT, _ZONE, _CALENDAR)
    ]


def _shown(moment: datetime | None, full: bool) -> str | None:
    if moment is None:
        return None
    there = moment.astimezone(_ZONE)
    midnight = (there.hour, there.minute) == (0, 0)
    text = there.strftime("%Y-%m-%d" if midnight and not full else "%Y-%m-%d %H:%M")
    return text if full else text.removeprefix("2024-")
