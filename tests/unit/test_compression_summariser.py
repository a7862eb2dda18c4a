"""What the rules keep of a conversation, in its own words and within the room given."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from membus.adapters.rules.summariser import RulesSummariser
from membus.adapters.tokens import ToktokCounter
from membus.contracts.events.turns import Summary
from membus.domain.summary_text import summary_text, with_notice

COUNTER = ToktokCounter()
ENGLISH = [
    ("user", "I need a flight to Oslo on March 3. My name is Emma."),
    ("assistant", "I found SK1234 at 09:40 for 210 EUR."),
    ("user", "I don't eat pork. Please book it."),
    ("assistant", "I'll book it by tomorrow. Do you want a window seat?"),
]
CHINESE = [
    ("user", "你好，我要退货，订单号 A1001。"),
    ("客服", "好的，请问退货原因是什么？"),
    ("user", "尺码不合适。我对花生过敏，别寄零食赠品。"),
    ("客服", "我会在周五前寄出退货标签。请问还需要换货吗？"),
]


async def summarise(
    messages: list[tuple[str, str]], tokens: int = 600, previous: Summary | None = None
) -> Summary:
    return await RulesSummariser(COUNTER).summarise(previous, messages, tokens)


def talk(number: int) -> list[tuple[str, str]]:
    return [("user", f"The weather was fine that week and we walked, talk{'x' * number} of it.")]


async def test_an_english_conversation_under_its_headings() -> None:
    summary = await summarise(ENGLISH)
    assert "user: I need a flight to Oslo on March 3." in summary.task_overview
    assert "SK1234" in summary.important_discoveries
    assert "assistant: I'll book it by tomorrow." in summary.next_steps
    assert "Do you want a window seat?" in summary.next_steps
    assert "user: I don't eat pork." in summary.context_to_preserve
    assert "Emma" in summary.context_to_preserve


async def test_a_chinese_conversation_under_its_headings() -> None:
    summary = await summarise(CHINESE)
    assert "A1001" in summary.task_overview
    assert "客服: 我会在周五前寄出退货标签。" in summary.next_steps
    assert "还需要换货吗" in summary.next_steps
    assert "我对花生过敏" in summary.context_to_preserve


async def test_empty_talk_is_left_out() -> None:
    summary = await summarise([("user", "Hi! Thanks. I moved to Oslo."), ("assistant", "ok")])
    assert summary_text(summary) == "context_to_preserve: user: I moved to Oslo."


@pytest.mark.parametrize("conversation", [ENGLISH, CHINESE])
async def test_what_matters_outlives_the_rest(conversation: list[tuple[str, str]]) -> None:
    first = await summarise(conversation, 300)
    later = [line for number in range(60) for line in talk(number)]
    text = summary_text(await summarise(later, 300, first))
    for kept in ("SK1234", "I don't eat pork") if conversation is ENGLISH else ("A1001", "过敏"):
        assert kept in text


async def test_an_answered_question_is_no_longer_open() -> None:
    first = await summarise(ENGLISH)
    second = await summarise([("user", "The aisle, I like it more.")], previous=first)
    assert "window seat" not in second.next_steps
    assert "I'll book it by tomorrow." in second.next_steps


async def test_the_state_is_the_newest() -> None:
    first = await summarise([("assistant", "The form is being checked.")])
    second = await summarise([("assistant", "The form was accepted.")], previous=first)
    assert second.current_state == "assistant: The form was accepted."


async def test_nothing_new_changes_nothing() -> None:
    first = await summarise(ENGLISH)
    assert await summarise([], previous=first) == first


async def test_a_notice_of_what_is_missing_stays() -> None:
    noticed = with_notice(None, "hello")
    assert "without a summary" in (await summarise(ENGLISH, previous=noticed)).current_state


async def test_a_very_long_sentence_loses_its_end() -> None:
    summary = await summarise([("user", "I need " + "more " * 5000)])
    assert summary.task_overview.endswith("…")
    assert len(summary.task_overview) < 300


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.sampled_from([*ENGLISH, *CHINESE, *talk(3)]), max_size=30),
    st.integers(50, 400),
    st.booleans(),
)
async def test_it_never_takes_more_room_than_it_is_given(
    messages: list[tuple[str, str]], tokens: int, again: bool
) -> None:
    summary = await summarise(messages, tokens)
    if again:
        summary = await summarise(messages[::-1], tokens, summary)
    assert COUNTER.count([summary_text(summary)])[0] <= tokens
