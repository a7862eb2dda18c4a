"""Questions of general knowledge are dropped with their answers, whatever is at hand is kept."""

import pytest

from membus.contracts.events.turns import GateLabel
from membus.contracts.msg import Msg
from membus.domain.relevance import label

GENERAL = GateLabel(relevant=False, reason="general knowledge")


def said(text: str, role: str = "user") -> Msg:
    return Msg.model_validate({"id": "m", "role": role, "content": text})


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What's the capital of Peru?", "The capital of Peru is Lima."),
        ("What does ephemeral mean?", "Ephemeral means lasting for a short time."),
        ("Who invented the telephone?", "It is credited to Alexander Graham Bell."),
        ("ok, how do I join two strings in Python?", "You can use the plus sign."),
        ("Tell me a joke", "Why did the tomato blush? It saw the salad dressing."),
        ("什么是递归？", "递归就是函数调用自身。"),
        ("黄河有多长？", "黄河全长约五千四百六十四公里。"),
        ("Python怎么读取文件？", "可以用open函数。"),
        ("讲个笑话吧", "从前有根火柴，头很痒，挠着挠着就着了。"),
    ],
)
def test_what_anybody_could_ask_is_dropped_with_its_answer(question: str, answer: str) -> None:
    assert label(said(question), None) == GENERAL
    assert label(said(answer, "assistant"), said(question)) == GENERAL


@pytest.mark.parametrize(
    "question",
    [
        "What is my balance?",
        "What is the deadline?",
        "Who is Farah?",
        "What does Kofi mean?",
        "How long does delivery take?",
        "How many people are there in the team?",
        "What was the port of the metrics server again?",
        "How do I get our report out of Excel?",
        "Who wrote Hamlet, Bob wants to know",
        "What is a closure? Call Bob.",
        "我的密码是什么？",
        "会议有多长？",
        "这是什么意思？",
        "谁写了周报？",
        "什么是闭包？周五前我要讲给同事听",
    ],
)
def test_a_question_about_something_at_hand_is_kept(question: str) -> None:
    assert label(said(question), None).relevant


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What's the capital of Peru?", "Lima. By the way, your flight there leaves at 9."),
        ("What's the capital of Peru?", "Lima. I've saved that for the quiz."),
        ("什么是年金？", "年金是定期给付。您的年金保单下月到期。"),
        ("Any news from Ann?", "The capital of Peru is Lima."),
    ],
)
def test_an_answer_that_says_more_is_kept(question: str, answer: str) -> None:
    assert label(said(answer, "assistant"), said(question)).relevant


def test_what_another_person_answers_is_kept() -> None:
    answer = said("The capital of Peru is Lima.", "user")
    assert label(answer, said("What's the capital of Peru?")).relevant
