"""Needs, wishes, tasks, promises, deadlines and notes, as English puts them."""

import re
from collections.abc import Iterator

from membus.adapters.rules.clause import Clause, Draft, When
from membus.adapters.rules.english.making import by
from membus.adapters.rules.english.objects import clean

PROMISED = (
    r"send|call|email|mail|bring|pay|submit|finish|deliver|return|write|prepare|book|pick|drop|"
    r"review|update|fix|check|share|forward|complete|confirm|arrange|refund|ship|transfer|sign|"
    r"deal|take\s+care|get\s+back|let\s+you\s+know|follow\s+up|reserve|order|"
    r"upload|schedule|replace|"
    r"process|issue|contact|escalate|look\s+into|make\s+sure|help\s+\w+|give\s+you|remind"
)
IDLE = re.compile(
    r"(?:to\s+)?(?:know|ask|say|be|think|understand|see|help|hear|talk|figure|"
    r"mention|admit|guess|check\s+(?:if|whether)|find\s+out)\b|your\b|you\b|"
    r"(?:some\s+)?(?:help|advice|information|suggestions?|ideas?|recommendations?|"
    r"tips?)\b|(?:a|an|some)\s+(?:quick\s+)?(?:hand|favor|favour|moment|minute|"
    r"break|second|suggestions?|ideas?|recommendations?|tips?|advice)\b",
    re.IGNORECASE,
)
# Said of courtesy, and worth remembering only where a time is set.
_SMALL = re.compile(
    r"(?:check|make\s+sure|let\s+you\s+know|keep|give\s+(?:it|you)|take\s+(?:a\s+look|care)|"
    r"look\s+into|get\s+back|follow\s+up|(?:send|share)\s+(?:you\s+)?(?:some|good|positive))\b",
    re.IGNORECASE,
)


def _needs(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if IDLE.match(found["o"]) or clause.past or re.match(r"an?\s+refund\b", found["o"]):
        return
    if found["o"].lower().startswith("to "):
        yield Draft("task", clean(found["o"][3:]))
    else:
        yield Draft("needs", clean(found["o"], article=False), when=_at_its_time(clause))


def _at_its_time(clause: Clause) -> When | None:
    """Read a day that is named as the day for which it is wanted, not since which."""
    return "happens" if any(span.relation != "since" for span in clause.times) else None


def _wants(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not IDLE.match(found["o"]):
        yield Draft("wants", clean(found["o"], article=False), when=_at_its_time(clause))


def _task(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not (clause.unsure or clause.past) and not IDLE.match(found["o"]):
        yield Draft("task", clean(found["o"]), when="happens")


def _reminder(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    # Between people "don't forget to rest" is advice, to an assistant it is a task.
    if clause.speaker == "user" and not IDLE.match(found["o"]):
        yield Draft("task", clean(found["o"]), subject="user", polarity="positive", when="happens")


def _promise(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not clause.unsure and (clause.times or not _SMALL.match(found["o"])):
        yield Draft("commitment", clean(found["o"]))


def _deadline(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if clause.times:
        matter = clean(_OWN.sub("", found["o"]))
        yield Draft("deadline", matter, subject=clause.speaker, polarity="positive", when="happens")


_OWN = re.compile(r"^(?:the|my|our)\s+", re.IGNORECASE)


def _ends(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read "my contract runs until 30 September", "my passport expires in November"."""
    if clause.times:
        what = f"{clean(_OWN.sub('', found['o']))} ends"
        yield Draft("deadline", what, subject=clause.speaker, polarity="positive", when="happens")


def _noted(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if clause.speaker == "user" and len(found["o"]) > 8:  # noqa: PLR2004 - shorter notes say nothing
        yield Draft("remember", clean(found["o"]), subject=clause.speaker, polarity="positive")


RULES = (
    by(r"(?:really\s+|urgently\s+)?(?:need|needs|require|requires)\s+(?P<o>.+)", _needs),
    by(r"(?:have|has)\s+to\s+(?P<o>.+)", _task),
    by(r"must\s+(?P<o>(?!be\b|have\b|say\b).+)", _task),
    by(
        r"(?:would\s+like|want|wants)\s+(?P<o>(?!to\s+(?:return|cancel|exchange|"
        r"swap|get\s+a\s+refund)|a\s+refund|my\s+refund).+)",
        _wants,
    ),
    by(
        r"(?:please\s+|can\s+you\s+|could\s+you\s+)?remind\s+me\s+(?:to\s+|"
        r"about\s+|of\s+|that\s+)(?P<o>.+)",
        _reminder,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?:please\s+)?(?:don't|do\s+not)\s+(?:let\s+me\s+)?forget\s+(?:to\s+|about\s+)?(?P<o>.+)",
        _reminder,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?:please\s+)?(?:remember|note|keep\s+in\s+mind)"
        r"(?:\s+that)?[:,]?\s+(?P<o>(?!me\b|when\b|what\b|how\b|the\s+(?:time|day)"
        r"\b).+)",
        _noted,
        whole=True,
        of_things=True,
    ),
    by(
        rf"will\s+(?:definitely\s+|surely\s+|also\s+|personally\s+)*(?P<o>(?:{PROMISED})\b.+)",
        _promise,
    ),
    by(r"(?:promise|promised|commit|have\s+promised)\s+(?:\w+\s+)?to\s+(?P<o>.+)", _promise),
    by(
        r"(?:the|my|our)\s+deadline\s+(?:for|of)\s+(?P<o>.+?)\s+(?:is|was|will\s+be|has\s+been)"
        r"(?:\s+(?:now|moved|pushed|postponed|extended|back|set))*(?:\s+to)?$",
        _deadline,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?P<o>(?:the|my|our)\s(?:(?!\s(?:is|are)\s)[^,;:]){2,60}?)\s+(?:is|are)\s+due(?=$|[,;.])",
        _deadline,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?P<o>(?:the|my|our)\s(?:(?!\s(?:is|are)\s)[^,;:]){2,60}?)\s+(?:runs?|runs\s+out|ends?|expires?|"
        r"is\s+valid|lasts)(?:\s+out)?(?=$|[,;.])",
        _ends,
        whole=True,
        of_things=True,
    ),
)
