"""Plans, trips, meetings, goals and what was done, as English puts them."""

import re
from collections.abc import Iterator

from membus.adapters.rules.clause import DAY_OF_YEAR, Clause, Draft
from membus.adapters.rules.english.making import by
from membus.adapters.rules.english.objects import clean
from membus.adapters.rules.english.tasks import IDLE

_GOING = (
    r"go|visit|travel|fly|move|start|take|meet|attend|get\s+married|buy|sell|run|study|learn|quit|"
    r"launch|host|have|see|stay|spend|drive|join|open|adopt|renovate|apply|retire|switch|change"
)
_MEETING = (
    r"meeting|appointment|call|interview|check-?up|exam|dinner|lunch|date|session|"
    r"class|workshop|presentation|demo|conference|flight|wedding|party|deadline|"
    r"review|standup|one-on-one|1:1|viewing|surgery|concert|barbecue|bbq|picnic|reunion|recital|"
    r"tournament|hearing|webinar|graduation|ceremony|reservation|rehearsal"
)
_PLACE = r"(?P<o>(?-i:(?:the\s+)?[A-Z])[\w\s,'-]+)"


def _plan(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if clause.unsure or IDLE.match(found["o"]):
        return
    yield Draft("plans", clean(found["o"]))


def _trip(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    place = re.sub(r"\s+(?:(?:with|for|to|from|by)\s.*|and\s+back)$", "", clean(found["o"]))
    if place and not clause.unsure:
        yield Draft("travels_to", place)


def _visited(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    place = re.sub(r"\s+(?:with|for|to|by)\s.*$", "", clean(found["o"]))
    if place:
        yield Draft("visited", place)


def _meeting(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("meeting", clean(found["o"]), subject=clause.speaker)


def _timed_meeting(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read "the meeting with Anna is on Friday": only where a time is named."""
    if clause.times:
        yield Draft("meeting", clean(found["o"]), subject=clause.speaker, polarity="positive")


def _meet(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if clause.times and not clause.unsure:
        whom = re.sub(
            r"^(?:him|her|them)\b", clause.person or r"\g<0>", found["o"], flags=re.IGNORECASE
        )
        yield Draft("meeting", clean(f"a meeting with {whom}"))


def _booked(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if re.search(_MEETING, found["o"]):
        yield Draft("meeting", clean(found["o"]))
    else:
        yield Draft("event", clean(f"booked {found['o']}"))


def _comes(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read "my parents are visiting next week": only where a time is named."""
    if clause.times:
        yield Draft("event", clean(found["o"]), subject=clause.speaker, polarity="positive")


def _begins(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if clause.times:
        what = clean(found["o"])
        yield Draft("event", what, subject=clause.speaker, polarity="positive")


def _set_for(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read "our release is planned for 14 May": one date at a time."""
    if any(span.begin and span.grain == "day" for span in clause.times) and not clause.negative:
        subject = f"{clause.speaker}'s {found['o'].strip()}"
        yield Draft("date", DAY_OF_YEAR, subject=subject, polarity="positive", when="timeless")


def _goal(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("goal", clean(found["o"]))


RULES = (
    by(
        r"(?:be\s+(?:going|planning|about|hoping)\s+to|plan\s+to|intend\s+to|"
        rf"be\s+gonna|have\s+decided\s+to|decided\s+to)\s+(?P<o>(?:{_GOING})\b.+|"
        r"get\s+married)",
        _plan,
    ),
    by(r"(?:be\s+planning|plan)\s+(?:on\s+)?(?P<o>(?:an?|my|our|the)\s.+|\w+ing\s.+)", _plan),
    by(
        rf"be\s+(?:moving|relocating)\s+(?P<o>to\s+{_PLACE.replace('?P<o>', '?:')})",
        lambda clause, found: (
            [] if clause.unsure else [Draft("plans", f"move {clean(found['o'])}")]
        ),
    ),
    by(
        r"be\s+(?P<o>(?:getting\s+married|starting\s+(?:a|my|at|with)\b.*|"
        r"leaving\s+.+|changing\s+.+|switching\s+.+|quitting\s+.+))",
        lambda clause, found: _plan(clause, found) if clause.times else [],
    ),
    by(
        r"(?:be\s+(?:flying|traveling|travelling|going|heading|off)|fly|travel|go|"
        rf"will\s+(?:fly|go|travel|be))\s+(?:back\s+)?(?:to|in)\s+{_PLACE}",
        lambda clause, found: (
            _trip(clause, found) if clause.times or "go " not in found.group().lower() else []
        ),
    ),
    by(
        r"have\s+(?:a|an)\s+(?:business\s+)?(?:trip|vacation|holiday|flight)"
        rf"\s+(?:to|in)\s+{_PLACE}",
        _trip,
    ),
    by(
        r"(?:have\s+)?(?:visited|went\s+to|flew\s+to|travell?ed\s+to|be\s+to|"
        rf"been\s+to|came\s+back\s+from|got\s+back\s+from)\s+{_PLACE}",
        _visited,
    ),
    by(
        rf"have\s+(?:an?\s+|my\s+|another\s+)?(?P<o>(?:[\w-]+\s+){{0,3}}?(?:{_MEETING})\b.*)",
        lambda clause, found: (
            _meeting(clause, found) if clause.times or " with " in found["o"] else []
        ),
    ),
    by(
        rf"(?:my|our|the)\s+(?P<o>(?:[\w-]+\s+){{0,3}}?(?:{_MEETING})"
        r"(?:\s+with\s+[\w\s.']+?)?)\s*(?:is|will\s+be|has\s+been|was|got|be|starts|"
        r"takes\s+place)?\s*(?:now)?\s*(?:moved|rescheduled|scheduled|postponed|set|"
        r"due)?(?:\s+to|\s+for)?$",
        _timed_meeting,
        whole=True,
        of_things=True,
    ),
    by(
        r"be\s+(?:hosting|having|attending|throwing)\s+(?P<o>(?:an?|the|my|our)\s.+)",
        lambda clause, found: [Draft("meeting", clean(found["o"]))] if clause.times else [],
    ),
    by(
        r"(?:be\s+meeting|meet|be\s+seeing|will\s+meet)"
        r"\s+(?:up\s+)?(?:with\s+)?(?P<o>(?!me\b)(?:[A-Z]|my\s).+)",
        _meet,
    ),
    by(
        r"(?:have\s+)?(?:booked|scheduled|"
        r"made(?=\s+an?\s+(?:\w+\s+)?(?:appointment|reservation))|arranged|"
        r"reserved)\s+(?P<o>(?:an?|"
        r"my|the|two|our)\s.+)",
        _booked,
    ),
    by(
        r"(?:have\s+)?(?P<o>(?:met|attended|finished|completed|won|passed|failed|"
        r"ran|climbed|hosted|celebrated|saw|"
        r"watched|sold|lost|broke|fixed|renovated|signed|submitted|received|cooked|handed\s+in)\s.+)",
        lambda clause, found: (
            [Draft("event", clean(found["o"]))] if clause.times and not clause.negative else []
        ),
    ),
    by(
        r"(?P<o>(?:my|our)\s+(?:[\w'-]+\s+){1,3}?(?:is|are)\s+(?:visiting|coming|arriving|staying)\b.*)",
        _comes,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?:the|my|our)\s+(?P<o>(?:[\w'-]+\s+){1,4}?(?:starts?|begins?|opens?|closes?))$",
        _begins,
        whole=True,
        of_things=True,
    ),
    by(
        rf"(?:the|my|our)\s+(?P<o>(?:(?!(?:{_MEETING})\b)[\w'-]+\s+){{1,4}}?)(?:is|are|has\s+been|be)\s+(?:now\s+)?"
        r"(?:planned|scheduled|set|fixed|moved|postponed|pushed|delayed|brought\s+forward)"
        r"(?:\s+(?:for|to|on|back\s+to))?(?=$|[,;.])",
        _set_for,
        whole=True,
        of_things=True,
    ),
    by(r"my\s+(?:main\s+|biggest\s+)?(?:goal|dream|aim)\s+is\s+(?:to\s+)?(?P<o>.+)", _goal),
)
