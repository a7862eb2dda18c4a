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
        yield Draft("commitment", clean(re.sub(r"\byour?\b", _third, found["o"])))


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
    by(
        r"(?:have\s+)?(?:just\s+)?(?P<o>(?:issued|refunded|booked|scheduled|"
        r"reserved|shipped|cancelled|canceled|escalated|registered|extended)\s.+)",
        _promise,
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
