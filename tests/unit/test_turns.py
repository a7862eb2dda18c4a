"""What closes a turn, what belongs to it, and how late or growing messages revise it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from membus.contracts.envelope import Envelope
from membus.contracts.events.turns import TurnClosed
from membus.contracts.msg import Msg
from membus.domain.turn_folding import Place, Step, add_message, end_session, go_idle
from membus.domain.turns import SessionState
from membus.errors import MalformedError, NotAllowedError

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)


def envelope(minute: float, **fields: Any) -> Envelope:
    return Envelope.model_validate(
        {
            "event_id": f"e{minute}",
            "type": "MessagePublished",
            "user_id": "ann",
            "session_id": "s1",
            "occurred_at": NOON + timedelta(minutes=minute),
            "body": {},
            **fields,
        }
    )


class Session:
    """A session that is fed records, each at the next offset."""

    def __init__(self, **fields: Any) -> None:
        self.fields = fields
        self.state: SessionState | None = None
        self.offset = 10
        self.published: list[TurnClosed] = []

    def say(self, minute: float, role: str, text: str, **msg: Any) -> Step:
        said = Msg.model_validate({"id": f"m{minute}", "role": role, "content": text} | msg)
        return self.publish(envelope(minute, **self.fields), said)

    def reply(self, minute: float, text: str, reason: str = "completed", **msg: Any) -> Step:
        finished = {"finished_at": NOON, "finished_reason": reason}
        return self.say(minute, "assistant", text, **finished, **msg)

    def publish(self, envelope: Envelope, msg: Msg) -> Step:
        place = Place(0, self.offset, NOON)
        return self._took(add_message(self.state, envelope, msg, place))

    def idle(self, last_offset: int | None = None) -> Step:
        assert self.state is not None
        last = self.state.last_offset if last_offset is None else last_offset
        return self._took(go_idle(self.state, last, self.offset))

    def end(self) -> Step:
        assert self.state is not None
        return self._took(end_session(self.state, envelope(99, **self.fields), self.offset))

    def _took(self, step: Step) -> Step:
        self.state = step.state
        self.offset += 1
        self.published += [each.closed for each in step.published]
        return step

    def told(self) -> list[tuple[int, str, list[str]]]:
        return [
            (turn.revision, turn.closed_by, [each.msg.id for each in turn.messages])
            for turn in self.published
        ]


@pytest.mark.parametrize(
    ("reason", "closed_by"),
    [
        ("completed", "reply_completed"),
        ("interrupted", "reply_interrupted"),
        ("error", "reply_failed"),
        ("exceed_max_iters", "reply_failed"),
    ],
)
def test_a_finished_reply_closes_its_turn(reason: str, closed_by: str) -> None:
    session = Session()
    session.say(0, "user", "I moved to Oslo")
    session.reply(1, "Noted, Oslo it is", reason)
    assert session.told() == [(1, closed_by, ["m0", "m1"])]


def test_an_unanswered_run_of_user_messages_is_one_open_turn() -> None:
    session = Session()
    session.say(0, "user", "I moved")
    session.say(1, "user", "to Oslo")
    assert session.told() == []
    assert session.state is not None
    assert session.state.open_from == 10


def test_the_next_user_message_interrupts_an_open_reply() -> None:
    session = Session()
    session.say(0, "user", "what about Oslo?")
    session.say(1, "assistant", "Oslo is")
    session.say(2, "user", "never mind, Rome")
    assert session.told() == [(1, "reply_interrupted", ["m0", "m1"])]


def test_a_tool_call_keeps_the_turn_open_until_the_reply_after_it() -> None:
    session = Session()
    session.say(0, "user", "where is order A1001?")
    session.say(1, "assistant", [{"type": "tool_call", "id": "c", "name": "find"}])  # type: ignore[arg-type]
    session.say(2, "tool", [{"type": "tool_result", "id": "c", "output": "on its way"}])  # type: ignore[arg-type]
    assert session.told() == []
    session.reply(3, "It is on its way")
    assert session.told() == [(1, "reply_completed", ["m0", "m1", "m2", "m3"])]


def test_idleness_closes_what_is_open() -> None:
    session = Session()
    session.say(0, "user", "I moved to Oslo")
    session.idle()
    assert session.told() == [(1, "idle", ["m0"])]


def test_a_tick_is_void_when_a_newer_message_precedes_it() -> None:
    session = Session()
    session.say(0, "user", "I moved to Oslo")
    session.say(1, "user", "last week")
    assert session.idle(last_offset=10).fate == "void"
    assert session.told() == []


def test_a_second_tick_changes_nothing() -> None:
    session = Session()
    session.say(0, "user", "I moved to Oslo")
    session.idle()
    assert session.idle().fate == "void"
    assert len(session.told()) == 1


def test_the_end_of_a_session_closes_what_is_open() -> None:
    session = Session()
    session.say(0, "user", "I moved to Oslo")
    session.end()
    assert session.told() == [(1, "session_ended", ["m0"])]


def test_a_late_reply_makes_the_next_revision_of_its_own_turn() -> None:
    session = Session()
    session.say(0, "user", "where do I live?")
    session.say(2, "user", "and where do I work?")
    session.reply(3, "At Acme")
    session.reply(1, "In Oslo")
    assert session.told() == [
        (1, "reply_completed", ["m0", "m2", "m3"]),
        # The late reply splits the run: what moved out is withdrawn before it is given again.
        (2, "reply_completed", ["m0", "m1"]),
        (1, "reply_completed", ["m2", "m3"]),
    ]


def test_a_late_first_message_voids_the_turn_that_was_named_after_another() -> None:
    session = Session()
    session.say(1, "user", "and where do I work?")
    session.reply(2, "At Acme")
    session.say(0, "user", "where do I live?")
    assert session.told() == [
        (1, "reply_completed", ["m1", "m2"]),
        (2, "reply_completed", []),
        (1, "reply_completed", ["m0", "m1", "m2"]),
    ]
    void = session.published[1]
    assert (void.turn_id, void.skip_reason) == (session.published[0].turn_id, "void")


def test_what_was_idle_stays_closed_in_the_turn_it_moves_to() -> None:
    session = Session()
    session.say(0, "user", "one")
    session.say(2, "user", "two")
    session.idle()
    session.say(1, "assistant", "an answer to one")
    assert session.told()[1:] == [
        (2, "reply_interrupted", ["m0", "m1"]),
        (1, "idle", ["m2"]),
    ]


def test_a_published_message_is_not_withdrawn_while_its_new_turn_is_open() -> None:
    session = Session()
    session.say(0, "user", "one")
    session.say(2, "user", "two")
    session.idle()
    session.say(3, "user", "three")
    session.say(1, "assistant", "an answer to one")
    assert session.told()[1:] == [
        (2, "reply_interrupted", ["m0", "m1"]),
        (1, "reply_interrupted", ["m2", "m3"]),
    ]


def test_more_in_a_closed_turn_is_its_next_revision() -> None:
    session = Session()
    session.say(0, "user", "I moved to Oslo")
    session.idle()
    session.reply(1, "How nice for you")
    assert session.told() == [(1, "idle", ["m0"]), (2, "reply_completed", ["m0", "m1"])]


def test_an_open_reply_after_idleness_waits_for_its_end() -> None:
    session = Session()
    session.say(0, "user", "I moved to Oslo")
    session.idle()
    session.say(1, "assistant", "How ni")
    assert len(session.told()) == 1
    session.reply(1, "How nice")
    assert session.told()[1:] == [(2, "reply_completed", ["m0", "m1"])]


def test_replies_before_any_question_are_a_turn() -> None:
    session = Session()
    session.reply(0, "I am your assistant for order A1001")
    session.say(1, "user", "good that you are here, Emma")
    assert session.told() == [(1, "reply_completed", ["m0"])]


def test_among_many_each_message_is_a_turn() -> None:
    session = Session(participants="many")
    session.say(0, "user", "I live in Oslo", name="Ann")
    session.say(1, "user", "and I in Rome", name="Bob")
    assert session.told() == [(1, "message", ["m0"]), (1, "message", ["m1"])]


def test_among_many_another_user_may_speak() -> None:
    session = Session(participants="many")
    session.say(0, "user", "I live in Oslo", name="Ann")
    other = envelope(1, user_id="bob", participants="many")
    step = session.publish(other, Msg(id="b1", role="user", content="and I in Rome"))
    assert step.state.owner == "default/u/ann"
    assert len(session.published) == 2


def test_another_user_is_refused() -> None:
    session = Session()
    session.say(0, "user", "I live in Oslo")
    with pytest.raises(NotAllowedError, match="another user"):
        session.publish(envelope(1, user_id="bob"), Msg(id="b1", role="user", content=[]))


def test_another_space_is_refused() -> None:
    session = Session()
    session.say(0, "user", "I live in Oslo")
    with pytest.raises(NotAllowedError, match="open a new session"):
        session.publish(envelope(1, space_id="team"), Msg(id="b1", role="user", content=[]))


def test_the_same_message_again_is_a_duplicate() -> None:
    session = Session()
    session.say(0, "user", "I moved to Oslo")
    session.reply(1, "Noted, Oslo it is")
    assert session.say(0, "user", "I moved to Oslo").fate == "duplicate"
    assert session.reply(1, "Noted, Oslo it is").fate == "duplicate"
    assert len(session.published) == 1


def test_a_reply_grows_by_block_and_keeps_its_place() -> None:
    session = Session()
    session.say(0, "user", "count for me, Emma")
    one = {"type": "text", "id": "b1", "text": "One"}
    session.say(1, "assistant", [one])  # type: ignore[arg-type]
    step = session.reply(1, [one | {"text": "One, two"}, {"type": "text", "id": "b2", "text": "3"}])  # type: ignore[arg-type]
    assert step.fate == "grown"
    (turn,) = session.published
    texts = [block.text for block in turn.messages[1].msg.content if block.type == "text"]
    assert texts == ["One, two", "3"]
    assert turn.covers == [10, 11, 12]


def test_what_is_finished_is_not_overwritten_by_a_late_fragment() -> None:
    session = Session()
    session.say(0, "user", "count for me, Emma")
    session.reply(1, "One, two, three")
    assert session.say(1, "assistant", "One, tw").fate == "unchanged"
    assert len(session.published) == 1


def test_both_halves_of_a_split_message_remain() -> None:
    session = Session()
    session.say(0, "user", "count for me, Emma")
    session.reply(1, [{"type": "text", "id": "b1", "text": "One"}])  # type: ignore[arg-type]
    session.reply(1, [{"type": "text", "id": "b2", "text": "Two"}])  # type: ignore[arg-type]
    last = session.published[-1]
    assert [getattr(block, "text", "") for block in last.messages[1].msg.content] == ["One", "Two"]
    assert last.revision == 2


def test_large_bytes_and_tool_outputs_stay_in_the_log_alone() -> None:
    session = Session()
    data = {"type": "base64", "data": "A" * 100_000, "media_type": "image/png"}
    picture = {"type": "data", "name": "cat.png", "source": data}
    output = [{"type": "text", "text": "x" * 900_000}, picture]
    session.say(0, "user", [picture, {"type": "text", "text": "y" * 900_000}])  # type: ignore[arg-type]
    session.say(1, "tool", [{"type": "tool_result", "id": "c", "output": output}])  # type: ignore[arg-type]
    again = session.say(0, "user", [picture, {"type": "text", "text": "y" * 900_000}])  # type: ignore[arg-type]
    session.end()
    (turn,) = session.published
    assert 900_000 < len(turn.model_dump_json()) < 930_000
    assert "cat.png" in turn.model_dump_json()
    assert again.fate == "duplicate"


def test_a_message_id_of_another_role_is_refused() -> None:
    session = Session()
    session.say(0, "user", "I moved to Oslo")
    with pytest.raises(MalformedError, match="role user"):
        session.say(0, "assistant", "Noted")


def test_settled_to_names_what_no_closed_turn_covers_yet() -> None:
    session = Session()
    session.say(0, "user", "where do I live?")
    session.say(1, "assistant", "In Os")
    session.say(2, "user", "where do I work?")
    assert session.published[-1].settled_to == 12
    session.reply(3, "At Acme")
    assert session.published[-1].settled_to == 14


def test_settled_to_waits_for_the_last_revision_that_a_record_publishes() -> None:
    session = Session()
    session.say(1, "user", "where do I work?")
    session.reply(2, "At Acme")
    session.say(0, "user", "where do I live?")
    void, whole = session.published[1:]
    assert (void.settled_to, whole.settled_to) == (12, 13)


def test_a_turn_carries_the_three_messages_before_it() -> None:
    session = Session()
    for minute in range(0, 6, 2):
        session.say(minute, "user", f"question number {minute}")
        session.reply(minute + 1, f"answer number {minute}")
    before = session.published[-1].before
    assert [each.text for each in before] == [
        "answer number 0",
        "question number 2",
        "answer number 2",
    ]


def test_what_goes_before_has_two_thousand_characters_in_all() -> None:
    session = Session()
    session.say(0, "user", "x" * 1500)
    session.reply(1, "y" * 1499 + "?")
    session.say(2, "user", "Emma said so")
    session.reply(3, "I see, Emma did")
    before = session.published[-1].before
    assert [len(each.text) for each in before] == [500, 1500]
    assert before[1].text.endswith("?")


def test_a_turn_of_empty_talk_travels_on_as_skipped() -> None:
    session = Session()
    session.say(0, "user", "hi!")
    session.reply(1, "Hello! How can I help you today?")
    (turn,) = session.published
    assert turn.skipped
    assert turn.skip_reason == "greeting, small talk"
    assert turn.settled_to == 12


def test_a_yes_is_kept_with_the_turn_when_it_answers() -> None:
    session = Session()
    session.say(0, "user", "book me a table, I am Emma")
    session.reply(1, "Shall I book for Friday?")
    session.say(2, "user", "yes")
    session.reply(3, "ok")
    assert not session.published[-1].skipped
    assert [each.label.relevant for each in session.published[-1].messages] == [True, False]


def test_a_question_that_arrives_late_makes_its_yes_relevant() -> None:
    session = Session()
    session.say(0, "user", "book me a table, I am Emma")
    session.say(2, "user", "yes")
    session.reply(3, "ok")
    session.reply(1, "Shall I book for Friday?")
    newest = {turn.turn_id: turn for turn in session.published}
    assert [[each.label.relevant for each in turn.messages] for turn in newest.values()] == [
        [True, True],
        [True, False],
    ]
