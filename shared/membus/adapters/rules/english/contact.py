"""Telephone, mail, address and the numbers that people give, as English puts them."""

import re
from collections.abc import Iterator
from dataclasses import replace

from membus.adapters.rules.clause import Clause, Draft
from membus.adapters.rules.english.making import by
from membus.adapters.rules.english.objects import clean
from membus.domain.identifiers import identifiers_in

IS = r"(?:\s+(?:is\s+now|is|was|has\s+changed\s+to|changed\s+to|should\s+be)|'s|\s*[:=])\s*"
_NUMBERS = {
    "account": "account_number",
    "bank account": "account_number",
    "membership": "member_number",
    "member": "member_number",
    "customer": "member_number",
    "loyalty": "member_number",
    "frequent flyer": "member_number",
    "passport": "passport_number",
    "id": "id_number",
    "personal": "id_number",
    "tracking": "tracking_number",
    "ticket": "ticket",
    "case": "ticket",
    "license plate": "license_plate",
    "licence plate": "license_plate",
    "plate": "license_plate",
    "contract": "contract",
    "order": "order",
    "invoice": "invoice",
}
_NUMBERED = "|".join(sorted(_NUMBERS, key=len, reverse=True))


def _phone(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    for number in identifiers_in(found["o"]):
        if number.kind in {"phone", "code"} and sum(map(str.isdigit, number.value)) > 5:  # noqa: PLR2004 - shortest telephone number
            yield Draft("phone", number.value)
            return


def _mail(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    for address in identifiers_in(found["o"]):
        if address.kind == "email":
            yield Draft("email", address.value)
            return


def _number(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    for number in identifiers_in(found["o"]):
        yield Draft(_NUMBERS[" ".join(found["what"].lower().split())], number.value)
        return
    value = re.match(r"[A-Z]{1,3}[ -]\d{2,}[A-Z]?|[A-Za-z0-9][\w-]*\d[\w-]*|\d{3,}", found["o"])
    if value:
        yield Draft(_NUMBERS[" ".join(found["what"].lower().split())], value.group())


def _address(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    address = found["o"].strip(" .!")
    address = re.sub(r"^now\s+", "", address)
    if any(char.isdigit() for char in address) or address[:1].isupper():
        yield Draft("address", address)


def _workplace(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read "our office address is": not where the speaker lives."""
    place = found["place"].lower().removesuffix("'s")
    subject = f"{clause.speaker}'s {'workplace' if place == 'work' else place}"
    for draft in _address(clause, found):
        yield replace(draft, subject=subject)


RULES = (
    by(
        rf"my\s+(?:new\s+|cell\s?|mobile\s?|home\s+|work\s+)*(?:phone|number|cell|mobile)"
        rf"(?:\s+number)?{IS}(?P<o>[+\d(].+)",
        _phone,
    ),
    by(
        r"(?:you\s+can\s+)?(?:call|reach|text|phone)\s+me\s+(?:at|on)\s+(?P<o>[+\d(].+)",
        lambda clause, found: [
            Draft(draft.predicate, draft.object, subject=clause.speaker)
            for draft in _phone(clause, found)
        ],
        whole=True,
        of_things=True,
    ),
    by(
        rf"my\s+(?:new\s+|work\s+|private\s+|personal\s+)*e-?mail(?:\s+address)?{IS}(?P<o>.+@.+)",
        _mail,
    ),
    by(
        r"(?:you\s+can\s+|please\s+)?(?:e-?mail|write\s+to|reach|contact)"
        r"\s+me\s+(?:at\s+)?(?P<o>\S+@.+)",
        lambda clause, found: [
            Draft(draft.predicate, draft.object, subject=clause.speaker)
            for draft in _mail(clause, found)
        ],
        whole=True,
        of_things=True,
    ),
    by(
        rf"my\s+(?:new\s+)?(?P<what>{_NUMBERED})(?:\s+(?:number|no\.?|id|#))?{IS}#?(?P<o>\S.*)",
        _number,
    ),
    by(
        rf"(?:the\s+)?(?P<what>tracking|ticket|case|contract|invoice|order)"
        rf"(?:\s+(?:number|no\.?|id))?{IS}#?(?P<o>\S.*)",
        lambda clause, found: [
            Draft(draft.predicate, draft.object, subject=clause.speaker)
            for draft in _number(clause, found)
        ],
        whole=True,
        of_things=True,
    ),
    by(
        r"my\s+(?:new\s+|home\s+|shipping\s+|delivery\s+|mailing\s+|"
        rf"postal\s+)*address{IS}(?P<o>.+)",
        _address,
    ),
    by(
        r"(?:my|our|the)\s+(?:new\s+)?(?P<place>work|office|company(?:'s)?|business|shop(?:'s)?|studio)\s+"
        rf"(?:new\s+|postal\s+)?address{IS}(?P<o>.+)",
        _workplace,
        whole=True,
        of_things=True,
    ),
    by(r"live\s+(?:now\s+)?at\s+(?P<o>(?=.*\d)[\dA-Z].+)", _address),
    by(
        r"(?:please\s+)?(?:ship|send|deliver)\s+(?:it|this|the\s+\w+|my\s+\w+)"
        r"\s+to\s+(?:my\s+(?:new\s+)?"
        r"address[:,]?\s*)?(?P<o>\d+\s+[A-Z].+|[A-Z][\w\s]+\s\d+\b.*)",
        lambda clause, found: [Draft("address", clean(found["o"]), subject=clause.speaker)],
        whole=True,
        of_things=True,
    ),
)
