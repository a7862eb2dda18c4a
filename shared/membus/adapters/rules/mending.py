"""What takes back or mends something said before, and the statements that follow from it.

A language says what its words take back (a Mending); here it is found among what was said, and
denied or stated anew: the writer closes the earlier by it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from membus.adapters.rules.clause import Clause, Draft
from membus.adapters.rules.people import Speakers
from membus.adapters.rules.reading import Moment, Reading, read
from membus.adapters.rules.topics import about, words_naming
from membus.adapters.rules.unseen import attribute, matter, mended
from membus.domain.identifiers import identifiers_in
from membus.domain.languages import has_han
from membus.domain.predicates import predicate
from membus.domain.times import TimeSpan, find_times, without
from membus.domain.topic_words import words_of

_NUMBERED = ("_number", "_id", "_code", "_reference")


@dataclass(frozen=True, slots=True)
class Mending:
    """What a sentence takes back: what was said of `topic`, of `old`, or `last` of all.

    `new` is the value that is right; without it nothing takes the place of what is taken back.
    `statements` say what was said of the topic, for when it was said too long ago to be seen;
    `instead` says what is right as a statement of its own. `of`, where it is not empty, are the
    predicates that can be meant. `weak`: only where the sentence states nothing by itself.
    `planned`: the topic is a plan, whatever its name.
    """

    topic: str = ""
    new: str = ""
    old: str = ""
    last: bool = False
    statements: tuple[str, ...] = ()
    instead: str = ""
    weak: bool = False
    planned: bool = False
    of: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Mended:
    """The sentence that mends, at `start`..`end` of the text, in its language, and who says it."""

    text: str
    start: int
    who: Speakers
    moment: Moment

    @property
    def language(self) -> str:
        """The sentence's language."""
        return "zh" if has_han(self.text) else "en"

    def times_in(self, value: str, day: datetime | None = None) -> list[TimeSpan]:
        """Return the times that a value is made of, none where it holds anything else.

        A bare clock time is one of the `day`.
        """
        language = "zh" if has_han(value) else "en"
        moment = self.moment
        word = "" if language == "zh" else "on "  # a bare weekday needs its word
        texts = [f"{word}{value}"]
        if day is not None:
            texts.append(f"{day.astimezone(moment.zone):%Y-%m-%d} {'at ' if word else ''}{value}")
        for text in texts:
            spans = find_times(text, language, moment.said_at, moment.zone, moment.calendar)
            if spans and not words_of(without(text, spans, language)):
                return spans
        return []

    def reading(self, draft: Draft, times: Sequence[TimeSpan] = ()) -> Reading:
        """Return a statement that rests on the whole sentence."""
        return Reading(
            Clause(
                raw=self.text,
                text=self.text,
                rest=self.text,
                subject=self.who.speaker,
                start=self.start,
                end=self.start + len(self.text),
                language=self.language,
                times=tuple(times),
                speaker=self.who.speaker,
            ),
            draft,
        )


def mend(mending: Mending, sentence: Mended, known: Sequence[Reading]) -> list[Reading]:
    """Return what a mending states: the right value, and the denial of what was wrong.

    `known` is what the same speaker stated before, oldest first. Nothing where it is not known what
    is meant.
    """
    if mending.new:
        return _corrected(mending, sentence, known)
    meant = [each for each in known if not mending.of or each.draft.predicate in mending.of]
    if mending.last:
        return [_denial(reading, sentence) for reading in _last(meant)]
    said = about(mending.topic, meant)
    if not said and mending.topic:
        speaker = sentence.who.speaker
        unseen = list(attribute(mending.topic, speaker))
        said = [] if unseen else list(_restated(mending.statements, sentence))
        if not said:
            unseen = unseen or list(matter(mending.topic, speaker, planned=mending.planned))
            return [sentence.reading(draft) for draft in unseen]
    said = said or list(_restated(mending.statements, sentence))
    denied = [_denial(reading, sentence) for reading in said if reading.holds]
    return _instead(mending.instead, sentence, denied) if mending.instead else denied


def of_its_time(denial: Reading, known: Sequence[Reading]) -> Reading:
    """Return the denial of an event as of the time of what it denies: one is told by its time."""
    for reading in reversed(known):
        if reading.statement[:3] == denial.statement[:3] and reading.holds:
            return replace(denial, clause=replace(denial.clause, times=reading.clause.times))
    return denial


def moved(reading: Reading, known: Sequence[Reading]) -> list[Reading]:
    """Return an event that was moved, named as before, and the denials of its earlier times.

    One that was told too long ago to be seen is denied without a time: the writer finds it.
    """
    words = words_of(reading.draft.object)
    before = [
        other
        for other in known
        if other.draft.predicate == reading.draft.predicate
        and words <= words_naming(other)
        and other.clause.times != reading.clause.times
        and other.holds
    ]
    if not before:
        timeless = replace(reading.draft, polarity="negative", when="timeless")
        return [reading, replace(reading, draft=timeless)]
    named = replace(reading, draft=replace(reading.draft, object=before[-1].draft.object))
    return [named, *(_denied(other, reading.clause) for other in before)]


def _corrected(mending: Mending, sentence: Mended, known: Sequence[Reading]) -> list[Reading]:
    if mending.topic:
        known = about(mending.topic, known)
        if not known:
            drafts = list(mended(mending.topic, mending.new, sentence.who.speaker))
            if drafts:
                return [sentence.reading(draft) for draft in drafts]
            known = list(_restated(mending.statements, sentence))
    for reading in reversed(known):
        draft, old = reading.draft, _denial(reading, sentence)
        if not reading.holds:
            continue
        day = next((span.begin for span in reading.clause.times), None)
        times = sentence.times_in(mending.new, day if reading.happens else None)
        if times and reading.happens and reading.clause.times:
            stated = replace(draft, subject=reading.subject, polarity="positive")
            return [sentence.reading(stated, times), old]
        if not times and _mends(mending, draft):
            value = _bare(mending.new, draft.predicate)
            stated = replace(draft, object=value, subject=reading.subject)
            single = predicate(draft.predicate).single_valued
            return [sentence.reading(stated), *([] if single else [old])]
    return []


def _instead(statement: str, sentence: Mended, denied: list[Reading]) -> list[Reading]:
    """Return what a statement says in place of another; one value at a time denies the others."""
    right = [
        sentence.reading(replace(each.draft, subject=each.subject, polarity="positive"))
        for each in _restated((statement,), sentence)
    ]
    return [*right, *(each for each in denied if not predicate(each.draft.predicate).single_valued)]


def _mends(mending: Mending, draft: Draft) -> bool:
    if mending.old:
        return mending.old.casefold() in draft.object.casefold()
    if mending.topic:
        return True
    numbered = draft.predicate in {"order", "flight"} or draft.predicate.endswith(_NUMBERED)
    if not numbered and not predicate(draft.predicate).single_valued:
        return False
    old, new = draft.object, _bare(mending.new, draft.predicate)
    same_form = bool(identifiers_in(new)) == bool(identifiers_in(old)) or numbered
    same_case = not old[:1].isupper() or not new[:1].islower()
    digits = any(map(str.isdigit, old)) == any(map(str.isdigit, new))
    return same_form and same_case and digits and len(new) <= max(20, 2 * len(old))


def _bare(value: str, name: str) -> str:
    """Return a value without the words that only name what it is: "room 302" of a room_number."""
    words = value.split()
    while len(words) > 1 and words[0].lower() in name.split("_"):
        words.pop(0)
    return " ".join(words)


def _restated(statements: Sequence[str], sentence: Mended) -> Iterator[Reading]:
    """Read what was said of a topic off the topic: the first wording that states anything."""
    for statement in statements:
        who = Speakers(sentence.who.speaker, sentence.who.role)
        found = read(statement, who, sentence.moment)
        if found:
            yield from found
            return


def _last(known: Sequence[Reading]) -> list[Reading]:
    """Return what the newest sentence that stated anything stated."""
    if not known:
        return []
    newest = known[-1].clause
    return [reading for reading in known if reading.clause is newest and reading.holds]


def _denial(reading: Reading, sentence: Mended) -> Reading:
    return _denied(reading, sentence.reading(reading.draft).clause)


def _denied(reading: Reading, clause: Clause) -> Reading:
    """Return the denial of a statement, of an event at its time, as the clause makes it."""
    times = reading.clause.times if reading.happens else ()
    draft = replace(reading.draft, subject=reading.subject, polarity="negative")
    return Reading(replace(clause, times=times), draft)
