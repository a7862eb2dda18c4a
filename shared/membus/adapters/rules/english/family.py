"""Relatives, friends, colleagues and pets, as English introduces them."""

import re
from collections.abc import Iterator

from membus.adapters.rules.clause import Clause, Draft
from membus.adapters.rules.english.making import by
from membus.adapters.rules.english.objects import clean
from membus.adapters.rules.english.subjects import NAME, RELATION, RELATIONS

_COUNTS = {
    "a": "1",
    "an": "1",
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
}
_COUNT = "|".join(_COUNTS)
_ANIMAL = (
    r"dogs?|cats?|puppy|puppies|kittens?|rabbits?|hamsters?|parrots?|horses?|"
    r"goldfish|fish|turtles?|"
    r"guinea\s+pigs?|snakes?|birds?|ponies|pony|chickens?|ferrets?|lizards?|iguanas?|retrievers?|"
    r"corgis?|poodles?|beagles?|labradors?|huskies|husky|terriers?"
)
_CALLED = (
    r"(?:,?\s+(?:who\s+is\s+|who's\s+)?(?:named|called)"
    rf"\s+\"?(?P<name>{NAME}(?:\s+and\s+{NAME})*)|,\s*(?P<name2>{NAME})$)?"
)
_KIND = rf"(?:(?!\w+ed\b)[\w-]+\s+){{0,3}}?(?P<animal>{_ANIMAL})"


def introduced(clause: Clause) -> Iterator[Draft]:
    """Yield the relation of a clause that opens with it: "my daughter Emma …"."""
    found = _INTRODUCED.match(clause.text)
    if found:
        word = found["relation"].lower()
        yield Draft(
            RELATIONS[word],
            found["name"],
            subject=clause.speaker,
            polarity="positive",
            when="timeless",
        )


_INTRODUCED = re.compile(
    rf"(?:\w+,?\s+){{0,3}}?(?:my|our)"
    rf"\s+(?:[\w]+[\s-]+){{0,2}}?(?P<relation>{RELATION})(?:\s+|,\s*)"
    rf"(?P<name>{NAME})"
    r"(?=[\s,']|$)(?<!\bI)",
    re.IGNORECASE,
)


def _relation(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    word = _relation_of(clause)
    if word and not clause.negative:
        yield Draft(RELATIONS[word], found["o"], subject=clause.speaker, when="timeless")


def _relation_of(clause: Clause) -> str:
    prefix = f"{clause.speaker}'s "
    word = clause.subject.removeprefix(prefix)
    return word if clause.subject.startswith(prefix) and word in RELATIONS else ""


def _named_relation(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read "my boss's name is Li Wei": the relation as well as the name."""
    yield from _relation(clause, found)


def _is_my(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not clause.negative and clause.subject != clause.speaker:
        yield Draft(
            RELATIONS[found["relation"].lower()],
            clause.subject,
            subject=clause.speaker,
            when="timeless",
        )


def _has_relative(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    word = found["relation"].lower()
    singular = (
        word
        if word in RELATIONS
        else {"children": "child", "kids": "kid"}.get(word, word.rstrip("s"))
    )
    relation = RELATIONS.get(singular)
    if relation is None or (relation in {"manager", "doctor", "teacher"} and not found["name"]):
        return
    count = _COUNTS.get((found["count"] or "").lower(), found["count"] or "")
    if relation == "child" and (clause.negative or (found["count"] or "").lower() == "no"):
        yield Draft("children_count", "0", polarity="positive")
    elif clause.negative:
        yield Draft(relation, found["relation"])
    elif found["name"]:
        for name in re.split(r"\s+and\s+", found["name"]):
            yield Draft(relation, name)
    elif relation == "child" and count:
        yield Draft("children_count", count)
    else:
        yield Draft(relation, f"{found['count'] or ''} {found['relation']}".strip())


def _has_pet(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if clause.past:
        return
    whole = clean(found["o"]) if clause.negative else found["o"].strip(" ,")
    name = found["name"] or found["name2"]
    yield Draft(
        "has_pet",
        re.sub(
            r"^(?:an?|any|the)\s+", "", whole.split(" named ")[0].split(" called ")[0].split(",")[0]
        ),
    )
    if name and not clause.negative:
        animal = re.sub(r"(?:ies$)", "y", found["animal"].lower()).rstrip("s")
        relation = {"puppy": "dog", "dog": "dog", "cat": "cat", "kitten": "cat"}.get(
            animal, "has_pet"
        )
        if relation != "has_pet":
            for each in re.split(r"\s+and\s+", name):
                yield Draft(relation, each)
        else:
            yield Draft("has_pet", f"{animal} {name}")


RULES = (
    by(rf"(?:be\s+)(?:called\s+|named\s+)?\"?(?P<o>{NAME})$", _relation),
    by(rf"my\s+name(?:\s+is|'s)\s+(?P<o>{NAME})", _named_relation),
    by(
        rf"be\s+my\s+(?:best\s+|old\s+|new\s+|older\s+|younger\s+)*(?P<relation>{RELATION})\b",
        _is_my,
    ),
    by(
        rf"(?:have|has)\s+(?:(?P<count>{_COUNT}|\d+|no|any)\s+)?(?:[\w-]+\s+){{0,2}}?"
        rf"(?P<relation>{RELATION}|children|kids|sons|daughters|brothers|sisters|"
        r"siblings|cousins)\b(?!['’])"
        rf"(?:,?\s+(?:named|called)\s+(?P<name>{NAME}(?:\s+and\s+{NAME})*)"
        r")?(?!\s+(?:appointment|visit))",
        _has_relative,
    ),
    by(
        r"(?:have|has|own|owns|adopted|got|just\s+got|have\s+adopted)"
        rf"\s+(?P<o>(?:an?|{_COUNT}|\d+|any|the)?\s*{_KIND}){_CALLED}(?=$|[\s,.])",
        _has_pet,
    ),
)
