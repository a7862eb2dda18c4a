"""Builds rules from a pattern and a predicate; the group `o` of the pattern is the object."""

import re
from collections.abc import Iterator

from membus.adapters.rules.chinese.objects import clean, listed
from membus.adapters.rules.clause import Clause, Draft, Read, Rule, When
from membus.contracts.memory import Polarity


def one(
    pattern: str,
    predicate: str,
    *,
    polarity: Polarity | None = None,
    when: When | None = None,
) -> Rule:
    """Return a rule that reads a single object."""

    def read(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
        yield Draft(predicate, clean(found["o"]), polarity=polarity, when=when)

    return Rule(re.compile(pattern), read)


def each(pattern: str, predicate: str, *, polarity: Polarity | None = None) -> Rule:
    """Return a rule that reads every object of a list."""

    def read(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
        for item in listed(found["o"]):
            yield Draft(predicate, item, polarity=polarity)

    return Rule(re.compile(pattern), read)


def by(pattern: str, read: Read, *, whole: bool = False, of_things: bool = False) -> Rule:
    """Return a rule with a reader of its own."""
    return Rule(re.compile(pattern), read, whole=whole, of_things=of_things)


def owner(clause: Clause) -> str | None:
    """Return the speaker as the subject of what a clause says of a thing, None where it has one."""
    return None if clause.subject else clause.speaker
