"""Terms and BM25 weights: what a question shares with a memory, in English, Chinese and both."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from membus.domain.lexical import (
    document_vector,
    query_vector,
    term_number,
    terms,
)

AVERAGE = 40


def shared(question: str, memory: str) -> set[str]:
    return set(terms(question)) & set(terms(memory))


def score(question: str, memory: str) -> float:
    """BM25 without IDF."""
    document = document_vector(memory, AVERAGE)
    weights = dict(zip(document.indices, document.values, strict=True))
    return sum(weights.get(number, 0.0) for number in query_vector(question).indices)


@pytest.mark.parametrize(
    ("question", "memory"),
    [
        ("Where does she run?", "Melanie was running in the park, she RUNS daily"),
        ("the order A1001", "Order a1001 was shipped"),
        ("invoice 2024-118", "发票 2024-118 已寄出"),
        ("上次那个编号为 A1001 的订单", "订单A1001还没有发货"),
        ("我不吃什么？", "用户不吃香菜"),
        ("狗", "我养了一只狗叫旺财"),
        ("他的狗", "养狗三年了"),
        ("ＡＢＣ１２３", "abc123"),
        ("at 9:30", "the meeting is at 9:30"),
        ("what happened in May 2023?", "2023-05-08: moved to Oslo"),
        ("it cost 1,200 dollars", "$1200 paid"),
        ("Kafka的分区", "我们把kafka分区改成了24个"),
        ("straße", "STRASSE 5"),
    ],
)
def test_a_question_meets_its_memory(question: str, memory: str) -> None:
    assert shared(question, memory)


@pytest.mark.parametrize(
    ("question", "memory"),
    [
        ("what is the of and?", "the end of what is and was"),
        ("A1001", "A1002"),
        ("room 302", "room303"),
        ("的", "我的书"),
        ("", "anything"),
        ("🙂🙂 …!?", "🙂"),
    ],
)
def test_what_says_nothing_meets_nothing(question: str, memory: str) -> None:
    assert not shared(question, memory)


def test_identifiers_stay_whole() -> None:
    assert terms("A1001") == ["a1001"]
    assert terms("2024-118")[0] == "2024-118"
    assert "user_17@example.com" in terms("write to user_17@example.com")


def test_a_chinese_sentence_is_no_single_term() -> None:
    found = terms("我不吃香菜")
    assert {"香菜", "不吃", "菜"} <= set(found)
    assert "我不吃香菜" not in found


def test_negation_is_a_term() -> None:
    assert score("不喜欢", "我不喜欢跑步") > score("不喜欢", "我喜欢跑步")
    assert "not" in terms("do not call me")


def test_the_named_document_scores_above_its_neighbour() -> None:
    assert score("room 302 at 9", "room 302 at 9") > score("room 302 at 9", "room 303 at 9")


def test_a_repeated_term_weighs_more_but_less_than_twice() -> None:
    (once,) = document_vector("tea", AVERAGE).values
    (twice,) = document_vector("tea tea", AVERAGE).values
    assert once < twice < 2 * once


@pytest.mark.parametrize("average", [40, 100])
def test_a_term_of_an_average_text_weighs_one(average: int) -> None:
    text = " ".join(f"w{number}" for number in range(average))
    assert document_vector(text, average).values == pytest.approx((1.0,) * average)


def test_a_longer_text_dilutes_its_terms() -> None:
    long = "tea " + " ".join(f"w{number}" for number in range(200))
    assert score("tea", long) < score("tea", "tea")


def test_terms_that_share_a_number_become_one() -> None:
    first, second = _colliding()
    vector = document_vector(f"{first} {second}", AVERAGE)
    assert vector.indices == (term_number(first),)
    assert vector.values == document_vector(f"{first} {first}", AVERAGE).values
    assert query_vector(f"{first} {second}").values == (1.0,)


def _colliding() -> tuple[str, str]:
    """Return two identifiers with the same 32-bit number (a birthday among 200,000 or so)."""
    seen: dict[int, str] = {}
    for number in range(1_000_000):
        term = f"a{number}"
        value = term_number.__wrapped__(term)
        if value in seen:
            return seen[value], term
        seen[value] = term
    raise AssertionError("no collision in a million terms")


def test_every_process_derives_the_same_numbers() -> None:
    text = "订单 A1001 was shipped to Oslo"
    program = (
        "from membus.domain.lexical import document_vector as d\n"
        f"v = d({text!r}, {AVERAGE}); print(v.indices, v.values)"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    vector = document_vector(text, AVERAGE)
    assert answers == {f"{vector.indices} {vector.values}"}


@given(st.text(max_size=300))
def test_vectors_of_any_text_are_sound(text: str) -> None:
    for vector in (document_vector(text, AVERAGE), query_vector(text)):
        assert len(vector.indices) == len(vector.values) == len(set(vector.indices))
        assert all(0 <= index < 2**32 for index in vector.indices)
        assert all(0 < value <= 2.2 for value in vector.values)
    assert set(query_vector(text).indices) == set(document_vector(text, AVERAGE).indices)


@given(st.text(max_size=100), st.sampled_from(["\ud800", "\x00", "{brace}", "\u202e"]))
def test_broken_text_is_no_error(text: str, oddity: str) -> None:
    assert isinstance(terms(text + oddity), list)
