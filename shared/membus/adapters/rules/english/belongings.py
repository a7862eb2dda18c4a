"""What somebody owns, belongs to, and gave away or left, as English puts it."""

import re
from collections.abc import Iterator

from membus.adapters.rules.clause import Clause, Draft
from membus.adapters.rules.english.making import by
from membus.adapters.rules.english.objects import clean

_THING = (
    r"(?:[\w-]+\s+){0,2}?(?:car|bike|bicycle|motorcycle|motorbike|scooter|house|boat|apartment|cabin|"
    r"garden|balcony|piano|guitar|violin|laptop|iphone|phone|tablet|tesla|van|truck|camera|drone|tv)"
)
_ANIMAL = r"dog|cat|rabbit|hamster|parrot|horse|puppy|kitten"


def _owns(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("owns", clean(found["o"], article=False))


def _gave_away(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not clause.negative:
        yield Draft("owns", clean(found["o"], article=False), polarity="negative", when="timeless")


def _left(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read "I cancelled my gym membership": what was joined is left."""
    if not clause.negative:
        yield Draft("member_of", clean(found["o"]), polarity="negative", when="timeless")


def _lent(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    verb = "owes" if found["verb"].lower().startswith("owe") else "lent"
    yield Draft(verb, clean(re.sub(r"^(?:me|us)\b", clause.speaker, found["o"])))


def _died(clause: Clause, _found: re.Match[str]) -> Iterator[Draft]:
    owner, _, animal = clause.subject.rpartition("'s ")
    if owner and re.fullmatch(_ANIMAL, animal) and not clause.negative:
        yield Draft("has_pet", animal, subject=owner, polarity="negative", when="timeless")


def _joined(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("member_of", clean(found["o"], article=False))


_HOLDS = (
    r"(?:[\w'-]+\s+){0,2}?(?:insurance|licen[cs]e|passport|visa|subscription|account|electricity|"
    r"internet|wifi|degree|credit\s+card|mortgage|pension|parking\s+space)"
)


def _can(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("skill", found["o"].lower())


RULES = (
    by(rf"(?:have|own)\s+(?P<o>(?:an?\s+|any\s+|no\s+)?{_HOLDS})\b", _owns),
    by(
        r"can\s+(?P<o>swim|drive|ride\s+an?\s+\w+|cook|dance|sing|ski|skate|sew|knit|juggle|"
        r"read\s+music)\b(?!\s+(?:me|you|him|her|them|us|to|over|there))",
        _can,
    ),
    by(
        r"drives?$",
        # That somebody drives is a skill; which car is another matter, and one at a time.
        lambda clause, _found: [
            Draft("drives", "a car") if clause.negative else Draft("skill", "drive")
        ],
    ),
    by(
        r"(?:be\s+(?:an?\s+)?(?:\w+\s+)?member\s+of|(?:have\s+)?(?:signed\s+up\s+for|enrolled\s+in|"
        r"subscribed\s+to))\s+(?P<o>.+)",
        _joined,
    ),
    by(rf"(?:have|own)\s+(?P<o>(?:an?|my\s+own|any)\s+{_THING})\b", _owns),
    by(
        r"(?:have\s+)?(?:sold|gave\s+away|given\s+away|got\s+rid\s+of|scrapped|returned)\s+"
        rf"(?P<o>(?:my|our|the)\s+(?:old\s+)?{_THING})\b",
        _gave_away,
    ),
    by(
        r"(?:have\s+)?(?:cancel(?:l?ed)|ended|quit|gave\s+up|given\s+up|left)\s+(?:my|our)\s+"
        r"(?P<o>[\w' -]{2,40}?)\s+membership\b",
        _left,
    ),
    by(
        r"(?:have\s+)?(?:quit|left|dropped(?:\s+out\s+of)?)\s+(?:my|the|our)\s+"
        r"(?P<o>(?:[\w-]+\s+){0,2}?(?:gym|club|choir|team|band|course|class|league))\b",
        _left,
    ),
    by(r"(?P<verb>owe|owes|lent|lend)\s+(?P<o>.*\d.*)", _lent),
    by(
        r"my\s+(?:new\s+)?car\s+is\s+(?:an?\s+)?(?P<o>(?-i:[A-Z]).+)",
        lambda _clause, found: [Draft("drives", clean(found["o"]))],
    ),
    by(r"(?:have\s+)?(?:died|passed\s+away)\b|be\s+(?:dead|put\s+down)\b", _died),
)
