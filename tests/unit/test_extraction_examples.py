"""The sample conversations: well-formed, alike at every import, and worth remembering."""

import json
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from tests.support.extraction import facts, turn_of

from membus.contracts.events.turns import GateLabel, TurnMessage
from membus.contracts.memory import Fact
from membus.contracts.msg import Msg, spoken_text

FOLDER = Path(__file__).parents[2] / "examples" / "conversations"
NAMES = ("customer_service_zh", "assistant_en")
QUESTIONS: list[dict[str, Any]] = json.loads((FOLDER / "questions.json").read_text("utf-8"))


def lines(name: str) -> list[dict[str, Any]]:
    text = (FOLDER / f"{name}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def learned(name: str) -> Iterator[tuple[str, Fact]]:
    """Yield (session id, fact) of a conversation, message by message."""
    for line in lines(name):
        msg, at = Msg.model_validate(line["msg"]), datetime.fromisoformat(line["occurred_at"])
        said = TurnMessage(
            msg=msg,
            event_id=msg.id,
            partition=0,
            offset=0,
            ordinal=0,
            at=at,
            appended_at=at,
            label=GateLabel(relevant=True),
        )
        for fact in facts(turn_of([said]), line["user_zone"]):
            yield line["session_id"], fact


@pytest.mark.parametrize("name", NAMES)
class TestConversation:
    def test_has_fixed_ids_and_times_that_go_forward(self, name: str) -> None:
        said = lines(name)
        assert 40 <= len(said) <= 60
        assert max(Counter(line["msg"]["id"] for line in said).values()) == 1
        times = [datetime.fromisoformat(line["occurred_at"]) for line in said]
        assert times == sorted(times)
        assert len({line["user_id"] for line in said}) == 1

    def test_every_reply_is_finished(self, name: str) -> None:
        replies = [line["msg"] for line in lines(name) if line["msg"]["role"] == "assistant"]
        assert replies
        assert all(reply["finished_reason"] == "completed" for reply in replies)

    def test_holds_small_talk_beside_what_matters(self, name: str) -> None:
        quiet = {line["msg"]["id"] for line in lines(name)} - {
            fact.message_id for _, fact in learned(name)
        }
        assert len(quiet) > 15


def test_sessions_lie_days_apart() -> None:
    for name, fewest in zip(NAMES, (3, 5), strict=True):
        days = {line["session_id"]: line["occurred_at"][:10] for line in lines(name)}
        assert len(set(days.values())) == len(days) >= fewest


def test_the_customer_is_known_after_it() -> None:
    known = {(fact.predicate, fact.object, fact.polarity) for _, fact in learned(NAMES[0])}
    assert known >= {
        ("order", "A1001", "positive"),
        ("allergic_to", "花生", "positive"),
        ("drinks", "咖啡", "negative"),
        ("address", "苏州市工业园区星湖街328号", "positive"),
        ("phone", "13900001234", "positive"),
        ("commitment", "补发新的杯子", "positive"),
        ("works_at", "星湖设计", "positive"),
        ("daughter", "小雨", "positive"),
    }


def test_the_user_is_known_after_it() -> None:
    employers = [
        (fact.object, fact.polarity)
        for _, fact in learned(NAMES[1])
        if fact.predicate == "works_at"
    ]
    assert employers == [("Acme", "positive"), ("Acme", "negative"), ("Globex", "positive")]
    known = {(fact.predicate, fact.object, fact.polarity) for _, fact in learned(NAMES[1])}
    assert known >= {
        ("eats", "cilantro", "negative"),
        ("drinks", "coffee", "negative"),
        ("allergic_to", "walnuts", "positive"),
        ("lives_in", "Bergen", "positive"),
        ("travels_to", "Lisbon", "positive"),
        ("birthday", "March 9", "positive"),
    }


@pytest.mark.parametrize("question", QUESTIONS, ids=[each["question"] for each in QUESTIONS])
def test_every_question_has_its_answer_in_an_earlier_session(question: dict[str, Any]) -> None:
    (name,) = [name for name in NAMES if lines(name)[0]["user_id"] == question["user_id"]]
    said = "\n".join(spoken_text(Msg.model_validate(line["msg"])) for line in lines(name))
    stated = "\n".join(fact.content for _, fact in learned(name))
    assert all(words in said or words in stated for words in question["expect"])
