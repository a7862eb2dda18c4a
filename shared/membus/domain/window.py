"""The window of a session: its newest turns, whole, within a number of turns and of tokens."""

from collections.abc import Sequence
from datetime import datetime

from membus.contracts.events.recalls import WindowMessage


def trim(
    messages: Sequence[WindowMessage],
    *,
    turns: int = 20,
    tokens: int = 4000,
) -> list[WindowMessage]:
    """Return the newest turns that fit, oldest message first.

    At most `turns` turns with at most `tokens` tokens in all. A newest turn that alone is too long
    gives its newest messages, so that the window of a talking session is never empty for want of
    room for a whole turn.
    """
    kept: list[WindowMessage] = []
    room = tokens
    for turn in _newest_first(messages)[:turns]:
        size = sum(message.tokens for message in turn)
        if size > room:
            if not kept:
                kept = _newest_that_fit(turn, room)
            break
        kept += turn
        room -= size
    return sorted(kept, key=_place)


def _newest_first(messages: Sequence[WindowMessage]) -> list[list[WindowMessage]]:
    turns: dict[str, list[WindowMessage]] = {}
    for message in sorted(messages, key=_place):
        turns.setdefault(message.turn_id, []).append(message)
    return list(turns.values())[::-1]


def _newest_that_fit(turn: Sequence[WindowMessage], room: int) -> list[WindowMessage]:
    kept: list[WindowMessage] = []
    for message in reversed(turn):
        room -= message.tokens
        if room < 0:
            break
        kept.append(message)
    return kept


def _place(message: WindowMessage) -> tuple[datetime, int]:
    return message.at, message.offset
