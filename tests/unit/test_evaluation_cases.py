"""Cases: what the files may hold, which are chosen, and how an answer is judged."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.support.asked import asked

from membus.errors import MalformedError
from membus.evaluation import consistency, pollution
from membus.evaluation.cases import choose, read_cases, sessions_of
from membus.evaluation.consistency import ConsistencyCase, Expected, consistency_report
from membus.evaluation.pollution import PollutionCase, pollution_report

TALK = {
    "at": "2026-03-02T09:00:00+08:00",
    "messages": [{"role": "user", "text": "I live in Oslo."}, {"role": "assistant", "text": "Ok."}],
}


def case(name: str = "c-1", **changes: Any) -> dict[str, Any]:
    return {
        "id": name,
        "language": "en",
        "category": "stated",
        "split": "dev",
        "sessions": [TALK],
        "question": {"text": "Where do I live?"},
        "expect": {"all": ["Oslo"]},
        **changes,
    }


def written(folder: Path, *lines: object) -> Path:
    file = folder / "cases.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in lines), "utf-8")
    return file


def read(folder: Path, *lines: object) -> list[ConsistencyCase]:
    return read_cases(written(folder, *lines), ConsistencyCase)[1]


def test_the_cases_that_are_shipped_are_valid_and_as_many_as_promised() -> None:
    _, consistent = read_cases(consistency.FILE, ConsistencyCase)
    worlds, polluting = read_cases(pollution.FILE, PollutionCase)
    assert worlds
    assert len(consistent) >= 200
    assert sum(one.category != "injected" for one in polluting) >= 180
    assert len(polluting) >= 200
    for cases in (consistent, polluting):
        languages = Counter(one.language for one in cases)
        assert min(languages.values()) >= 0.4 * len(cases)
        splits = Counter(one.split for one in cases)
        assert min(splits.values()) >= 0.4 * len(cases)


def test_a_case_is_a_user_whose_question_comes_in_a_session_of_its_own(tmp_path: Path) -> None:
    (one,) = read(tmp_path, case(zone="Asia/Shanghai", as_of="2026-03-03T00:00:00Z"))
    (session,) = sessions_of([], [one])
    question = one.asked()
    assert question.user_id == session.user_id
    assert question.session_id != session.session_id
    assert (question.zone, question.as_of) == ("Asia/Shanghai", one.as_of)
    assert [said.role for said in session.messages] == ["user", "assistant"]
    assert session.messages[0].at < session.messages[1].at


def test_cases_share_a_world_that_is_published_once(tmp_path: Path) -> None:
    world = {"type": "world", "world": "w", "language": "en", "sessions": [TALK]}
    other = {**world, "world": "unasked"}
    asking = {"world": "w", "sessions": [], "category": "unrelated", "expect": {"nothing": True}}
    lines = [world, other, case("p-1", **asking), case("p-2", **asking)]
    worlds, cases = read_cases(written(tmp_path, *lines), PollutionCase)
    (session,) = sessions_of(worlds, cases)
    assert {one.asked().user_id for one in cases} == {session.user_id}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (case(expect={}), "expect needs"),
        (case(expect={"al": ["x"]}), "al"),
        (case(category="nonsense"), "category"),
        (case(split="test"), "split"),
        (case(sessions=[]), "needs sessions, or a world"),
        (case(world="w"), "no world 'w'"),
        (case(sessions=[{**TALK, "at": "2026-03-02T09:00:00"}]), "timezone"),
        (case(surprise=1), "surprise"),
        ([], "valid dictionary"),
    ],
)
def test_a_line_that_is_no_case_is_named(line: object, says: str, tmp_path: Path) -> None:
    with pytest.raises(MalformedError, match=says) as fault:
        read(tmp_path, case("fine"), line)
    assert "cases.jsonl:2" in str(fault.value)


def test_an_id_is_there_once(tmp_path: Path) -> None:
    with pytest.raises(MalformedError, match="'c-1' is there twice"):
        read(tmp_path, case(), case())


def test_a_line_that_is_not_json_is_named(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text("{", "utf-8")
    with pytest.raises(MalformedError, match=r"cases\.jsonl:1: not JSON"):
        read_cases(file, ConsistencyCase)


def test_a_split_and_the_subset_are_the_same_every_time(tmp_path: Path) -> None:
    lines = [
        case(
            f"c-{number:02}",
            category="stated" if number < 20 else "updated",
            split="dev" if number % 2 else "held",
        )
        for number in range(40)
    ]
    cases = read(tmp_path, *lines)
    assert {one.split for one in choose(cases, "held")} == {"held"}
    assert choose(cases, "all") == cases
    few = choose(cases, "all", subset=True)
    assert few == choose(cases[::-1], "all", subset=True)
    assert Counter(one.category for one in few) == {"stated": 6, "updated": 6}
    assert few[0].id == "c-00"


EXPECTED = Expected.model_validate({"all": ["Globex"], "any": ["don't", "not"], "none": ["Acme"]})


@pytest.mark.parametrize(
    ("said", "faults"),
    [
        (["I work at GLOBEX.", "I do not drive."], []),
        (["Globex, and I don’t drive."], []),
        (["Globex."], ["missing: don't / not"]),
        (["I do not drive."], ["missing: Globex"]),
        (["Globex, not Acme."], ["unwanted: Acme"]),
        ([], ["missing: Globex", "missing: don't / not"]),
    ],
)
def test_an_answer_says_all_that_is_expected_and_nothing_that_is_not(
    said: list[str], faults: list[str]
) -> None:
    assert EXPECTED.faults(said) == faults


def test_consistency_is_the_share_of_right_cases(tmp_path: Path) -> None:
    cases = read(tmp_path, case("a"), case("b", category="updated", language="zh"))
    report = consistency_report(cases, [asked("I live in Oslo."), asked("I live in Rome.")])
    assert report["rate"] == 0.5
    assert report["by_category"]["stated"] == {"cases": 1, "rate": 1.0}
    assert report["by_language"]["zh"] == {"cases": 1, "rate": 0.0}
    (failed,) = report["failed"]
    assert (failed["id"], failed["faults"]) == ("b", ["missing: Oslo"])


def test_pollution_tells_memory_without_need_from_memory_in_the_wrong_order(tmp_path: Path) -> None:
    ranked = {"first": "Oslo", "below": ["Rome", "Lyon"]}
    lines = [
        case("a", category="unrelated", expect={"nothing": True}),
        case("b", category="near-topic", expect={"nothing": True}),
        case("c", category="injected", expect=ranked),
        case("d", category="injected", expect=ranked),
        case("e", category="injected", expect=ranked),
        case("f", category="injected", expect=ranked),
    ]
    _, cases = read_cases(written(tmp_path, *lines), PollutionCase)
    report = pollution_report(
        cases,
        [
            asked(),
            asked("anything"),
            asked("tea", "oslo", "Rome"),
            asked("Rome", "Oslo"),
            asked("Lyon"),
            asked("Oslo"),
        ],
    )
    assert (report["rate"], report["outranked"]) == (0.5, 0.5)
    assert {one["id"]: one["faults"] for one in report["failed"]} == {
        "b": ["came: anything"],
        "d": ["above: Rome"],
        "e": ["missing: Oslo"],
    }
