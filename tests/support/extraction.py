"""Turns to extract from, the facts that the rules read in them, and an extractor that is told."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal

from membus.adapters.rules.extractor import RulesExtractor
from membus.contracts.events.turns import (
    ClosedBy,
    ContextMessage,
    GateLabel,
    TurnClosed,
    TurnMessage,
)
from membus.contracts.memory import Fact
from membus.contracts.msg import Msg, Role
from membus.ports.models import Extraction

# A Thursday, half past midnight in Shanghai: still Wednesday in UTC.
SAID_AT = datetime(2024, 5, 29, 16, 30, tzinfo=UTC)
SHANGHAI = "Asia/Shanghai"

Said = str | tuple[Role, str]


def message(text: str, index: int = 0, role: Role = "user", name: str = "") -> TurnMessage:
    return TurnMessage(
        msg=Msg(id=f"m{index}", name=name, role=role, content=text),
        event_id=f"e{index}",
        partition=2,
        offset=10 + index,
        ordinal=index,
        at=SAID_AT,
        appended_at=SAID_AT,
        label=GateLabel(relevant=True),
    )


def turn_of(messages: Sequence[TurnMessage], **fields: object) -> TurnClosed:
    made: dict[str, object] = {
        "turn_id": "t1",
        "revision": 1,
        "closed_by": "reply_completed",
        "messages": list(messages),
        "partition": 2,
        "covers": [each.offset for each in messages],
        "settled_to": 10 + len(messages),
    }
    return TurnClosed.model_validate(made | fields)


def turn(
    *said: Said,
    before: Sequence[tuple[Literal["user", "assistant"], str]] = (),
    closed_by: ClosedBy = "reply_completed",
    name: str = "",
) -> TurnClosed:
    """A turn of texts; a plain text is the user's."""
    spoken: list[tuple[Role, str]] = [
        ("user", each) if isinstance(each, str) else each for each in said
    ]
    return turn_of(
        [message(text, index, role, name) for index, (role, text) in enumerate(spoken)],
        closed_by=closed_by,
        before=[ContextMessage(role=role, text=text, at=SAID_AT) for role, text in before],
    )


_RULES = RulesExtractor()


def facts(closed: TurnClosed, zone: str = SHANGHAI) -> list[Fact]:
    """What the rules state of a turn, utterances left out."""
    return [fact for fact in _RULES.read(closed, zone) if fact.kind != "utterance"]


def utterances(closed: TurnClosed) -> list[Fact]:
    return [fact for fact in _RULES.read(closed, SHANGHAI) if fact.kind == "utterance"]


def stated(*said: Said, **fields: object) -> set[tuple[str, str, str]]:
    """The (predicate, object, + or -) of every fact of a turn about whomever."""
    closed = turn(*said, **fields)  # type: ignore[arg-type]  # the test's keywords are turn's
    return {
        (fact.predicate, fact.object, "+" if fact.polarity == "positive" else "-")
        for fact in facts(closed)
    }


class ToldExtractor:
    """Answers with the facts it was given, and remembers what it was asked."""

    name = "told"
    version = "7"

    def __init__(self, answer: Sequence[Fact] = ()) -> None:
        self._answer = list(answer)
        self.asked: list[tuple[str, str]] = []

    async def extract(self, turn: TurnClosed, user_zone: str) -> Extraction:
        self.asked.append((turn.turn_id, user_zone))
        return Extraction(self._answer, self.name, self.version)
