"""Relatives, friends, colleagues and pets, as English introduces them."""

import re
from collections.abc import Iterator

from membus.adapters.rules.clause import Clause, Draft
from membus.adapters.rules.english.making import by
from membus.adapters.rules.english.objects import clean
from membus.adapters.rules.english.relations import NAME, RELATION, RELATIONS, relation_of

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
    rf"\s+\"?(?P<name>{NAME}(?:\s+and\s+{NAME})*)|,\s*(?P<name2>{NAME}(?:\s+and\s+{NAME})?)$)?"
)
_KIND = (
    rf"(?:(?!(?:\w+ed|to|the|for|of|in|on|round|rid|by)\b)[\w-]+\s+){{0,3}}?(?P<animal>{_ANIMAL})"
)


def introduced(clause: Clause) -> Iterator[Draft]:
    """Yield the relation of a clause that opens with it: "my daughter Emma …"."""
    found = _INTRODUCED.match(clause.text)
    if found:
        yield Draft(
            relation_of(found["relation"]),
            found["name"],
            subject=clause.speaker,
            polarity="positive",
            when="timeless",
        )


_INTRODUCED = re.compile(
    rf"(?:\w+,?\s+){{0,3}}?(?:my|our)"
    rf"\s+(?:(?!(?:ex|former|late|is|was|are|and|has|had|of|to|called|named)\b)\w+[\s-]+){{0,2}}?"
    rf"(?P<relation>{RELATION})(?:\s+|,\s*)"
    rf"(?P<name>{NAME})"
    r"(?=[\s,']|$)(?<!\bI)",
    re.IGNORECASE,
)


def _relation(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read "my boss is Li Wei", "Ana's husband is called Tom": who that somebody is."""
    owner, _, word = clause.subject.rpartition("'s ")
    relation = RELATIONS.get(word)
    if owner and relation and not clause.negative:
        yield Draft(relation, found["o"], subject=owner, when="timeless")


def _is_their(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read "Maria is my manager" of the speaker, "Tom is Ana's husband" of Ana."""
    owner = found["owner"] or clause.speaker
    if clause.subject != clause.speaker:
        relation = relation_of(found["relation"])
        yield Draft(relation, clause.subject, subject=owner, when="timeless")


def _reports(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("manager", found["o"])


def _are_called(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read "my kids are called Nora and Emil": each of several."""
    word = found["several"].lower()
    relation = RELATIONS.get(_ONE_OF.get(word, word.rstrip("s")), "")
    for name in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", found["names"]):
        yield Draft(relation, name, subject=clause.speaker, polarity="positive", when="timeless")


# What one may have without any relation to somebody: "I have a doctor's appointment".
_OFTEN_HAD = frozenset(
    {"manager", "doctor", "teacher", "lawyer", "accountant", "vet", "hairdresser"}
)
_ONE_OF = {"children": "child", "kids": "kid", "puppies": "puppy"}


def _has_relative(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    word = " ".join(found["relation"].lower().split())
    singular = word if word in RELATIONS else _ONE_OF.get(word, word.rstrip("s"))
    relation, name = RELATIONS.get(singular), found["name"] or found["name2"]
    if relation is None or (relation in _OFTEN_HAD and not name):
        return
    count = _COUNTS.get((found["count"] or "").lower(), found["count"] or "")
    if relation == "child" and (clause.negative or (found["count"] or "").lower() == "no"):
        yield Draft("children_count", "0", polarity="positive")
    elif clause.negative or clause.former:
        yield Draft(relation, found["relation"])
    elif name:
        for each in re.split(r"\s+and\s+", name):
            yield Draft(relation, each)
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
    by(rf"(?:be\s+)(?:now\s+)?(?:called\s+|named\s+)?\"?(?P<o>{NAME})$", _relation),
    by(rf"my\s+name(?:\s+is|'s)\s+(?P<o>{NAME})", _relation),
    by(
        rf"be\s+(?:my|our|(?P<owner>{NAME})'s)\s+(?:(?:best|old|new|older|younger|big|little)\s+)*"
        rf"(?P<relation>{RELATION})\b(?!'s)",
        _is_their,
    ),
    by(
        r"(?:my|our)\s+(?:two\s+|three\s+|four\s+)?(?P<several>children|kids|sons|daughters|brothers|"
        r"sisters|dogs|cats|puppies|kittens|friends)(?:\s+are(?:\s+(?:called|named))?|,)?\s+"
        rf"(?P<names>{NAME}(?:\s*,\s*{NAME})*,?\s+and\s+{NAME})",
        _are_called,
        whole=True,
        of_things=True,
    ),
    by(
        rf"the\s+(?P<relation>client|customer|supplier|vendor)\s+is\s+(?:called\s+|named\s+)?(?P<o>{NAME})$",
        lambda clause, found: [
            Draft(relation_of(found["relation"]), found["o"], subject=clause.speaker)
        ],
        whole=True,
        of_things=True,
    ),
    by(
        rf"(?:have\s+)?(?:broke|broken|split|split)\s+up\s+with\s+(?P<o>{NAME})",
        lambda _clause, found: [Draft("partner", found["o"], polarity="negative")],
    ),
    by(
        rf"(?P<o>{NAME})\s+and\s+i\s+(?:have\s+)?(?:broke\s+up|split\s+up|separated|got\s+divorced)",
        lambda clause, found: [
            Draft("partner", found["o"], subject=clause.speaker, polarity="negative")
        ],
        whole=True,
        of_things=True,
    ),
    by(rf"report\s+(?:directly\s+)?to\s+(?P<o>{NAME})", _reports),
    by(
        rf"(?:have|has)\s+(?:(?P<count>{_COUNT}|\d+|no|any)\s+)?(?:[\w-]+\s+){{0,2}}?"
        rf"(?P<relation>{RELATION}|children|kids|sons|daughters|brothers|sisters|"
        r"siblings|cousins)\b(?!['’])"
        rf"(?:(?:\s+(?:girl|boy))?,?\s+(?:named|called)\s+(?P<name>{NAME}(?:\s+and\s+{NAME})*)"
        rf"|,\s+(?P<name2>{NAME})$)?(?!\s+(?:appointment|visit|insurance|food|store|shop|office))",
        _has_relative,
    ),
    by(
        r"(?:have|has|own|owns|adopted|got|just\s+got|have\s+adopted)"
        rf"\s+(?P<o>(?:(?:an?|{_COUNT}|\d+|any|the|our|my)\s+|(?={_ANIMAL})){_KIND}){_CALLED}(?=$|[\s,.])",
        _has_pet,
    ),
)
