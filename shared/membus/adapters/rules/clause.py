"""What every rule of every language works on: a clause in, drafts of facts out."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from membus.contracts.memory import MemoryKind, Polarity
from membus.domain.times import TimeSpan


@dataclass(frozen=True, slots=True)
class Clause:
    """One statement of one subject, at `start`..`end` of the spoken text.

    `raw` is as written, `text` the same without named times, `rest` what is said of the subject,
    without negation and filling words too. `subject` is canonical ("user", "user's daughter", a
    name), "" where it is a thing. `negative`: it was denied. `past`: it was so and is no more.
    `unsure`: it hangs on an if. `former`: it "used to" be so, which denies it for today. `thing`,
    `order` and `person` are what "it" and "her" may mean: what and who was last spoken of.
    """

    raw: str
    text: str
    rest: str
    subject: str
    start: int
    end: int
    language: str
    times: tuple[TimeSpan, ...] = ()
    negative: bool = False
    past: bool = False
    unsure: bool = False
    speaker: str = "user"
    former: bool = False
    thing: str = ""
    order: str = ""
    person: str = ""

    @property
    def polarity(self) -> Polarity:
        """The polarity of a fact that says just what the clause says."""
        return "negative" if self.negative or self.former else "positive"


DAY_OF_YEAR = "{day of the year}"
"""An object that is the day which the clause names, without its year: "my birthday is tomorrow"."""

When = Literal["holds", "begins", "during", "happens", "timeless"]


@dataclass(frozen=True, slots=True)
class Draft:
    """A fact as a rule reads it; what is None is taken from the clause or the predicate's table.

    `when` says what a named time means: the statement `holds` then (of a day: from then on), it
    `begins` some time in it, it held `during` that time, it `happens` then, or the time is the
    object itself (`timeless`).
    """

    predicate: str
    object: str
    subject: str | None = None
    polarity: Polarity | None = None
    kind: MemoryKind | None = None
    when: When | None = None
    confidence: float = 0.9


Read = Callable[[Clause, re.Match[str]], Iterable[Draft]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern, matched at the start of a clause's `rest` (`whole`: of its text), and a reader.

    `of_things`: it also reads clauses whose subject is a thing.
    """

    pattern: re.Pattern[str]
    read: Read
    whole: bool = False
    of_things: bool = False


def apply(rules: Iterable[Rule], clause: Clause) -> list[Draft]:
    """Return what the rules read in a clause, each statement once."""
    drafts: list[Draft] = []
    for rule in rules:
        if not clause.subject and not rule.of_things:
            continue
        found = rule.pattern.match(clause.text if rule.whole else clause.rest)
        if found is not None:
            drafts.extend(draft for draft in rule.read(clause, found) if draft.object)
    unique: dict[tuple[str, str, str | None], Draft] = {}
    for draft in drafts:
        unique.setdefault((draft.predicate, draft.object.casefold(), draft.subject), draft)
    return list(unique.values())
