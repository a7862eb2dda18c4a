"""Where a context is cut, and what stays after it."""

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from membus.contracts.blocks import Block
from membus.contracts.events.turns import GateLabel, Summary, TurnClosed, TurnMessage
from membus.contracts.msg import Msg
from membus.domain.context_splitting import limit_images, split, without_oldest
from membus.domain.summary_context import ContextEntry, SessionContext, fold_turn, without_head
from membus.domain.summary_text import summary_text, with_notice

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
CALL = {"type": "tool_call", "id": "c1", "name": "find", "input": "{}"}
RESULT = {"type": "tool_result", "id": "c1", "name": "find", "output": "A1001"}
IMAGE = {"type": "data", "source": {"type": "url", "url": "u", "media_type": "image/png"}}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def entry(number: int, *blocks: dict[str, Any]) -> ContextEntry:
    msg = Msg.model_validate({"id": f"m{number}", "role": "assistant", "content": list(blocks)})
    at = NOON + timedelta(minutes=number)
    return ContextEntry(turn_id=f"t{number}", revision=1, offset=number, at=at, msg=msg)


def blocks_of(entries: list[ContextEntry]) -> list[Block]:
    return [block for each in entries for block in each.msg.content]


def turn(number: int, revision: int, *messages: tuple[int, str]) -> TurnClosed:
    return TurnClosed(
        turn_id=f"t{number}",
        revision=revision,
        closed_by="reply_completed",
        messages=[
            TurnMessage(
                msg=Msg.model_validate({"id": f"m{offset}", "role": "user", "content": said}),
                event_id=f"e{offset}",
                partition=0,
                offset=offset,
                ordinal=offset,
                at=NOON + timedelta(minutes=offset),
                appended_at=NOON,
                label=GateLabel(relevant=True),
            )
            for offset, said in messages
        ],
        partition=0,
        covers=[offset for offset, _ in messages],
        settled_to=100,
    )


def test_the_newest_blocks_that_fit_are_kept() -> None:
    entries = [entry(0, text("a"), text("b")), entry(1, text("c"))]
    head, tail = split(entries, [5, 5, 5], reserve=10)
    assert [[block.type for block in each.msg.content] for each in head] == [["text"]]
    assert [each.msg.id for each in tail] == ["m0", "m1"]


def test_a_call_and_its_result_are_not_torn_apart() -> None:
    entries = [entry(0, text("a"), CALL), entry(1, RESULT, text("b"))]
    head, tail = split(entries, [1, 1, 1, 1], reserve=2)
    assert [block.type for block in blocks_of(head)] == ["text", "tool_call", "tool_result"]
    assert [block.type for block in blocks_of(tail)] == ["text"]


def test_where_the_reserve_holds_everything_nothing_is_kept() -> None:
    head, tail = split([entry(0, text("a")), entry(1, text("b"))], [1, 1], reserve=10)
    assert (len(head), tail) == (2, [])


@settings(deadline=None)
@given(
    st.lists(st.lists(st.integers(1, 20), min_size=1, max_size=4), min_size=1, max_size=6),
    st.integers(0, 60),
)
def test_a_cut_loses_and_doubles_no_block_and_keeps_the_reserve(
    sizes: list[list[int]], reserve: int
) -> None:
    entries = [
        entry(i, *(text(f"{i}.{j}") for j in range(len(each)))) for i, each in enumerate(sizes)
    ]
    costs = [size for each in sizes for size in each]
    head, tail = split(entries, costs, reserve)
    assert blocks_of(head) + blocks_of(tail) == blocks_of(entries)
    assert head
    assert sum(costs[len(blocks_of(head)) :]) <= reserve


def test_only_the_newest_images_stay() -> None:
    entries = limit_images([entry(0, IMAGE, text("a")), entry(1, IMAGE)], limit=1)
    assert [block.type for block in blocks_of(entries)] == ["text", "text", "data"]


def test_the_oldest_entries_go_first() -> None:
    entries = [entry(0, text("a")), entry(1, text("b")), entry(2, text("c"))]
    assert [each.msg.id for each in without_oldest(entries, [5, 5, 5], 11)] == ["m1", "m2"]


def test_a_revision_takes_the_place_of_the_one_before() -> None:
    context = fold_turn(SessionContext(session="s"), turn(0, 1, (1, "Oslo")))
    context = fold_turn(context, turn(5, 1, (5, "Rome")))
    context = fold_turn(context, turn(0, 2, (1, "Oslo"), (3, "in May")))
    assert [each.msg.id for each in context.entries] == ["m1", "m3", "m5"]
    assert fold_turn(context, turn(0, 1, (1, "Oslo"))) == context


def test_a_void_turn_leaves_the_context() -> None:
    context = fold_turn(SessionContext(session="s"), turn(0, 1, (1, "Oslo")))
    assert fold_turn(context, turn(0, 2)).entries == ()


def test_what_is_summarised_does_not_come_back_with_a_late_revision() -> None:
    context = fold_turn(SessionContext(session="s"), turn(0, 1, (1, "Oslo"), (2, "in May")))
    context = without_head(context, context.entries, [], settled_to=100)
    assert (context.covers_to, context.entries) == (3, ())
    context = fold_turn(context, turn(0, 2, (1, "Oslo"), (2, "in May"), (9, "I said")))
    assert [each.msg.id for each in context.entries] == ["m9"]


def test_an_offset_that_may_still_be_filled_is_not_covered() -> None:
    context = fold_turn(SessionContext(session="s"), turn(0, 1, (1, "Oslo"), (4, "in May")))
    context = without_head(context, context.entries, [], settled_to=3)
    assert context.covers_to == 3
    # Offset 3 was in an open turn; 4 is in the summary although it lies beyond.
    context = fold_turn(context, turn(0, 2, (1, "Oslo"), (3, "with Emma"), (4, "in May")))
    assert [each.msg.id for each in context.entries] == ["m3"]


def test_a_message_that_was_cut_keeps_the_rest_of_its_blocks() -> None:
    msg = {"id": "m1", "role": "assistant", "content": [text("a"), text("b")]}
    whole = turn(0, 1, (1, ""))
    message = whole.messages[0].model_copy(update={"msg": Msg.model_validate(msg)})
    whole = whole.model_copy(update={"messages": [message]})
    context = fold_turn(SessionContext(session="s"), whole)
    head, tail = split(context.entries, [1, 1], reserve=1)
    context = without_head(context, head, tail, settled_to=100)
    context = fold_turn(context, whole.model_copy(update={"revision": 2}))
    assert [getattr(each, "text", "") for each in blocks_of(list(context.entries))] == ["b"]


def test_injected_messages_hints_and_thoughts_stay_out() -> None:
    told = turn(0, 1, (1, "you know Ann"), (2, ""))
    content = [{"type": "hint", "hint": "h"}, {"type": "thinking", "thinking": "t"}, text("hi")]
    messages = [
        told.messages[0].model_copy(
            update={"msg": told.messages[0].msg.model_copy(update={"name": "memory"})}
        ),
        told.messages[1].model_copy(
            update={"msg": Msg.model_validate({"id": "m2", "role": "user", "content": content})}
        ),
    ]
    context = fold_turn(SessionContext(session="s"), told.model_copy(update={"messages": messages}))
    assert [block.type for block in blocks_of(list(context.entries))] == ["text"]


def test_a_notice_stands_once_and_in_the_language_of_what_is_missing() -> None:
    once = with_notice(Summary(current_state="user: Oslo"), "hello")
    assert once.current_state.startswith("user: Oslo\n(Earlier")
    assert with_notice(once, "hello") == once
    assert "略去" in summary_text(with_notice(None, "你好"))
