"""RulesExtractor: the facts of a turn by rules. It knows no store, no topic and no clock."""

import asyncio
import re
from collections.abc import Iterator
from functools import partial
from typing import Final, Literal
from zoneinfo import ZoneInfo

from membus.adapters.rules import dialogue
from membus.adapters.rules.building import Source, build
from membus.adapters.rules.duckling_calendar import DucklingCalendar
from membus.adapters.rules.informing import informs
from membus.adapters.rules.people import Speakers
from membus.adapters.rules.reading import Moment, Reading, read
from membus.adapters.rules.utterances import utterances
from membus.contracts.events.turns import TurnClosed, TurnMessage
from membus.contracts.memory import Fact
from membus.contracts.msg import spoken_text
from membus.domain.relevance.gate import without_memory
from membus.domain.times import zone_of
from membus.domain.times.calendar import Calendar

_PRONOUN = re.compile(r"\b(?:he|she|his|her|they|their)\b|[他她]", re.IGNORECASE)
_CONTEXT_MESSAGES = 3
_CONTEXT_CHARS = 500


class RulesExtractor:
    """Reads Chinese and English by rules: the same turn always yields the same facts."""

    name: Final = "rules"
    version: Final = "1"

    def __init__(self, calendar: Calendar | None = None) -> None:
        self._calendar = calendar or DucklingCalendar()

    async def extract(self, turn: TurnClosed, user_zone: str) -> list[Fact]:
        """Return the turn's facts and utterances, read in a thread; an unknown zone is UTC."""
        return await asyncio.to_thread(self.read, turn, user_zone)

    def read(self, turn: TurnClosed, user_zone: str) -> list[Fact]:
        """Do what `extract` does in the calling thread."""
        zone = zone_of(user_zone)
        return [
            fact for index in range(len(turn.messages)) for fact in self._facts(turn, index, zone)
        ]

    def _facts(self, turn: TurnClosed, index: int, zone: ZoneInfo) -> Iterator[Fact]:
        message = turn.messages[index]
        if not _counts(message):
            return
        text = spoken_text(message.msg)
        who = _speakers(turn, message)
        source = Source(
            message_id=message.msg.id,
            text=text,
            speaker=who.speaker,
            said_at=message.at,
            zone=zone,
            context=tuple(text for _, text in _before(turn, index)[-_CONTEXT_MESSAGES:]),
        )
        readings = self._readings(turn, index, who, Moment(message.at, zone, self._calendar))
        yield from (build(reading.draft, reading.clause, source) for reading in readings)
        if who.role == "user" or readings or informs(text):
            yield from utterances(source)

    def _readings(
        self, turn: TurnClosed, index: int, who: Speakers, moment: Moment
    ) -> list[Reading]:
        text = spoken_text(turn.messages[index].msg)
        if who.role == "user" and _PRONOUN.search(text):
            _earlier(turn, index, who, moment)  # tells whom "she" means
        readings = read(text, who, moment)
        if who.role == "user":
            earlier = partial(_earlier, turn, index, Speakers(who.speaker), moment)
            mended = dialogue.correction(text, who.speaker, earlier)
            if mended:
                return mended
            before = _before(turn, index)
            if not readings and before and before[-1][0] == "assistant":
                answered = dialogue.answer(before[-1][1], text, who.speaker)
                return [answered] if answered is not None else []
        return readings


def _counts(message: TurnMessage) -> bool:
    msg = message.msg
    return message.label.relevant and not msg.injected and msg.role in {"user", "assistant"}


def _speakers(turn: TurnClosed, message: TurnMessage) -> Speakers:
    """Return who speaks: in a chat of several people, where each message is a turn, by name."""
    msg = message.msg
    role: Literal["user", "assistant"] = "assistant" if msg.role == "assistant" else "user"
    several = turn.closed_by == "message"
    return Speakers(msg.name if several and msg.name else role, role)


def _before(turn: TurnClosed, index: int) -> list[tuple[str, str]]:
    """Return (role, text) of what was said before a message of the turn, oldest first."""
    said = [(message.role, message.text) for message in turn.before]
    said += [
        (message.msg.role, without_memory(spoken_text(message.msg)))
        for message in turn.messages[:index]
        if not message.msg.injected and message.msg.role in {"user", "assistant"}
    ]
    return [(role, text[:_CONTEXT_CHARS]) for role, text in said if text.strip()]


def _earlier(turn: TurnClosed, index: int, who: Speakers, moment: Moment) -> list[Reading]:
    """Return what the user stated in the messages before; `who` learns of whom they spoke."""
    return [
        reading
        for role, text in _before(turn, index)
        if role == "user"
        for reading in read(text, who, moment)
    ]
