"""Orders, purchases, returns, refunds and complaints, as English puts them."""

import re
from collections.abc import Iterator

from membus.adapters.rules.clause import Clause, Draft
from membus.adapters.rules.english.making import by
from membus.adapters.rules.english.objects import clean
from membus.domain.identifiers import identifiers_in

_NUMBER = r"(?:number\s+|no\.?\s+|id\s+|#\s?)?(?P<n>(?=[\w-]*\d)[A-Za-z0-9][\w-]+)"
_ORDER = (
    r"(?:(?:my|the|your|our|this)\s+)?(?:latest\s+|last\s+|new\s+)?(?:order|package|"
    rf"parcel|purchase)\s+{_NUMBER}"
)
_STATUS = (
    r"(?P<s>(?:has|have|is|was|will|does|did|still|never)\b.*?"
    r"(?:arriv|ship|deliver|cancel|delay|lost|damaged|broken|missing|refund|"
    r"dispatch|process|pending|"
    r"stuck|returned|sent|on\s+its\s+way|out\s+for\s+delivery|ready|confirmed|"
    r"late|incomplete|wrong|"
    r"paid|received|completed|come)\w*.*|hasn't.*|isn't.*|wasn't.*|arrived.*|came.*|got\s+\w+.*)"
)
_BAD = (
    r"broken|damaged|defective|faulty|missing|wrong|scratched|cracked|torn|dead|"
    r"leaking|leaks|chipped|dented|bent|expired|mouldy|moldy|shattered|crushed|too\s+(?:small|"
    r"big|large|tight|loose)|not\s+working|stained|incomplete|noisy"
)


def _named_order(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("order", found["n"], subject=clause.speaker, polarity="positive")


def _status(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield from _named_order(clause, found)
    status = clean(found["s"], article=False)
    yield Draft("order_status", status, subject=f"order {found['n']}", polarity="positive")


def _mentioned(clause: Clause, _found: re.Match[str]) -> Iterator[Draft]:
    order = re.search(rf"\border\s+{_NUMBER}", clause.text, re.IGNORECASE)
    if order and any(
        number.value in {order["n"], f"#{order['n']}"} for number in identifiers_in(clause.text)
    ):
        yield Draft(
            "order", order["n"], subject=clause.speaker, polarity="positive", confidence=0.7
        )


def _wants(predicate: str, clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft(predicate, _of_order(_thing(found["o"] or "it", clause), clause))


def _thing(text: str, clause: Clause) -> str:
    """Return what is sent back; "it" is what was spoken of before."""
    known = f"the {clause.thing}" if clause.thing else "the purchase"
    return clean(_PRONOUN.sub(known, text))


_PRONOUN = re.compile(
    r"^(?:it|this|that|they|them|these|those|the\s+(?:item|product|thing|purchase))\b",
    re.IGNORECASE,
)


def _of_order(told: str, clause: Clause) -> str:
    """Tie what is told to the order that was spoken of, so that it is found by its number."""
    if not told or not clause.order or clause.order in told:
        return told
    return f"{told} (order {clause.order})"


def _bought(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not clause.negative and not re.match(
        r"(?:it|that|this|one|them)\b", found["o"], re.IGNORECASE
    ):
        yield Draft("bought", clean(re.sub(r"^(?:me|us|him|her|them|myself)\s+", "", found["o"])))


def _complaint(clause: Clause, _found: re.Match[str]) -> Iterator[Draft]:
    told = re.sub(r"^(?:but|and|so|also)\s+", "", clause.text, flags=re.IGNORECASE)
    if clause.thing:
        told = _PRONOUN.sub(f"the {clause.thing}", told)
    told = _of_order(clean(told), clause)
    yield Draft("complaint", told, subject=clause.speaker, polarity="positive")


RULES = (
    by(rf"{_ORDER}\s+{_STATUS}", _status, whole=True, of_things=True),
    by(r"(?=.*\border\b)", _mentioned, whole=True, of_things=True),
    by(
        r"(?:(?:would\s+like|want|wants|need|wish|have|'d\s+like|be\s+going)"
        r"\s+to\s+)(?:return|send\s+back)\s+(?P<o>.+)",
        lambda clause, found: _wants("return", clause, found),
    ),
    by(
        r"(?:(?:would\s+like|want|need|be\s+requesting|request|asked\s+for|"
        r"have\s+requested)\s+)(?:to\s+(?:get|request|have)\s+)?"
        r"(?:an?\s+|my\s+|the\s+)?(?:full\s+|partial\s+)?refund(?:\s+(?:for|on|of)\s+(?P<o>.+))?",
        lambda clause, found: _wants("refund", clause, found),
    ),
    by(
        r"(?:(?:would\s+like|want|need)\s+to\s+)(?:exchange|swap)\s+(?P<o>.+)",
        lambda clause, found: _wants("exchange", clause, found),
    ),
    by(
        r"(?:(?:would\s+like|want|need)\s+to\s+)cancel\s+(?P<o>.+)",
        lambda clause, found: ([Draft("wants", f"cancel {_thing(found['o'], clause)}")]),
    ),
    by(
        r"(?:have\s+)?(?:just\s+)?(?:bought|purchased|ordered|"
        r"placed\s+an\s+order\s+for)\s+(?P<o>.+)",
        _bought,
    ),
    by(
        r"(?:the|my|this|it|they|one\s+of\s+the)\b"
        r"(?:(?!\s(?:knee|arm|leg|tooth|heart|back)\s)[\w\s'-])*?"
        r"\s(?:is|was|are|were|arrived|came|has\s+arrived|have\s+arrived|turned\s+up)\s+"
        rf"(?:\w+\s+)?(?:{_BAD})\b|it's\s+(?:{_BAD})\b",
        _complaint,
        whole=True,
        of_things=True,
    ),
    by(
        r"my\s+budget(?P<for>\s+for\s+[\w' -]{2,40}?)?\s+is\s+(?:now\s+)?"
        r"(?:about\s+|around\s+|at\s+most\s+|up\s+to\s+)?(?P<o>.+)",
        lambda _clause, found: [
            Draft("budget", clean(found["o"].replace(",", "")) + (found["for"] or ""))
        ],
    ),
)
