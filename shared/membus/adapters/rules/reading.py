"""Reads one text by the rules of its languages, sentence by sentence."""

import re
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from membus.adapters.rules.chinese import rules as chinese
from membus.adapters.rules.clause import Clause, Draft
from membus.adapters.rules.english import rules as english
from membus.adapters.rules.english.relations import GENDERS
from membus.adapters.rules.masking import own_words
from membus.adapters.rules.people import Speakers
from membus.adapters.rules.sentences import statements
from membus.domain.languages import has_han
from membus.domain.predicates import predicate
from membus.domain.times import find_times
from membus.domain.times.calendar import Calendar

# A longer "sentence" is a table, a log or a wall of words: kept as said, read by no rule.
_LONGEST_SENTENCE = 400


_ARTICLE = re.compile(r"^(?:an?|the|my|our|some|this|that)\s+", re.IGNORECASE)
_OCCURRENCES = frozenset({"event", "commitment"})

# Who is introduced by one of these is whom the next "she" means.
_PEOPLE = frozenset(
    (  # noqa: SIM905 - a word a line would drown it
        "mother father spouse partner daughter son sister brother relative friend manager "
        "colleague client supplier teacher roommate neighbor doctor landlord lawyer accountant vet "
        "hairdresser dog cat"
    ).split()
)
# What is bought, needed or sent back is what the next "it" means.
_THINGS = frozenset({"bought", "needs", "wants", "return", "refund", "exchange", "owns"})


@dataclass(frozen=True, slots=True)
class Moment:
    """When and where something was said, and the calendar of moving holidays."""

    said_at: datetime
    zone: ZoneInfo
    calendar: Calendar | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """A draft and the clause it was read in."""

    clause: Clause
    draft: Draft

    @property
    def statement(self) -> tuple[str, str, str, str, tuple[datetime | None, ...]]:
        """Subject, predicate, object, polarity and times, for telling repetitions."""
        draft = self.draft
        return (
            self.subject,
            draft.predicate,
            draft.object.casefold(),
            draft.polarity or self.clause.polarity,
            tuple(span.begin for span in self.clause.times),
        )

    @property
    def subject(self) -> str:
        """Who or what it is about."""
        return self.draft.subject or self.clause.subject

    @property
    def holds(self) -> bool:
        """Whether it is affirmed."""
        return (self.draft.polarity or self.clause.polarity) == "positive"

    @property
    def happens(self) -> bool:
        """Whether it is of a kind that happens at a time, so that each time is its own."""
        return (self.draft.kind or predicate(self.draft.predicate).kind) in _OCCURRENCES


def read(text: str, who: Speakers, moment: Moment) -> list[Reading]:
    """Return what a text states in its speaker's own words, each statement once."""
    found: dict[tuple[object, ...], Reading] = {}
    for sentence in statements(own_words(text)):
        if len(sentence.text) > _LONGEST_SENTENCE:
            continue
        times = find_times(
            sentence.text, sentence.language, moment.said_at, moment.zone, moment.calendar
        )
        rules = chinese if sentence.language == "zh" else english
        for clause, drafts in rules.read(sentence, times, who):
            for draft in drafts:
                reading = Reading(_named(clause, who), draft)
                found.setdefault(reading.statement, reading)
                _introduce(reading, who)
    return list(found.values())


def _named(clause: Clause, who: Speakers) -> Clause:
    """Call whom the clause is about by name, once the message has told it."""
    name = who.names.get(clause.subject)
    return clause if name is None else replace(clause, subject=name)


def _introduce(reading: Reading, who: Speakers) -> None:
    """Let the pronouns that follow mean whom and what a statement introduces."""
    draft, subject = reading.draft, reading.clause.subject
    named = draft.object[:1].isupper() or (has_han(draft.object) and "'s " in subject)
    if draft.predicate in _PEOPLE and named:
        who.speak_of(draft.object, who.genders.get(subject) or GENDERS.get(draft.predicate, ""))
        if draft.subject and subject.startswith(f"{draft.subject}'s "):
            who.names[subject] = draft.object
    elif draft.predicate == "order":
        who.order = draft.object
    elif draft.predicate == "order_status":
        who.order = (draft.subject or subject).removeprefix("order ")
    elif draft.predicate in _THINGS and reading.clause.language == "en":
        who.thing = _ARTICLE.sub("", draft.object)
