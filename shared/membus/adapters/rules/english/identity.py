"""Name, age, birthday, origin, home and languages, as English puts them."""

import re
from collections.abc import Iterator
from dataclasses import replace

from membus.adapters.rules.clause import DAY_OF_YEAR, Clause, Draft
from membus.adapters.rules.english.making import by, each, one
from membus.adapters.rules.english.objects import clean
from membus.adapters.rules.english.relations import NAME, RELATION
from membus.domain.times.english_words import MONTHS

_PLACE = r"(?P<o>(?-i:(?:the\s+)?[A-Z\u4e00-\u9fff]).+|(?-i:[a-z][a-z]+(?:,?\s[a-z]+){0,2}))$"
_NO_PLACE = re.compile(
    r"(?:the\s+)?(?:moment|past|present|fear|peace|house|apartment|flat|place|same|city|country|"
    r"countryside|suburbs|area|building|office|home|hotel|studio|shared)\b|a\b|an\b|my\b|our\b",
    re.IGNORECASE,
)
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_DAY = (
    rf"(?:(?:{_MONTH})\.?\s+(?:the\s+)?\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s+\d{{4}})?|"
    rf"(?:the\s+)?\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:{_MONTH})(?:,?\s+\d{{4}})?|"
    rf"\d{{4}}-\d{{1,2}}-\d{{1,2}})"
)
_NATIONALITIES = (
    "norwegian swedish danish finnish german french italian spanish portuguese "
    "dutch belgian british "
    "english scottish irish american canadian mexican brazilian chinese japanese "
    "korean indian thai "
    "vietnamese russian ukrainian polish turkish greek egyptian australian austrian swiss"
).replace(" ", "|")
_NO_NAME = frozenset(
    (  # noqa: SIM905 - a word a line would drown it
        "sorry happy sure fine good great busy tired back here done ready glad late free new "
        "not very so just really ok okay home sick married single pregnant hungry still also "
        "currently lost norwegian swedish german french italian spanish british american "
        "canadian chinese"
    ).split()
)


def _home(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    place = clean(found["o"])
    place = re.sub(
        r"\s+(?:with|for|and\s+(?-i:[a-z]))(?=[\s\w]).*$", "", place, flags=re.IGNORECASE
    )
    if not place or _NO_PLACE.match(place):
        return
    was = clause.past or found.group().lower().startswith(("lived", "stayed"))
    closed = any(span.begin and span.until for span in clause.times)
    still = any(span.relation == "since" for span in clause.times) and not clause.former
    if clause.negative or not was or still:
        yield Draft("lives_in", place, polarity="negative" if clause.negative else "positive")
    elif closed:
        yield Draft("lives_in", place, polarity="positive", when="during")
    else:
        yield Draft("lived_in", place, polarity="positive")


def _moved(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    place = re.sub(r"\s+(?:from|with|for)\s.*$", "", clean(found["o"]), flags=re.IGNORECASE)
    if not clause.negative and _TEAM.search(place):
        yield Draft("team", place, when="begins")
    elif not clause.negative and place and not _NO_PLACE.match(place):
        yield Draft("lives_in", place, when="begins")
        left = re.search(r"\bfrom\s+([A-Z].+)$", found["o"])
        if left:
            yield Draft("moved_from", clean(left[1]))


_TEAM = re.compile(r"\b(?:team|department|division|unit|desk)$", re.IGNORECASE)


def _left(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("moved_from", clean(found["a"]))
    yield Draft("lives_in", clean(found["o"]), when="begins")


def _gone(found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("moved_from", clean(found["o"]))
    yield Draft("lives_in", clean(found["o"]), polarity="negative", when="timeless")


def _birthday(clause: Clause, _found: re.Match[str]) -> Iterator[Draft]:
    day = re.search(_DAY, clause.raw, re.IGNORECASE)
    if day:
        yield Draft("birthday", re.sub(r"^the\s+", "", day.group()), when="timeless")
    elif any(span.grain == "day" and span.begin for span in clause.times):
        yield Draft("birthday", DAY_OF_YEAR, when="timeless")


def _birthday_of(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read "tomorrow is my birthday", "it's my mom's birthday on Friday"."""
    whose = found["whose"]
    subject = clause.speaker if whose is None else f"{clause.speaker}'s {whose.lower()}"
    for draft in _birthday(clause, found):
        yield replace(draft, subject=subject, polarity="positive")


def _turns(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("age", found["o"])
    yield from _birthday(clause, found)


def _name(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    # "My mother's name is Ingrid" says who the mother is: the family rules read that.
    if "'s " not in clause.subject:
        yield Draft("name", found["o"])


def _called(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    name = found["o"]
    if name.split()[0].lower() not in _NO_NAME:
        yield Draft("name", name)


RULES = (
    by(rf"my\s+(?:full\s+|first\s+|real\s+)?name(?:\s+is|'s)\s+(?P<o>{NAME})", _name),
    one(rf"my\s+(?:last\s+name|surname|family\s+name)(?:\s+is|'s)\s+(?P<o>{NAME})", "surname"),
    one(rf"my\s+nickname(?:\s+is|'s)\s+\"?(?P<o>{NAME})", "nickname"),
    by(rf"(?:be\s+)(?:called|named)\s+\"?(?P<o>{NAME})", _name),
    by(
        rf"(?:(?:hi|hello|hey)(?:\s+there)?[,!.]?\s+)?(?:i'm|i\s+am|this\s+is)\s+(?P<o>{NAME})"
        r"(?:\s+(?:speaking|here|from\s+\w+))?[.!]?$",
        _called,
        whole=True,
        of_things=True,
    ),
    one(rf"(?:would\s+)?prefer\s+to\s+be\s+called\s+\"?(?P<o>{NAME})", "nickname"),
    one(rf"go\s+by\s+\"?(?P<o>{NAME})", "nickname"),
    by(
        rf"(?:(?:you\s+can|please|just)\s+)*(?:everyone\s+|people\s+|they\s+)?calls?\s+me\s+"
        rf"\"?(?P<o>{NAME})",
        lambda _clause, found: [Draft("nickname", found["o"], subject=_clause.speaker)],
        whole=True,
        of_things=True,
    ),
    by(
        r"be\s+(?P<o>\d{1,3})(?:\s+years?\s+old|\s+yrs?\s+old)?$",
        lambda _clause, found: [Draft("age", found["o"])],
    ),
    by(
        r"(?:will\s+be|will\s+turn|be\s+turning|turns?|turned|just\s+turned)\s+(?P<o>\d{1,3})$",
        _turns,
    ),
    by(
        rf"(?:it\s?'?s\s+|it\s+is\s+|is\s+)?my\s+(?:(?P<whose>{RELATION})'s\s+)?birthday$",
        _birthday_of,
        whole=True,
        of_things=True,
    ),
    by(r"be\s+born$", _birthday),
    by(r"my\s+birthday(?:\s+is|'s|\s+falls)?\b", _birthday),
    one(rf"be\s+(?:originally\s+)?from\s+{_PLACE}", "is_from"),
    one(rf"(?:come|comes|hail)\s+from\s+{_PLACE}", "is_from"),
    one(rf"(?:be\s+born|grew\s+up|be\s+born\s+and\s+raised)\s+in\s+{_PLACE}", "is_from"),
    one(r"my\s+home\s?town\s+is\s+(?P<o>.+)", "is_from"),
    by(
        rf"be\s+(?P<o>{_NATIONALITIES})$",
        lambda _clause, found: [Draft("nationality", found["o"])],
    ),
    by(
        r"(?:(?:have\s+)?(?:live|lives|lived|resides?|resided)|be\s+(?:living|"
        r"based|located|staying))"
        rf"\s+(?:in|at|on)\s+{_PLACE}",
        _home,
    ),
    by(
        rf"(?:have\s+)?(?:moved|relocated)\s+(?:back\s+|over\s+|down\s+|up\s+)?to\s+{_PLACE}",
        _moved,
    ),
    by(
        r"(?:have\s+)?moved\s+(?:out\s+of|away\s+from)\s+(?P<o>(?-i:[A-Z])[\w\s'-]+)$",
        lambda clause, found: [] if clause.negative else _gone(found),
    ),
    by(rf"(?:have\s+)?moved\s+from\s+(?P<a>[A-Z].+?)\s+to\s+{_PLACE}", _left),
    by(rf"be\s+(?:now\s+)?living\s+in\s+{_PLACE}", _home),
    each(r"(?:can\s+)?speaks?\s+(?:fluent\s+)?(?P<o>(?-i:[A-Z]).+)", "speaks"),
    each(r"be\s+fluent\s+in\s+(?P<o>.+)", "speaks"),
    by(
        r"(?:be\s+)?(?:got\s+)?(?P<o>married|divorced|engaged|single|widowed)(?:\s+(?:again|now))?$",
        lambda _clause, found: [Draft("marital_status", found["o"].lower())],
    ),
    by(
        r"(?:be|got|get)\s+married\s+to\s+(?P<o>.+)",
        lambda _clause, found: [
            Draft("marital_status", "married"),
            Draft("spouse", clean(found["o"])),
        ],
    ),
)
