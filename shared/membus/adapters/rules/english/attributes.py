"""Numbers, sizes, amounts and dates that somebody's things have: "my policy number is PX-20931".

What the table of predicates does not know is a predicate named as it was said (policy_number).
Secrets are not among them: they are no business of a memory.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from membus.adapters.rules.clause import DAY_OF_YEAR, Clause, Draft
from membus.adapters.rules.english.contact import IS
from membus.adapters.rules.english.making import by
from membus.adapters.rules.english.objects import clean
from membus.adapters.rules.english.relations import relation_of

# What is numbered, and whether "my seat is 14C" says so without the word number.
_NUMBERED = (
    r"(?:(?:insurance|policy|booking|reservation|confirmation|reference|flight|train|bus|room|seat|"
    r"locker|gate|desk|floor|table|apartment|flat|unit|serial|model|registration|tax|student|"
    r"employee|staff|patient|vehicle|claim|warranty|meter|extension|voucher|coupon|parking|booth|"
    r"platform|terminal|badge|social\s+security|visa|licen[cs]e|driver's\s+licen[cs]e)\s+){1,3}"
)
_OF_NUMBER = r"(?:number|no\.?|id|code|reference|spot)"
_BARE = r"flight|train|room|seat|locker|gate|desk|floor|table|apartment|unit|platform|terminal"
_VALUE = r"(?:number\s+|no\.?\s+|#\s?)?(?P<o>(?=[\w/-]*\d)[A-Za-z]{0,3}(?:\s(?=\d))?[\w/-]+)"
_MEASURED = (
    r"rent|mortgage|deposit|fee|tuition|allowance|commission|hourly\s+rate|day\s+rate|rate|"
    r"price\s+limit|limit|quota|target|dose|dosage|commute|blood\s+pressure|blood\s+sugar|"
    r"cholesterol|heart\s+rate|resting\s+heart\s+rate|waist|"
    r"screen\s+size|electricity\s+bill|phone\s+bill|subscription"
)
_AMOUNT = r"(?P<o>(?:about\s+|around\s+|at\s+most\s+|up\s+to\s+)?[$€£¥]?\d[^;]*)"
_DAYS: Mapping[str, str] = MappingProxyType(
    {"anniversary": "anniversary", "wedding anniversary": "anniversary", "name day": "name_day"}
)


# Under which name the table of predicates has what is said in more words.
_KNOWN: Mapping[str, str] = MappingProxyType(
    {
        "room_number": "room",
        "seat_number": "seat",
        "flight_number": "flight",
        "train_number": "flight",
        "insurance_policy_number": "policy_number",
        "insurance_number": "policy_number",
        "student_id": "student_number",
        "staff_number": "employee_number",
        "employee_id": "employee_number",
    }
)


def _numbered(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    what = _slug(found["what"])
    name = what if re.search(r"_(?:number|id|code|reference)$", what) else f"{what}_number"
    name = re.sub(r"_(?:no|spot)_number$", "_number", name)
    yield Draft(_KNOWN.get(name, name), found["o"], when="timeless")


def _measured(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read the amount of a thing of somebody's: it has one at a time."""
    what = " ".join(found["what"].lower().split())
    amount = clean(_closed(found["o"]))
    yield Draft("amount", amount, subject=f"{clause.subject}'s {what}")


def _of_the_speaker(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read "the rent went up to 950": the speaker's rent, as it is told to nobody else."""
    yield from _measured(replace(clause, subject=clause.speaker), found)


def _day(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if clause.times:
        yield Draft(_DAYS[" ".join(found["what"].lower().split())], DAY_OF_YEAR, when="timeless")


def _paid(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    thing = clean(found["thing"])
    if thing:
        yield Draft("bought", f"{thing} for {_closed(found['o']).strip()}")


def _stays_in(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("room", found["o"])


def _is(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read "my gym is PureGym": a name or a number of a thing, of which there is one at a time."""
    what, value = " ".join(found["what"].lower().split()), clean(found["o"], article=False)
    if len(value.split()) <= _LONGEST_NAME and not relation_of(what):
        yield Draft("is", value, subject=f"{clause.speaker}'s {what}", when="timeless")


_LONGEST_NAME = 5  # words; more is a sentence


def _cause(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read "the export bug is caused by X", "the reason for the delay is X"."""
    what, why = clean(found["what"] or found["what2"]), clean(found["o"])
    if what and why and not clause.negative:
        yield Draft("cause", why, subject=f"{clause.speaker}'s {what}", polarity="positive")


def _slug(words: str) -> str:
    return "_".join(re.sub(r"[^\w ]", "", words.lower()).split())


def _closed(amount: str) -> str:
    """Close up what a thousand is grouped by: a comma would end the object."""
    return re.sub(r"(?<=\d),(?=\d{3}\b)", "", amount)


RULES = (
    by(
        rf"my\s+(?:new\s+|current\s+)?(?P<what>{_NUMBERED}{_OF_NUMBER})\s*{IS}{_VALUE}",
        _numbered,
    ),
    by(rf"my\s+(?:new\s+|hotel\s+)?(?P<what>{_BARE}){IS}{_VALUE}", _numbered),
    by(
        r"be\s+(?:staying\s+)?in\s+(?:the\s+)?room\s+(?:number\s+)?(?P<o>\w*\d\w*)\b",
        _stays_in,
    ),
    by(rf"my\s+(?:new\s+|monthly\s+|current\s+)?(?P<what>{_MEASURED}){IS}{_AMOUNT}", _measured),
    by(
        rf"(?:my|our|the)\s+(?:monthly\s+)?(?P<what>{_MEASURED})\s+(?:has\s+|have\s+|will\s+be\s+|was\s+|"
        r"is\s+)?(?:just\s+|now\s+)?(?:gone\s+up|went\s+up|goes\s+up|gone\s+down|went\s+down|rose|risen|"
        r"dropped|fell|fallen|raised|increased|reduced|lowered|changed)\s+(?:from\s+.{1,24}?\s+)?to\s+"
        rf"{_AMOUNT}",
        _of_the_speaker,
        whole=True,
        of_things=True,
    ),
    by(
        r"my\s+(?P<what>(?:ring|hat|glove|shirt|dress|jacket|trouser|waist|bra|helmet)\s+size)"
        rf"{IS}(?P<o>[\w.]+)",
        _measured,
    ),
    by(rf"my\s+(?P<what>{'|'.join(sorted(_DAYS, key=len, reverse=True))})\b", _day),
    by(
        r"(?:have\s+)?(?:paid|spent)\s+(?P<o>[$€£¥]?\d[\d,.]*(?:\s?(?:dollars|euros|pounds|yuan|usd|"
        r"eur|gbp))?)\s+(?:for|on)\s+(?P<thing>.+)",
        _paid,
    ),
    by(
        r"(?:the|our|my)\s+(?:(?P<what>[\w' -]{2,40}?)\s+(?:is|was)\s+"
        r"(?:(?:caused|triggered)\s+by|due\s+to|because\s+of|down\s+to)|"
        r"(?:real\s+|root\s+|main\s+)?(?:cause|reason|source)\s+(?:of|for|behind)\s+(?:the|our|my)\s+"
        r"(?P<what2>[\w' -]{2,40}?)\s+(?:is|was))\s+(?P<o>.+)",
        _cause,
        whole=True,
        of_things=True,
    ),
)
FALLBACK = (
    by(
        r"(?:my|our)\s+(?:new\s+|current\s+)?"
        r"(?P<what>(?!.*\b(?:password|passcode|pin|name|favou?rite|birthday)\b)[a-z][\w-]*(?:\s+[a-z][\w-]*){0,2}?)\s+"
        r"(?:is|are)\s+(?:now\s+)?(?:called\s+|named\s+)?(?P<o>(?:an?\s+|the\s+)?"
        r"(?-i:(?!I\b)i?[A-Z]|(?=\S*\d)\S)[^,;:]*)$",
        _is,
        whole=True,
        of_things=True,
    ),
)
"""Rules for what no other rule reads."""
