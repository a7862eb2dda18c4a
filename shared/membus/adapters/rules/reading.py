"""Reads one text by the rules of its languages, sentence by sentence."""

from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from membus.adapters.rules.chinese import rules as chinese
from membus.adapters.rules.clause import Clause, Draft
from membus.adapters.rules.english import rules as english
from membus.adapters.rules.masking import own_words
from membus.adapters.rules.people import Speakers
from membus.adapters.rules.sentences import statements
from membus.domain.languages import has_han
from membus.domain.times import find_times
from membus.domain.times.calendar import Calendar

# A longer "sentence" is a table, a log or a wall of words: kept as said, read by no rule.
_LONGEST_SENTENCE = 400


# Who is introduced by one of these is whom the next "she" means.
_PEOPLE = frozenset(
    (  # noqa: SIM905 - a word a line would drown it
        "mother father spouse partner daughter son sister brother friend manager colleague "
        "teacher roommate neighbor doctor dog cat"
    ).split()
)


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
            draft.subject or self.clause.subject,
            draft.predicate,
            draft.object.casefold(),
            draft.polarity or self.clause.polarity,
            tuple(span.begin for span in self.clause.times),
        )


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
    draft, subject = reading.draft, reading.clause.subject
    named = draft.object[:1].isupper() or (has_han(draft.object) and "'s " in subject)
    if draft.predicate in _PEOPLE and named:
        who.third = draft.object
        if subject.startswith(f"{who.speaker}'s ") and draft.subject == who.speaker:
            who.names[subject] = draft.object
