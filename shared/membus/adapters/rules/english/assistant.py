"""What an assistant's English reply commits itself to, and what it says of an order."""

import re
from collections.abc import Iterator

from membus.adapters.rules.clause import Clause, Draft
from membus.adapters.rules.english.making import by
from membus.adapters.rules.english.objects import clean
from membus.adapters.rules.english.tasks import PROMISED

_NUMBER = r"(?:number\s+|no\.?\s+|#\s?)?(?P<n>(?=[\w-]*\d)[A-Za-z0-9][\w-]+)"


def _promise(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not clause.unsure and clause.subject == clause.speaker:
        yield Draft("commitment", _told(clause, found))


def _timed(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read a promise that counts only with its time: "I'll have it ready by Monday"."""
    if clause.times:
        yield from _promise(clause, found)


def _given(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read "you'll receive the cup by Friday": it is for the assistant to see to."""
    if clause.times and not clause.unsure:
        thing = _told(clause, found)
        yield Draft("commitment", f"get {thing} to the user", subject=clause.speaker)


def _seen_to(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if clause.times and not clause.unsure:
        what = re.sub(r"\byour\b", "the user's", found["what"], flags=re.IGNORECASE)
        told = clean(f"have {what.lower()} {found['o']}")
        yield Draft("commitment", told, subject=clause.speaker, polarity="positive")


def _did(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if clause.subject == clause.speaker and not clause.negative:
        yield Draft("event", _told(clause, found))


def _told(clause: Clause, found: re.Match[str]) -> str:
    """Return what is done in the third person, "it" named."""
    told = re.sub(r"\byour?\b", _third, found["o"])
    if clause.thing:
        told = re.sub(r"\b(?:it|them)\b", f"the {clause.thing}", told, count=1)
    return clean(told)


def _third(found: re.Match[str]) -> str:
    return "the user's" if found.group() == "your" else "the user"


def _order(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft(
        "order_status", clean(found["s"]), subject=f"order {found['n']}", polarity="positive"
    )


def _tracking(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("tracking_number", found["n"], subject="user", polarity="positive")


def _numbered(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("order", found["n"], subject="user", polarity="positive")


RULES = (
    by(
        rf"(?:your|the)\s+(?:new\s+)?order(?:\s+(?:number|id))?\s+is\s+{_NUMBER}$",
        _numbered,
        whole=True,
        of_things=True,
    ),
    by(
        rf"(?:will|be\s+going\s+to)\s+(?:also\s+|personally\s+|now\s+)*(?P<o>(?:{PROMISED})\b.*)",
        _promise,
    ),
    by(r"will\s+(?P<o>have\s+.+)", _timed),
    by(
        r"you(?:'ll|\s+will|\s+should)\s+(?:receive|get|have)\s+(?P<o>.+)",
        _given,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?P<what>(?:your|the)\s+[\w\s-]{2,40}?)\s+(?:will|should)\s+be\s+"
        r"(?P<o>(?:re)?(?:processed|sent|shipped|delivered|issued|refunded|credited|ready|replaced|"
        r"completed|updated|booked|repaired|reviewed|back|there|installed|activated|sent out)\b.*)",
        _seen_to,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?:have\s+)?(?:just\s+)?(?P<o>(?:issued|refunded|booked|scheduled|"
        r"reserved|shipped|cancelled|canceled|escalated|registered|extended)\s.+)",
        _did,
    ),
    by(
        r"(?:your|the)\s+(?:order|return|package|parcel|refund)"
        rf"\s+(?:for\s+(?:order\s+)?)?{_NUMBER}\s+(?P<s>(?:has|have|is|was|will|"
        r"should|left|shipped|arrived).+)",
        _order,
        whole=True,
        of_things=True,
    ),
    by(
        rf"(?:your|the)\s+tracking\s+(?:number|code)\s+(?:is|:)\s*{_NUMBER}",
        _tracking,
        whole=True,
        of_things=True,
    ),
)
