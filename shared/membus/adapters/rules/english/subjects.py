"""Who an English clause is about: the speaker, someone of theirs, someone named, or a thing."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

_WORDS_OF = {
    "mother": "mother mom mum mommy stepmother",
    "father": "father dad daddy stepfather",
    "spouse": "wife husband spouse",
    "partner": "partner girlfriend boyfriend fiance fiancée fiancé",
    "daughter": "daughter stepdaughter",
    "son": "son stepson",
    "child": "child kid baby",
    "sister": "sister",
    "brother": "brother",
    "relative": "grandmother grandma grandfather grandpa aunt uncle cousin niece nephew "
    "mother-in-law father-in-law grandson granddaughter",
    "friend": "friend buddy",
    "manager": "manager boss supervisor",
    "colleague": "colleague coworker co-worker teammate assistant",
    "neighbor": "neighbor neighbour",
    "roommate": "roommate flatmate housemate landlord",
    "teacher": "teacher coach tutor professor mentor",
    "doctor": "doctor dentist therapist gp",
    "dog": "dog puppy",
    "cat": "cat kitten",
    "has_pet": "pet rabbit hamster parrot horse",
}
RELATIONS: Mapping[str, str] = MappingProxyType(
    {word: relation for relation, words in _WORDS_OF.items() for word in words.split()}
)
RELATION = "|".join(sorted(map(re.escape, RELATIONS), key=len, reverse=True))
NAME = r"(?-i:(?!I\b)[A-Z](?:'[A-Z])?[\w-]*\w(?:\s+[A-Z][\w-]*\w){0,2})"
_NOT_A_NAME = frozenset(
    (  # noqa: SIM905 - a word a line would drown it
        "this that these those it there here what who he she they we you nobody everybody "
        "everyone someone work life today tomorrow yesterday thanks sorry please hello monday "
        "tuesday wednesday thursday friday saturday sunday everything nothing something things "
        "people one and but so or also then their his her its my our your plus well oh yes no "
        "sounds looks seems maybe just still now not all some most many both"
    ).split()
)
# What a named person or place must be followed by to be the subject of a clause.
_ACTS = (
    r"is|was|has|had|lives|lived|works|worked|likes|loves|hates|prefers|eats|drinks|speaks|"
    r"moved|joined|started|plays|enjoys|wants|needs|got|bought|will|can't|cannot|doesn't|"
    r"does|isn't|won't|never|and\s+i\b|just|also|used|studies|owns|drives|turned|now"
)
_PERSON = re.compile(
    rf"""(?:my|our)\s+(?:(?:best|old|older|younger|little|big|twin|elder|eldest|youngest|good|new|
        close|oldest|other|ex)[\s-]+)*(?P<relation>{RELATION})\b
        (?:(?:\s+|,\s*)(?P<name>{NAME})(?=\s+(?:{_ACTS})\b|'s\b|,\s*(?:who\s+)?(?:{_ACTS})\b),?
        (?:\s*who\b)?)?
    | (?P<pronoun>(?:he|she|they)\b)
    | (?P<named>{NAME})(?=\s+(?:{_ACTS})\b|'s\s)""",
    re.IGNORECASE | re.VERBOSE,
)
_SPEAKER = re.compile(
    r"(?:i|we|my\s+(?:family|wife|husband|partner)\s+and\s+i)\b(?!')|(?:i|we)(?=')", re.IGNORECASE
)
_POSSESSED = re.compile(r"(?:my|our)\s+(?=\w)", re.IGNORECASE)
_THEIRS = re.compile(r"(?:his|her|their)\s+(?=\w)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Subject:
    """A clause's subject: canonical `name`, and where what is said of it begins.

    `owner_of`: the words at `end` name something that the subject has ("my birthday").
    `relation` and `given`: who was just introduced ("my daughter Emma").
    """

    name: str
    end: int
    owner_of: bool = False
    relation: str = ""
    given: str = ""


def subject_of(text: str, speaker: str, third: str) -> Subject | None:
    """Return the subject of a clause, None for a thing; `third` is whom he or she may mean."""
    if found := _SPEAKER.match(text):
        return Subject(speaker, found.end())
    if found := _PERSON.match(text):
        person = _person(text, found, speaker, third)
        if person is not None:
            return person
    if found := _THEIRS.match(text):
        return Subject(third, found.end(), owner_of=True) if third else None
    if found := _POSSESSED.match(text):
        return Subject(speaker, found.end(), owner_of=True)
    return None


def _person(text: str, found: re.Match[str], speaker: str, third: str) -> Subject | None:
    end = found.end()
    owns = re.compile(r"'s\s+(?=\w)").match(text, end)
    if found["pronoun"]:
        return Subject(third, end) if third else None
    if found["named"]:
        if found["named"].split()[0].lower() in _NOT_A_NAME:
            return None
        # "Anna's" before a verb in -ing or an adjective is "Anna is"; before a noun she has it.
        return Subject(found["named"], owns.end() if owns else end, owner_of=owns is not None)
    word = found["relation"].lower()
    name = found["name"] or f"{speaker}'s {word}"
    return Subject(
        name,
        owns.end() if owns else end,
        owner_of=owns is not None,
        relation=RELATIONS[word],
        given=found["name"] or "",
    )
