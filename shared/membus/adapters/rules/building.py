"""Makes facts of drafts: type, weight, pin, validity, entities, keywords, the sentence to show."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from membus.adapters.rules.clause import DAY_OF_YEAR, Clause, Draft
from membus.adapters.rules.dates import dated, day_of_year
from membus.adapters.rules.keywords import keywords_of
from membus.adapters.rules.wording import sentence
from membus.contracts.memory import Fact, MemoryKind
from membus.domain import memory_types
from membus.domain.entities import entities_in
from membus.domain.identifiers import identifiers_in
from membus.domain.predicates import predicate
from membus.domain.times import TimeSpan

# How a state reads that has both its ends behind it.
_WHEN_OVER = {"lives_in": "lived_in", "works_at": "worked_at"}
_HAPPENING = frozenset({"event", "commitment"})


@dataclass(frozen=True, slots=True)
class Source:
    """The message a fact comes from: its spoken text, who spoke, when and where, and before it."""

    message_id: str
    text: str
    speaker: str
    said_at: datetime
    zone: ZoneInfo
    context: tuple[str, ...]


def build(draft: Draft, clause: Clause, source: Source) -> Fact:
    """Return the fact that a draft of a clause states."""
    known = predicate(draft.predicate)
    kind: MemoryKind = draft.kind or known.kind
    subject = draft.subject or clause.subject or source.speaker
    polarity = draft.polarity or clause.polarity
    when = draft.when or ("happens" if kind in _HAPPENING else "holds")
    telling = _telling(clause.times)
    span = telling if when != "timeless" else None
    if span is not None and when == "begins":
        span = _begun(span)
    if draft.object == DAY_OF_YEAR:
        draft = replace(draft, object=_day(telling, clause, source))
    begin, until = _validity(span, when, source.said_at)
    quote = source.text[clause.start : clause.end]
    over = begin is not None and until is not None and until <= source.said_at
    shown = _WHEN_OVER.get(draft.predicate, draft.predicate) if over else draft.predicate
    content = sentence(subject, shown, draft.object, polarity, clause.language)
    if span is not None:
        content += dated(span, source.zone, clause.language, happens=when == "happens")
    return Fact(
        kind=kind,
        content=content,
        language=clause.language,
        subject=subject,
        predicate=draft.predicate,
        object=draft.object,
        polarity=polarity,
        type=memory_types.memory_type(kind, draft.predicate, clause.text, clause.language),
        valid_from=begin,
        valid_to=until,
        importance=memory_types.importance(draft.predicate, clause.text, clause.language),
        confidence=draft.confidence,
        pinned=memory_types.pinned(draft.predicate, subject, polarity, source.speaker),
        entities=_entities(draft, subject, source.speaker, clause),
        keywords=keywords_of(f"{draft.object} {clause.text}", clause.language),
        domain=known.domain,
        message_id=source.message_id,
        speaker=source.speaker,
        start=clause.start,
        end=clause.end,
        quote=quote,
        context=list(source.context),
    )


def _begun(span: TimeSpan) -> TimeSpan:
    """Return the time since which something holds that began in a span: "moved last autumn"."""
    return replace(span, relation="since", until=None) if span.begin is not None else span


def _day(span: TimeSpan | None, clause: Clause, source: Source) -> str:
    """Return the named day without its year; what names none stays in its own words."""
    if span is None or span.begin is None:
        return clause.raw
    return day_of_year(span.begin.astimezone(source.zone), clause.language)


def _telling(times: Sequence[TimeSpan]) -> TimeSpan | None:
    """Return the time that says most: one with both ends before an open one, the finer first."""
    grains = ("minute", "hour", "day", "week", "month", "year")
    return min(
        times,
        key=lambda span: (span.begin is None, grains.index(span.grain)),
        default=None,
    )


def _validity(
    span: TimeSpan | None, when: str, said_at: datetime
) -> tuple[datetime | None, datetime | None]:
    if span is None:
        return None, None
    if when == "holds" and span.relation == "at":
        return span.begin, None  # "I moved to Oslo last month" has held since
    if span.begin is None and span.until is not None and span.until <= said_at:
        return None, None
    return span.begin, span.until


def _entities(draft: Draft, subject: str, speaker: str, clause: Clause) -> list[str]:
    names = [] if subject == speaker or "'s " in subject else [subject.removeprefix("order ")]
    if draft.predicate in _NAMED_BY_OBJECT:
        names.append(draft.object)
    names += [number.value for number in identifiers_in(draft.object)]
    names += entities_in(clause.text)
    seen = {name.casefold(): name for name in reversed(names) if name}
    return list(reversed(seen.values()))


_NAMED_BY_OBJECT = frozenset(
    (  # noqa: SIM905 - a word a line would drown it
        "name nickname surname lives_in lived_in works_at worked_at left_job is_from "
        "studies_at manager mother father spouse partner daughter son child sister brother "
        "friend colleague dog cat order phone email address wechat account_number "
        "member_number passport_number id_number ticket tracking_number contract license_plate "
        "travels_to visited moved_from graduated_from"
    ).split()
)
