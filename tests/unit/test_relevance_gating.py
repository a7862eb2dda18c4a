"""A gate that decides for itself: its labels are in the turns, and a message is decided once."""

from typing import Any

from tests.support.conversations import NOON, Said, record
from tests.support.ingestion import Ingestion

from membus.contracts.events.turns import GateLabel, TurnClosed
from membus.contracts.msg import Msg, spoken_text
from membus.kafka.stage import Done

IDLE_TALK = GateLabel(relevant=False, reason="idle talk", gate="scripted")
WORTH_KEEPING = GateLabel(relevant=True, gate="scripted")


class ScriptedGate:
    """Says "idle talk" of a message that has the word in it, and the opposite the next time."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.asked: list[list[str]] = []

    @property
    def name(self) -> str:
        return "scripted"

    async def label(self, turn: TurnClosed) -> list[GateLabel]:
        texts = [spoken_text(each.msg) for each in turn.messages]
        known = {text for earlier in self.asked for text in earlier}
        self.asked.append(texts)
        return [
            (WORTH_KEEPING if text in known else IDLE_TALK) if self.word in text else message.label
            for text, message in zip(texts, turn.messages, strict=True)
        ]


def user(number: int, text: str, **msg: Any) -> Said:
    return Said(
        number, 0, Msg.model_validate({"id": f"m{number}", "role": "user", "content": text} | msg)
    )


def reply(number: int, text: str) -> Said:
    return user(number, text, role="assistant", finished_at=NOON, finished_reason="completed")


def labels(turn: TurnClosed) -> list[str]:
    return [message.label.reason for message in turn.messages]


async def test_what_the_gate_decided_is_in_the_turn_that_closes() -> None:
    ingestion = Ingestion(gate=ScriptedGate("weather"))
    await ingestion.take(record(user(0, "The weather in Oslo was mild"), 0))
    (result,) = await ingestion.take(record(reply(1, "I moved your visit to Oslo"), 1))
    (turn,) = ingestion.closed()
    assert [message.label for message in turn.messages] == [IDLE_TALK, GateLabel(relevant=True)]
    assert isinstance(result, Done)
    assert result.outcome == "stored"


async def test_a_turn_of_which_the_gate_drops_all_travels_on_as_skipped() -> None:
    ingestion = Ingestion(gate=ScriptedGate("weather"))
    results = await ingestion.take(
        record(user(0, "The weather in Oslo was mild"), 0),
        record(reply(1, "The weather in Rome was mild"), 1),
    )
    (turn,) = ingestion.closed()
    assert (turn.skipped, turn.skip_reason) == (True, "idle talk")
    assert [(each.outcome, each.reason) for each in results if isinstance(each, Done)] == [
        ("skipped", "idle talk"),
        ("skipped", "idle talk"),
    ]


async def test_only_turns_that_close_are_asked_about() -> None:
    gate = ScriptedGate("weather")
    ingestion = Ingestion(gate=gate)
    await ingestion.take(record(user(0, "The weather in Oslo was mild"), 0))
    assert gate.asked == []
    await ingestion.take(record(reply(1, "Noted"), 1))
    assert len(gate.asked) == 1


async def test_a_batch_that_is_handled_again_keeps_its_labels() -> None:
    gate = ScriptedGate("weather")
    ingestion = Ingestion(gate=gate)
    records = [record(user(0, "The weather was mild"), 0), record(reply(1, "I moved to Rome"), 1)]
    first = await ingestion.stage.handle(records)
    again = await ingestion.stage.handle(records)
    assert again == first
    assert len(gate.asked) == 1


async def test_a_later_revision_asks_only_about_what_is_new() -> None:
    gate = ScriptedGate("weather")
    ingestion = Ingestion(gate=gate)
    await ingestion.take(
        record(user(0, "The weather was mild"), 0), record(reply(1, "I moved to Rome"), 1)
    )
    await ingestion.take(record(reply(2, "And then to Oslo"), 2))
    first, second = ingestion.closed()
    assert (first.turn_id, second.revision) == (second.turn_id, 2)
    # Asked anew it would say otherwise: what was decided stands.
    assert labels(second) == ["idle talk", "", ""]


async def test_a_message_that_grew_is_decided_anew() -> None:
    gate = ScriptedGate("weather")
    ingestion = Ingestion(gate=gate)
    await ingestion.take(
        record(user(0, "I live in Oslo"), 0), record(reply(1, "The weather is mild there"), 1)
    )
    longer = [
        {"type": "text", "id": "a", "text": "The weather is mild there"},
        {"type": "text", "id": "b", "text": "I booked the ferry"},
    ]
    grown = Said(1, 1, Msg.model_validate({"id": "m1", "role": "assistant", "content": longer}))
    await ingestion.take(record(grown, 2))
    first, second = ingestion.closed()
    assert "ferry" in gate.asked[-1][1]
    assert labels(first) == ["", "idle talk"]
    assert second.messages[1].label == IDLE_TALK


async def test_the_rules_alone_fold_once_and_say_who_decided() -> None:
    ingestion = Ingestion()
    await ingestion.take(record(user(0, "hi"), 0), record(reply(1, "I moved you to Rome"), 1))
    (turn,) = ingestion.closed()
    assert [(each.label.reason, each.label.gate) for each in turn.messages] == [
        ("greeting", "rules"),
        ("", "rules"),
    ]
