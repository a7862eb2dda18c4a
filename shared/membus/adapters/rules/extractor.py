"""RulesExtractor: the facts of a turn by rules. It knows no store, no topic and no clock."""

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Final
from zoneinfo import ZoneInfo

from membus.adapters.rules import dialogue
from membus.adapters.rules.building import Source, build
from membus.adapters.rules.duckling_calendar import DucklingCalendar
from membus.adapters.rules.informing import informs
from membus.adapters.rules.lunar_calendar import LunarCalendar
from membus.adapters.rules.people import Speakers
from membus.adapters.rules.reading import Moment, Reading, read
from membus.adapters.rules.spoken import Said, before, counts, speakers, speakers_of
from membus.adapters.rules.utterances import utterances
from membus.contracts.events.turns import TurnClosed
from membus.contracts.memory import Fact
from membus.contracts.msg import spoken_text
from membus.domain.times import zone_of
from membus.domain.times.calendar import Calendar
from membus.ports.models import Extraction

# What the messages before may explain: a pronoun, or what came of an order.
_LEANS = re.compile(
    r"\b(?:he|she|his|her|him|they|their|return|refund|exchange|arrived|came|broken|cracked|damaged|"
    r"defective|faulty|(?:send|ship|replace|fix|deliver|bring|return|finish|have)\s+(?:it|them))\b"
    r"|[他她它该退坏裂碎破]|[那这][个家位]|换货",
    re.IGNORECASE,
)


class RulesExtractor:
    """Reads Chinese and English by rules: the same turn always yields the same facts."""

    name: Final = "rules"
    version: Final = "2"

    def __init__(self, calendar: Calendar | None = None) -> None:
        self._calendar = calendar or LunarCalendar(DucklingCalendar())

    async def extract(self, turn: TurnClosed, user_zone: str) -> Extraction:
        """Return the turn's facts and utterances, read in a thread; an unknown zone is UTC."""
        facts = await asyncio.to_thread(self.read, turn, user_zone)
        return Extraction(facts, self.name, self.version)

    def read(self, turn: TurnClosed, user_zone: str) -> list[Fact]:
        """Return what `extract` reads, in the calling thread."""
        zone = zone_of(user_zone)
        return [
            fact for index in range(len(turn.messages)) for fact in self._facts(turn, index, zone)
        ]

    def _facts(self, turn: TurnClosed, index: int, zone: ZoneInfo) -> Iterator[Fact]:
        message = turn.messages[index]
        if not counts(message):
            return
        text = spoken_text(message.msg)
        who = speakers(turn, message)
        source = Source(
            message_id=message.msg.id,
            text=text,
            speaker=who.speaker,
            said_at=message.at,
            zone=zone,
            context=tuple(said.line for said in before(turn, index)),
        )
        readings = self._readings(turn, index, who, Moment(message.at, zone, self._calendar))
        yield from (build(reading.draft, reading.clause, source) for reading in readings)
        if who.role == "user" or readings or informs(text):
            yield from utterances(source)

    def _readings(
        self, turn: TurnClosed, index: int, who: Speakers, moment: Moment
    ) -> list[Reading]:
        text = spoken_text(turn.messages[index].msg)
        said = before(turn, index)
        earlier = cache(partial(_earlier, turn, tuple(said), who.speaker, moment))
        if _LEANS.search(text):
            who.heard(earlier()[1])
        readings = read(text, who, moment)
        if who.role == "assistant":
            return readings
        if not readings and said and said[-1].role == "assistant":
            answered = dialogue.answer(said[-1].text, text, who.speaker)
            if answered is not None:
                return [answered]
        return dialogue.mended(text, who, moment, readings, lambda: earlier()[0])


def _earlier(
    turn: TurnClosed, said: Sequence[Said], speaker: str, moment: Moment
) -> tuple[list[Reading], Speakers]:
    """Return what a speaker stated in the messages before, and of whom and what all spoke."""
    heard = Speakers(speaker)
    stated: list[Reading] = []
    for each in said:
        who = speakers_of(turn, each)
        who.heard(heard)
        found = read(each.text, who, replace(moment, said_at=each.at))
        heard.heard(who)
        if who.speaker == speaker:
            stated += found
    return stated, heard
