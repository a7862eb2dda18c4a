"""LlmExtractor: the facts of a turn by a model, and by the rules wherever it fails.

It knows no store, no topic and no clock.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Final

import structlog

from membus.adapters.openai.building import Heard, fact_of
from membus.adapters.openai.failures import NoAnswerError
from membus.adapters.openai.grounding import fault_of
from membus.adapters.openai.model import Answer, Model
from membus.adapters.openai.prompt import Line, again, context, lines, prompt
from membus.adapters.openai.spending import total
from membus.adapters.openai.statements import SCHEMA, NotAsAskedError, Statement, read_statements
from membus.adapters.rules.spoken import before
from membus.contracts.events.changes import ModelUsage
from membus.contracts.events.turns import TurnClosed
from membus.contracts.memory import Fact
from membus.domain.times import zone_of
from membus.domain.times.calendar import Calendar
from membus.observability import metrics
from membus.ports.models import Extraction, Extractor

log = structlog.get_logger()

_VERSION = "1"


class LlmExtractor:
    """Asks a model for a turn's facts; what does not stand in the turn's words is rejected.

    The words themselves are kept as the rules keep them. Where the model gives nothing to work
    with, the turn is the rules'; where it saw or answered only a part, the rest is.
    """

    name: Final = "llm"

    def __init__(self, model: Model, rules: Extractor, calendar: Calendar) -> None:
        self._model = model
        self._rules = rules
        self._calendar = calendar

    @property
    def version(self) -> str:
        """The version of the prompt and the reading, and the model."""
        return f"{_VERSION}/{self._model.name}"

    async def extract(self, turn: TurnClosed, user_zone: str) -> Extraction:
        """Return the turn's facts and utterances; an unknown zone is UTC. It does not raise."""
        by_rules = await self._rules.extract(turn, user_zone)
        shown = lines(turn)
        if not shown:
            return Extraction(by_rules.facts, self.name, self.version)
        used: list[ModelUsage] = []
        try:
            statements, cut = await self._ask(turn, shown, used)
        except NoAnswerError as error:
            metrics.llm_fallbacks.add(1, {"service": self._model.service, "outcome": error.reason})
            log.info("extracted_by_rules", turn_id=turn.turn_id, reason=str(error))
            return Extraction(
                by_rules.facts, by_rules.extractor, by_rules.version, total(used), error.reason
            )
        facts = await asyncio.to_thread(self._facts, turn, shown, statements, user_zone)
        kept = [fact for fact in by_rules.facts if fact.kind == "utterance"]
        unread = _unread(shown, facts if cut else None)
        rest = [
            fact
            for fact in by_rules.facts
            if fact.kind != "utterance" and fact.message_id in unread
        ]
        return Extraction([*facts, *rest, *kept], self.name, self.version, total(used))

    async def _ask(
        self, turn: TurnClosed, shown: Sequence[Line], used: list[ModelUsage]
    ) -> tuple[list[Statement], bool]:
        """Return the model's statements, and whether there would be more. Raises NoAnswerError."""
        until = self._model.deadline()
        asked = prompt(turn, shown)
        answer = await self._model.ask(asked, SCHEMA, until=until, used=used)
        try:
            return _read(answer), answer.cut
        except NotAsAskedError as error:
            asked = again(asked, answer.text, str(error))
        answer = await self._model.ask(asked, SCHEMA, until=until, used=used)
        try:
            return _read(answer), answer.cut
        except NotAsAskedError as error:
            raise NoAnswerError("not the asked JSON", str(error)) from error

    def _facts(
        self, turn: TurnClosed, shown: Sequence[Line], statements: Sequence[Statement], zone: str
    ) -> list[Fact]:
        """Return the facts of those statements that stand in what was said; count the others."""
        by_number = {line.number: line for line in shown}
        said = "\n".join(
            [*(each["text"] for each in context(turn)), *(line.text for line in shown)]
        )
        heard = Heard(said, zone_of(zone), self._calendar)
        facts: dict[tuple[str, ...], Fact] = {}
        rejected: Counter[str] = Counter()
        for statement in statements:
            line = by_number.get(statement.message)
            fault = fault_of(statement, line.text, said, line.speaker) if line else "message"
            if line is None or fault is not None:
                rejected[str(fault)] += 1
                continue
            fact = fact_of(statement, line, [each.line for each in before(turn, line.index)], heard)
            same = (fact.message_id, fact.subject, fact.predicate, fact.object, fact.polarity)
            facts.setdefault(same, fact)
        _count(rejected)
        return list(facts.values())


def _read(answer: Answer) -> list[Statement]:
    statements, senseless = read_statements(answer.text, cut=answer.cut)
    _count(Counter(form=senseless))
    return statements


def _unread(shown: Sequence[Line], facts: Sequence[Fact] | None) -> set[str]:
    """Return the messages that the model did not see whole or, having been cut, not get through.

    `facts` are what a cut answer holds, None where it is complete.
    """
    unread = {line.message.msg.id for line in shown if not line.whole}
    if facts is not None:
        done = max((fact.message_id for fact in facts), key=_places(shown).__getitem__, default="")
        unread |= {line.message.msg.id for line in shown[_places(shown).get(done, 0) :]}
    return unread


def _places(shown: Sequence[Line]) -> dict[str, int]:
    return {line.message.msg.id: place for place, line in enumerate(shown)}


def _count(rejected: Counter[str]) -> None:
    for reason, number in rejected.items():
        if number:
            metrics.llm_rejected_facts.add(number, {"service": "extraction", "outcome": reason})
