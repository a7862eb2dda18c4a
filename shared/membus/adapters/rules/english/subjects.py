"""Who an English clause is about: the speaker, someone of theirs, someone named, or a thing."""

import re
from dataclasses import dataclass, replace

from membus.adapters.rules.english.relations import GENDERS, NAME, RELATION
from membus.adapters.rules.people import Gender, Speakers

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
    r"does|isn't|won't|never|and\s+i\b|just|also|used|studies|owns|drives|turned|now|must|"
    r"promised|takes|wears|turns|weighs|goes|attends|teaches|became|graduated|retired|adopted|can|"
    r"reads|runs|manages|leads|owes|lent"
)
_PERSON = re.compile(
    rf"""(?:my|our)\s+(?:(?:best|old|older|younger|little|big|twin|elder|eldest|youngest|good|new|
        close|oldest|other)[\s-]+)*(?P<former>(?:ex|former|late)[\s-]+)?(?P<relation>{RELATION})\b
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
_THEIRS = re.compile(r"(?P<pronoun>his|her|their)\s+(?=\w)", re.IGNORECASE)
_OWNS = re.compile(r"'s\s+(?=\w)")
# "Ana's husband …", "her boss …" are about that husband, that boss; "her boss's name" is not.
_OF_OWNER = re.compile(rf"(?P<relation>{RELATION})\b(?!-)(?P<owns>'s\s+(?=\w))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Subject:
    """A clause's subject: canonical `name`, and where what is said of it begins.

    `owner_of`: the words at `end` name something that the subject has ("my birthday"). `gender` is
    what the word for the person tells.
    """

    name: str
    end: int
    owner_of: bool = False
    gender: Gender = ""


def subject_of(text: str, who: Speakers) -> Subject | None:
    """Return the subject of a clause, None for a thing and for a pronoun that means nobody."""
    if found := _SPEAKER.match(text):
        return Subject(who.speaker, found.end())
    if found := _PERSON.match(text):
        person = _person(text, found, who)
        if person is not None:
            return person
    if found := _THEIRS.match(text):
        owner = who.meant(found["pronoun"])
        return _owned(text, owner, found.end()) if owner else None
    if found := _POSSESSED.match(text):
        return Subject(who.speaker, found.end(), owner_of=True)
    return None


def _person(text: str, found: re.Match[str], who: Speakers) -> Subject | None:
    end = found.end()
    owns = _OWNS.match(text, end)
    if found["pronoun"]:
        meant = who.meant(found["pronoun"])
        return Subject(meant, end) if meant else None
    if found["named"]:
        if found["named"].split()[0].lower() in _NOT_A_NAME:
            return None
        # "Anna's" before a verb in -ing or an adjective is "Anna is"; before a noun she has it.
        return _owned(text, found["named"], owns.end()) if owns else Subject(found["named"], end)
    word = " ".join(found["relation"].lower().split())
    if found["former"]:  # an ex-wife is not the wife
        word = f"{found['former'].strip(' -').lower()}-{word}"
    name = found["name"] or f"{who.speaker}'s {word}"
    gender = GENDERS.get(word, "")
    if owns is None:
        return Subject(name, end, gender=gender)
    owned = _owned(text, name, owns.end())
    return replace(owned, gender=gender) if owned.name == name else owned


def _owned(text: str, owner: str, end: int) -> Subject:
    """Return what is spoken of behind "Ana's": her husband if he is named so, else Ana herself."""
    found = _OF_OWNER.match(text, end)
    if found is None:
        return Subject(owner, end, owner_of=True)
    word = " ".join(found["relation"].lower().split())
    name = f"{owner}'s {word}"
    return Subject(name, found.end(), owner_of=bool(found["owns"]), gender=GENDERS.get(word, ""))
