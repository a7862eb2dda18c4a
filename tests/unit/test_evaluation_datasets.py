"""Public data sets: what becomes a message, what a question, and what is said of bad files."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from membus.errors import MalformedError
from membus.evaluation.locomo import evidence_of, read_locomo
from membus.evaluation.madial import read_madial

TURNS = frozenset({"D1:3", "D1:12", "D8:6", "D9:17", "D11:26"})


@pytest.mark.parametrize(
    ("texts", "named"),
    [
        (["D1:3"], {"D1:3"}),
        (["D8:6; D9:17"], {"D8:6", "D9:17"}),
        (["D1:3 D1:12"], {"D1:3", "D1:12"}),
        (["D 1 : 03"], {"D1:3"}),
        (["D01:12"], {"D1:12"}),
        (["D1:3", "D1:3"], {"D1:3"}),
        (["D1:99", "D"], set()),
        ([], set()),
    ],
)
def test_evidence_names_turns_that_exist(texts: list[str], named: set[str]) -> None:
    assert evidence_of(texts, TURNS) == named


def locomo(folder: Path, **changes: Any) -> Path:
    sample = {
        "sample_id": "conv-1",
        "conversation": {
            "speaker_a": "Ada",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ada", "dia_id": "D1:1", "text": "I sail.", "blip_caption": "a boat"},
                {"speaker": "Bo", "dia_id": "D1:2", "text": "Where?"},
            ],
            "session_2_date_time": "9:00 am on 9 May, 2023",
            "session_2": [],
        },
        "qa": [
            {"question": "What does Ada do?", "evidence": ["D1:1"], "category": 4},
            {"question": "Of nothing?", "evidence": [], "category": 5},
        ],
        **changes,
    }
    file = folder / "locomo.json"
    file.write_text(json.dumps([sample]), "utf-8")
    return file


def test_a_locomo_session_is_a_chat_of_several_people_at_its_time(tmp_path: Path) -> None:
    (session,), _ = read_locomo(locomo(tmp_path))
    assert (session.user_id, session.participants) == ("conv-1", "many")
    assert [(said.id, said.name, said.text) for said in session.messages] == [
        ("D1:1", "Ada", "I sail."),
        ("D1:2", "Bo", "Where?"),
    ]
    first, second = session.messages
    assert first.at == datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    assert second.at > first.at


def test_a_locomo_question_without_evidence_is_not_asked(tmp_path: Path) -> None:
    _, (question,) = read_locomo(locomo(tmp_path))
    assert (question.text, question.category) == ("What does Ada do?", "single-hop")
    assert (question.user_id, question.relevant) == ("conv-1", {"D1:1"})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{}", "list of conversations"),
        ("[{}]", "sample_id"),
        ("no json", "no LoCoMo"),
        ('[{"sample_id": "a", "conversation": {"session_1": [{}]}, "qa": []}]', "None"),
    ],
)
def test_what_is_no_locomo_is_named(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "file.json"
    file.write_text(text, "utf-8")
    with pytest.raises(MalformedError, match=says) as fault:
        read_locomo(file)
    assert str(file) in str(fault.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(MalformedError, match="cannot be read"):
        read_locomo(tmp_path / "none.json")


MEMORY = {"7": {"id": "7", "user-id": 1, "time": "2023-05-15", "event": "小林第一次划船。"}}
DIALOGUE = {
    "id": 4,
    "user-id": 1,
    "dialogue": ["<BOD>\n", '<小林>:"周末做什么？"\n', '<Assistant>: "划船吧。\n', "<EOD>\n"],
    "test-turn": [2],
    "relevant-id": [7],
}


def madial(folder: Path, memory: object = MEMORY, dialogue: object = DIALOGUE) -> Path:
    (folder / "memory.jsonl").write_text(json.dumps(memory) + "\n\n", "utf-8")
    (folder / "dialogue_dev.jsonl").write_text(json.dumps(dialogue), "utf-8")
    return folder


def test_a_madial_memory_is_a_message_on_its_day_in_a_session_of_its_own(tmp_path: Path) -> None:
    (session,), _ = read_madial(madial(tmp_path))
    (said,) = session.messages
    assert (said.id, said.text, said.role) == ("7", "小林第一次划船。", "user")
    assert said.at.astimezone(UTC) == datetime(2023, 5, 15, 4, tzinfo=UTC)
    assert (session.user_id, session.zone) == ("user-1", "Asia/Shanghai")


def test_a_madial_dialogue_asks_before_its_test_turn(tmp_path: Path) -> None:
    _, (dialogue,) = read_madial(madial(tmp_path))
    (place,) = dialogue.asked_before
    assert dialogue.lines[place].text == "划船吧。"
    assert dialogue.lines[place].role == "assistant"
    assert (dialogue.lines[place - 1].role, dialogue.lines[place - 1].name) == ("user", "小林")
    assert (dialogue.user_id, dialogue.relevant) == ("user-1", {"7"})


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"dialogue": ["no line"]}, "begin with <BOD>"),
        ({"dialogue": ["<BOD>", "no line"]}, "must look like"),
        ({"test-turn": [1]}, "one before it"),
        ({"test-turn": [9]}, "one before it"),
        ({"user-id": "x"}, "user-id"),
    ],
)
def test_what_is_no_madial_dialogue_is_named(
    change: dict[str, Any], says: str, tmp_path: Path
) -> None:
    with pytest.raises(MalformedError, match=says) as fault:
        read_madial(madial(tmp_path, dialogue={**DIALOGUE, **change}))
    assert "dialogue_dev.jsonl:1" in str(fault.value)


def test_a_folder_without_dialogues_is_no_madial(tmp_path: Path) -> None:
    with pytest.raises(MalformedError, match=r"memory\.jsonl and dialogue"):
        read_madial(tmp_path)


def test_a_madial_memory_without_a_day_is_named(tmp_path: Path) -> None:
    bad = {"7": {**MEMORY["7"], "time": "2023-02-30"}}
    with pytest.raises(MalformedError, match=r"memory\.jsonl:1: .*time"):
        read_madial(madial(tmp_path, memory=bad))
