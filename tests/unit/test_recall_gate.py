"""Which questions the gate before recall refuses, and which it lets through."""

import pytest

from membus.domain.recalling.gate import refusal


@pytest.mark.parametrize(
    "text", ["", "  ", "👍👍", "?!", "Hello!", "谢谢你", "thanks", "好的。", "在吗？", "哈哈哈"]
)
def test_who_asks_nothing_needs_no_memory(text: str) -> None:
    assert refusal(text) in {"nothing is asked", "small talk"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("What is 12 * 7?", "arithmetic"),
        ("三加五等于几？", "arithmetic"),
        ("How do I sort a dict in Python?", "code"),
        ("Python 怎么读文件？", "code"),
        ("Tell me a joke.", "a piece of writing that needs no facts"),
        ("写一首关于春天的诗", "a piece of writing that needs no facts"),
        ("What is the capital of Kenya?", "general knowledge"),
        ("肯尼亚的首都是哪里？", "general knowledge"),
        ("Translate to French: my sister lives in Oslo", "the text to work on is in the question"),
        ("翻译成法语：我姐姐住在奥斯陆", "the text to work on is in the question"),
    ],
)
def test_a_general_question_needs_no_memory_and_the_reason_is_said(text: str, reason: str) -> None:
    assert refusal(text) == reason


@pytest.mark.parametrize(
    "text",
    [
        # A person, a name or an identifier.
        "What do I eat?",
        "我对什么过敏？",
        "A1001",
        "contract 2024-118",
        "What did Caroline research?",
        "Would Melanie be likely to enjoy camping?",
        "小李对新架构有什么意见？",
        # Something known, or a time.
        "What is the capital we visited?",
        "How much is it?",
        "上次那个多少钱",
        "Why did the sky look red yesterday?",
        # Taste.
        "Recommend a restaurant.",
        "推荐一家餐厅",
        # A general form about somebody's own things.
        "write a poem for emma",
        "how do i get home",
        "解释一下合同条款",
        "翻译上次那封邮件",
        # More than a greeting.
        "hello, where is my order A1001?",
        "谢谢，顺便问一下我的会议是几点",
        "x",
        "continue",
        "继续",
    ],
)
def test_what_may_need_memory_is_let_through(text: str) -> None:
    assert refusal(text) == ""


@pytest.mark.parametrize("yes", ["yes", "好的", "👍"])
def test_a_yes_is_let_through_only_where_something_was_asked(yes: str) -> None:
    assert refusal(yes, ["The usual table?", yes]) == ""
    assert refusal(yes, ["我订老地方吗？"]) == ""
    assert refusal(yes, ["It rains.", yes]) != ""
    assert refusal(yes) != ""


def test_a_question_behind_noise_is_let_through() -> None:
    assert refusal("🔥" * 2000 + " where do I live?") == ""
    assert refusal("!" * 2000 + "住在哪里") == ""


@pytest.mark.parametrize(
    "text",
    ["a" * 50_000, "请" * 299, "把" * 299, "what is " + "a " * 140, "1," * 149, "世界上和" * 70],
)
def test_noise_that_a_pattern_could_hang_on_is_let_through(text: str) -> None:
    assert refusal(text) == ""
