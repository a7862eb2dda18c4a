"""What the gate drops, and above all what it keeps."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from membus.contracts.events.turns import GateLabel
from membus.contracts.msg import Msg
from membus.domain.relevance import label, without_memory


def msg(content: object, role: str = "user", **fields: object) -> Msg:
    return Msg.model_validate({"id": "m", "role": role, "content": content, **fields})


def after(question: str, answer: str) -> GateLabel:
    return label(msg(answer), msg(question, "assistant"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hi", "greeting"),
        ("Hi there!", "greeting"),
        ("Good morning!! 😊", "greeting"),
        ("Hellooooo", "greeting"),
        ("ok, bye!", "greeting"),
        ("你好", "greeting"),
        ("您好，在吗？", "greeting"),
        ("早上好呀～", "greeting"),
        ("好的，再见", "greeting"),
        ("ok", "acknowledgement"),
        ("OK thanks!", "acknowledgement"),
        ("Got it, thank you so much.", "acknowledgement"),
        ("that’s great", "acknowledgement"),
        ("yes", "acknowledgement"),
        ("hahahaha lol", "small talk"),
        ("you're welcome", "acknowledgement"),
        ("好的", "acknowledgement"),
        ("好的，谢谢您", "acknowledgement"),
        ("嗯嗯嗯嗯", "acknowledgement"),
        ("明白了，辛苦了", "acknowledgement"),
        ("哈哈哈哈哈", "small talk"),
        ("收到👌", "acknowledgement"),
        ("ok好的", "acknowledgement"),
        ("How are you doing today?", "small talk"),
        ("I'm good, how about you?", "small talk"),
        ("Hello! How can I help you today?", "small talk"),
        ("吃了吗？", "small talk"),
        ("您好，请问有什么可以帮您的？", "small talk"),
        ("今天天气真好啊", "small talk"),
        ("👍", "no words"),
        ("...", "no words"),
        ("🎉🎉 ❤️", "no words"),
        ("", "empty"),
        (" \n\t", "empty"),
    ],
)
def test_empty_talk_is_dropped_with_its_reason(text: str, reason: str) -> None:
    assert label(msg(text), None) == GateLabel(relevant=False, reason=reason)


@pytest.mark.parametrize(
    "text",
    [
        "hi, I am Emma",
        "hi Emma",
        "ok, at 9",
        "5",
        "thanks, order A1001 arrived",
        "I'm vegetarian",
        "no",
        "not that one",
        "do I like tea?",
        "what is my name?",
        "yes but not on Friday",
        "good morning, I will send it tomorrow",
        "how are you? I moved to Oslo",
        "see you on Tuesday",
        "will do",
        "I love it",
        "hello world",
        "你好，我要退货",
        "好的，A1001",
        "好的，周五寄出",
        "谢谢，我对花生过敏",
        "不是这个",
        "不行",
        "我叫小雨",
        "我是谁",
        "不要香菜",
        "好吃",
        "مرحبا",
        "안녕하세요",
        "ok " * 200,
    ],
)
def test_whatever_may_say_something_is_kept(text: str) -> None:
    assert label(msg(text), None) == GateLabel(relevant=True)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Shall I book it?", "yes"),
        ("Shall I book it for Friday", "ok"),
        ("Do you want the blue one? It is the last.", "sure, thanks"),
        ("Shall I book it?", "👍"),
        ("Hi! Would you like a refund?", "Yes! Hi!"),
        ("您要退货吗？", "好的"),
        ("您要退货吗", "对"),
        ("需要我帮您改地址吗？", "可以的，谢谢"),
        ("您的电话是不是没变", "是的"),
        ("要不要加急", "嗯"),
        ("I can move it to Friday if you like.", "please do"),
        ("Let's meet at six", "sounds good"),
        ("那后天", "可以"),
        ("我可以帮您改到周三", "好的"),
        ("你吃药了没", "嗯"),
    ],
)
def test_a_yes_that_answers_a_question_is_kept(question: str, answer: str) -> None:
    assert after(question, answer).relevant


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("I have booked it.", "ok"),
        ("How are you?", "good, thanks"),
        ("I have changed it. Is there anything else I can help you with?", "no thanks"),
        ("已为您更改地址。还有什么可以帮您的吗？", "没有了，谢谢"),
        ("Shall I book it?", "hello"),
        ("已经寄出了。", "好的"),
        ("Why did the scarecrow win? Because it stood out.", "😂😂"),
        ("Sorry, I can't come.", "ok"),
    ],
)
def test_it_is_dropped_where_nothing_was_asked(question: str, answer: str) -> None:
    assert not after(question, answer).relevant


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        (msg("You know that Ann lives in Oslo", "system"), "system"),
        (msg("Ann lives in Oslo", name="memory"), "injected"),
        (msg([{"type": "hint", "hint": "Ann lives in Oslo"}]), "injected"),
        (msg("<memory>\n- 2025-01-01 · fact · Ann lives in Oslo\n</memory>"), "injected"),
        (msg([{"type": "tool_call", "id": "c", "name": "find"}], "assistant"), "tool traffic"),
        (msg([{"type": "tool_result", "id": "c", "output": "Oslo"}], "tool"), "tool traffic"),
        (msg("order A1001: on its way", "tool"), "tool traffic"),
        (msg([{"type": "thinking", "thinking": "Oslo?"}], "assistant"), "empty"),
        (msg([]), "empty"),
    ],
)
def test_what_nobody_said_is_never_relevant(message: Msg, reason: str) -> None:
    assert label(message, None) == GateLabel(relevant=False, reason=reason)


def test_an_injected_block_in_front_of_talk_does_not_make_it_relevant() -> None:
    block = "<memory>\n- 2025-01-01 · fact · Ann lives in Oslo\n</memory>\n"
    assert label(msg(block + "hi"), None) == GateLabel(relevant=False, reason="greeting")
    assert label(msg(block + "I moved to Rome"), None).relevant


def test_a_picture_is_kept() -> None:
    picture = {"type": "data", "source": {"type": "url", "url": "https://example.org/a.png"}}
    assert label(msg([picture]), None).relevant
    assert label(msg([picture, {"type": "text", "text": "hi"}]), None).relevant


def test_an_assistant_that_is_about_to_look_has_not_answered() -> None:
    asked = msg("Can you move my appointment?")
    assert not label(msg("Sure, let me check.", "assistant"), asked).relevant
    assert label(msg("Sure.", "assistant"), asked).relevant


@given(
    st.text(alphabet=string.digits, min_size=1, max_size=12), st.sampled_from(["ok", "好的", ""])
)
def test_a_number_is_always_kept(number: str, talk: str) -> None:
    assert label(msg(f"{talk} {number}"), None).relevant


@given(st.text(max_size=300))
def test_any_text_gets_a_label(text: str) -> None:
    made = label(msg(text), msg(text, "assistant"))
    assert made.relevant == (made.reason == "")


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("<memory>\n- tea\n</memory>\n\nI moved", "I moved"),
        ("I <memory>\na\n</memory>moved<memory>\n</memory> out", "I moved out"),
        ("<memory>\n</memory>", ""),
        ("<memory>\nnever closed", "<memory>\nnever closed"),
        (" no <memory> of it </memory> ", " no <memory> of it </memory> "),
    ],
)
def test_memory_that_was_put_in_is_taken_out(text: str, rest: str) -> None:
    assert without_memory(text) == rest


def test_a_long_text_of_openings_is_read_in_one_pass() -> None:
    text = "<memory>\n" * 100_000
    assert label(msg(text), None).relevant
