"""Makes facts of a model's statements, by the rules' own tables of types, weights and times."""

from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from membus.adapters.openai.grounding import find_quote, is_said, names_are_said
from membus.adapters.openai.prompt import Line
from membus.adapters.openai.statements import Statement
from membus.adapters.rules.building import Source, build
from membus.adapters.rules.clause import Clause, Draft
from membus.adapters.rules.dates import dated
from membus.contracts.memory import Fact
from membus.domain import memory_types
from membus.domain.canonical import canonical_statement
from membus.domain.languages import language_of
from membus.domain.predicates import PREDICATES, predicate
from membus.domain.times import TimeSpan, find_times
from membus.domain.times.calendar import Calendar

_WEIGHTS = {"low": memory_types.LOW, "normal": 0.5, "high": memory_types.HIGH}
_DOMAINS = frozenset(known.domain for known in PREDICATES.values())
# A model is less sure to mean what was said than a rule that matched it.
_CONFIDENCE = 0.8
_HAPPENING = frozenset({"event", "commitment"})
# The time is what they state, not when it holds.
_TIMELESS = frozenset({"birthday", "age"})


@dataclass(frozen=True, slots=True)
class Heard:
    """What the model was shown of a turn, all in one, and where and with which calendar."""

    said: str
    zone: ZoneInfo
    calendar: Calendar


def fact_of(statement: Statement, line: Line, context: Sequence[str], heard: Heard) -> Fact:
    """Return the fact that a statement makes; its quote stands in the line's text.

    `context` are the messages before it.
    """
    clause, draft = _as_a_rule_reads_it(statement, line, heard)
    source = Source(
        message_id=line.message.msg.id,
        text=line.text,
        speaker=line.speaker,
        said_at=line.message.at,
        zone=heard.zone,
        context=tuple(context),
    )
    fact = build(draft, clause, source)
    known = predicate(fact.predicate)
    changes: dict[str, object] = {
        "importance": _weight(statement, fact),
        "domain": known.domain or (statement.domain if statement.domain in _DOMAINS else ""),
        "entities": _together(fact.entities, statement.entities, heard.said),
        "keywords": _together(fact.keywords, statement.keywords, heard.said),
    }
    if _tells_no_more(statement.content, heard.said):
        changes["content"] = statement.content.rstrip(" .。") + _date(fact, clause, heard.zone)
    return fact.model_copy(update=changes)


def _as_a_rule_reads_it(statement: Statement, line: Line, heard: Heard) -> tuple[Clause, Draft]:
    span = find_quote(statement.quote, line.text)
    assert span is not None
    quote = line.text[slice(*span)]
    subject, name, _, polarity = canonical_statement(
        statement.subject, statement.predicate, statement.object, statement.polarity
    )
    language = language_of(statement.content or line.text)
    when = None if name in _TIMELESS else _time(statement.time, line, language, heard)
    clause = Clause(
        raw=quote,
        text=quote,
        rest=quote,
        subject=line.speaker if subject in {"user", line.message.msg.role} else statement.subject,
        start=span[0],
        end=span[1],
        language=language,
        times=(when,) if when else (),
        negative=polarity == "negative",
        speaker=line.speaker,
    )
    kind = predicate(name).kind if name in PREDICATES else statement.kind
    return clause, Draft(name, statement.object, kind=kind, confidence=_CONFIDENCE)


def _weight(statement: Statement, fact: Fact) -> float:
    """Return the weight as stated; what the tables call high no model makes less."""
    stated = _WEIGHTS[statement.importance]
    return max(stated, fact.importance) if fact.importance >= memory_types.HIGH else stated


def _tells_no_more(content: str, said: str) -> bool:
    return bool(content) and is_said(content, said) and names_are_said(content, said)


def _date(fact: Fact, clause: Clause, zone: ZoneInfo) -> str:
    happens = fact.kind in _HAPPENING
    return "".join(dated(each, zone, clause.language, happens=happens) for each in clause.times)


def _time(phrase: str, line: Line, language: str, heard: Heard) -> TimeSpan | None:
    """Return the time that a phrase of the message names, by our own reading of it."""
    place = find_quote(phrase, line.text)
    if place is None:
        return None
    begin, end = place
    times = find_times(line.text, language, line.message.at, heard.zone, heard.calendar)
    named = [span for span in times if span.start < end and begin < span.end]
    return max(named, key=lambda span: min(span.end, end) - max(span.start, begin), default=None)


def _together(ours: Sequence[str], stated: Sequence[str], said: str) -> list[str]:
    """Return our words and those stated that were said, each once."""
    words = [*ours, *(word for word in stated if _tells_no_more(word, said))]
    return list({word.casefold(): word for word in reversed(words)}.values())[::-1]
