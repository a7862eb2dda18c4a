"""What somebody is in the middle of, waits for, or has done with, as English puts it.

A state is named by the activity ("applying for a visa"), so that its end denies what began it.
"""

import re
from collections.abc import Iterator

from membus.adapters.rules.clause import Clause, Draft
from membus.adapters.rules.english.making import by
from membus.adapters.rules.english.objects import clean

# Activities that go on for days or months: what one is doing at the table is no state.
_LASTING = (
    r"applying|waiting|renovating|redecorating|remodeling|remodelling|refinancing|negotiating|"
    r"recovering|looking\s+for|searching\s+for|hunting\s+for|house[- ]hunting|job[- ]hunting|"
    r"saving\s+(?:up\s+)?(?:for|to)|training\s+for|preparing\s+for|studying\s+for|moving\s+house|"
    r"building\s+(?:a|my|our)|writing\s+(?:a|my)|undergoing|interviewing|onboarding|migrating|"
    r"selling\s+(?:my|our)|packing\s+for|planning\s+(?:a|my|our)\s+wedding|fostering|"
    r"trying\s+to\s+(?:sell|buy|quit|get|find|lose|learn|save|move)"
)
_MIDDLE = (
    r"(?:right\s+)?(?:in\s+the\s+(?:middle|process)\s+of|half-?\s?way\s+through|midway\s+through)"
)
_AWAY = (
    r"on\s+(?:vacation|holiday|leave|sick\s+leave|parental\s+leave|maternity\s+leave|"
    r"paternity\s+leave|a\s+business\s+trip|a\s+sabbatical|call|crutches|probation|a\s+break|"
    r"jury\s+duty)|out\s+of\s+(?:the\s+)?office|away|off\s+work|out\s+sick|in\s+hospital|"
    r"in\s+the\s+hospital|between\s+jobs|unemployed|retired|abroad"
)
# States that say enough without a time: who is "away" may be back in a minute.
_OF_ITSELF = re.compile(
    r"on\s+(?:\w+\s+)?leave|on\s+crutches|on\s+probation|on\s+a\s+sabbatical|between|unemployed|"
    r"retired|in\s+(?:the\s+)?hospital",
    re.IGNORECASE,
)
_MATTER = (
    r"(?:my|our)\s+(?P<what>(?:[\w'-]+\s+){0,3}?(?:application|claim|request|renewal|visa|passport|"
    r"permit|mortgage|loan|divorce|adoption|thesis|manuscript|renovation|move|transfer|"
    r"enrol?lment|registration|project|appeal|case))"
)
_STAGE = (
    r"(?:still\s+|currently\s+)?(?P<o>pending|in\s+progress|under\s+(?:review|way)|on\s+hold|"
    r"being\s+(?:processed|reviewed|prepared|handled)|in\s+process|underway|delayed|"
    r"half\s+(?:done|finished)|stuck\b.*|waiting\b.*|approved|rejected|denied|accepted|granted|"
    r"expired)"
)


def _middle(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("state", _activity(found["o"]))


def _activity(text: str) -> str:
    """Name a state by its activity; one that is a thing is what one is in the middle of."""
    what = clean(text)
    if not what or re.match(r"\w+ing\b", what, re.IGNORECASE):
        return what
    return f"in the middle of {what}"


# What one asks of the other, or what says nothing by itself.
_PASSING = re.compile(
    r"\b(?:you|your|me|something|anything|someone|this|that|it|ideas?|advice|tips|suggestions?|ways?|"
    r"recommendations?|inspiration|my\s+head)\b",
    re.IGNORECASE,
)


_AS_WRITTEN = re.compile(rf"(?:{_LASTING})\b.*", re.IGNORECASE)


def _lasting(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if _PASSING.search(found["o"]):
        return
    dated = any(span.relation == "at" for span in clause.times)
    written = _AS_WRITTEN.search(clause.raw) if dated else None
    if written:  # "training for a marathon in October": the day is the marathon's
        yield Draft("state", clean(written.group()), when="timeless")
    else:
        yield Draft("state", clean(found["o"]))


def _away(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if clause.times or _OF_ITSELF.match(found["o"]):
        yield Draft("state", " ".join(found["o"].split()), when="during")


def _done(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not clause.negative:
        yield Draft("state", _activity(found["o"]), polarity="negative", when="timeless")


def _stage(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    subject = f"{clause.speaker}'s {' '.join(found['what'].split())}"
    yield Draft("state", clean(found["o"]), subject=subject)


RULES = (
    by(rf"be\s+{_MIDDLE}\s+(?P<o>.+)", _middle),
    by(rf"be\s+(?:still\s+|busy\s+)?(?P<o>(?:{_LASTING})\b.*)", _lasting),
    by(
        r"(?:have\s+)?(?:just\s+)?(?P<o>applied\s+(?:for|to)\s+.+)",
        lambda clause, found: (
            []
            if clause.negative
            else [Draft("state", f"applying {clean(found['o'])[len('applied ') :]}")]
        ),
    ),
    by(
        r"be\s+(?P<o>on\s+(?:the|a)\s+wait(?:ing\s+|-)?list\b.*)",
        lambda _clause, found: [Draft("state", clean(found["o"]))],
    ),
    by(rf"(?:will\s+)?be\s+(?P<o>{_AWAY})\b", _away),
    by(
        r"(?:be\s+(?:finally\s+)?(?:done|finished|through)\s+(?:with\s+)?|(?:have\s+)?(?:finally\s+)?"
        r"(?:finished|completed|stopped|quit|given\s+up|gave\s+up)\s+)"
        rf"(?P<o>(?:{_LASTING})\b.*|(?:the|my|our)\s+(?:[\w-]+\s+)?renovations?\b.*)",
        _done,
    ),
    by(
        rf"{_MATTER}\s+(?:is|was|has\s+been|got|are)\s+{_STAGE}",
        _stage,
        whole=True,
        of_things=True,
    ),
)
