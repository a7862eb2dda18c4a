"""The window keeps whole turns, the newest ones, within its caps."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from membus.contracts.events.recalls import WindowMessage
from membus.domain.window import trim

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)


def said(turn: int, number: int, tokens: int = 10) -> WindowMessage:
    return WindowMessage(
        message_id=f"m{turn}.{number}",
        turn_id=f"t{turn}",
        role="user",
        text="x",
        at=NOON + timedelta(minutes=turn, seconds=number),
        offset=turn * 10 + number,
        tokens=tokens,
    )


def names(messages: list[WindowMessage]) -> list[str]:
    return [message.message_id for message in messages]


def test_the_newest_turns_stay_whole() -> None:
    messages = [said(turn, number) for turn in range(4) for number in range(2)]
    assert names(trim(messages, turns=2)) == ["m2.0", "m2.1", "m3.0", "m3.1"]


def test_a_turn_that_does_not_fit_ends_the_window() -> None:
    messages = [said(0, 0, 1), said(1, 0, 50), said(1, 1, 60), said(2, 0, 10)]
    assert names(trim(messages, tokens=100)) == ["m2.0"]


def test_of_a_newest_turn_that_is_too_long_the_newest_messages_stay() -> None:
    messages = [said(0, 0, 1), said(1, 0, 90), said(1, 1, 20), said(1, 2, 20)]
    assert names(trim(messages, tokens=100)) == ["m1.1", "m1.2"]


def test_a_late_message_stands_in_its_turn() -> None:
    late = said(0, 1).model_copy(update={"offset": 99})
    assert names(trim([said(0, 0), said(1, 0), late])) == ["m0.0", "m0.1", "m1.0"]


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 9), st.integers(1, 60)), max_size=20),
    st.integers(1, 4),
    st.integers(1, 200),
)
def test_the_caps_hold(made: list[tuple[int, int, int]], turns: int, tokens: int) -> None:
    messages = list({(t, n): said(t, n, size) for t, n, size in made}.values())
    kept = trim(messages, turns=turns, tokens=tokens)
    assert sum(message.tokens for message in kept) <= tokens
    assert len({message.turn_id for message in kept}) <= turns
    assert kept == sorted(kept, key=lambda message: message.at)
