"""The envelope and its codec: what goes in comes out, and what is wrong is named."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from membus.contracts.blocks import HintBlock, TextBlock
from membus.contracts.envelope import Envelope, body_as, open_body, parse, seal
from membus.contracts.events.messages import MessagePublished, SessionEnded
from membus.contracts.events.recalls import RecallRequested
from membus.contracts.events.tasks import BoardWritten
from membus.contracts.msg import Msg, spoken_text
from membus.errors import MalformedError, UnknownSchemaError

AT = datetime(2026, 3, 2, 1, 15, tzinfo=UTC)


def envelope(body: object = None, **changes: object) -> Envelope:
    fields = {
        "event_id": "e-1",
        "type": "SessionEnded",
        "user_id": "mei",
        "session_id": "s",
        "occurred_at": AT,
        "body": {} if body is None else body,
    }
    return Envelope.model_validate(fields | changes)


def record(**changes: object) -> bytes:
    fields = {
        "event_id": "e-1",
        "type": "SessionEnded",
        "user_id": "mei",
        "occurred_at": "2026-03-02T01:15:00Z",
        "body": {},
    }
    return json.dumps(fields | changes).encode()


@given(st.text(), st.text(min_size=1, max_size=40))
def test_any_text_survives_the_wire_unless_it_is_half_a_character(said: str, user: str) -> None:
    msg = Msg(id="m", role="user", content=[TextBlock(text=said)], created_at=AT)
    sent = envelope(seal(MessagePublished(msg=msg)), type="MessagePublished", user_id=user)
    assert body_as(parse(sent.to_bytes()), MessagePublished).msg == msg


def test_text_is_written_as_it_is_and_not_escaped() -> None:
    assert "香菜".encode() in envelope({"reason": "香菜"}).to_bytes()


def test_a_lone_surrogate_is_a_clear_error() -> None:
    with pytest.raises(MalformedError, match="Unicode"):
        envelope({"reason": "\ud800"}).to_bytes()


def test_what_json_cannot_hold_is_a_clear_error() -> None:
    msg = Msg(role="user", content="x", metadata={"raw": b"\xff"})
    with pytest.raises(MalformedError, match="JSON"):
        seal(MessagePublished(msg=msg))


@pytest.mark.parametrize(
    ("value", "named"),
    [
        (None, "empty"),
        (b"", "empty"),
        (b"not json", "JSON"),
        (b"\xff\xfe", "JSON"),
        (b"[]", "object"),
        (record(user_id=None), "user_id"),
        (record(user_id=""), "user_id"),
        (record(user_id="u" * 513), "user_id"),
        (record(occurred_at="0001-01-01T00:00:00Z"), "year 1 "),
        (record(occurred_at="9999-12-31T23:59:59Z"), "year 9999"),
        (record(occurred_at="soon"), "occurred_at"),
        (record(schema_version="x"), "schema_version"),
        (record(body=7), "body"),
    ],
)
def test_what_is_wrong_is_named(value: bytes | None, named: str) -> None:
    with pytest.raises(MalformedError, match=named):
        parse(value)


def test_an_error_never_repeats_the_input() -> None:
    with pytest.raises(MalformedError) as caught:
        parse(record(user_id=["my secret diary"]))
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "changes",
    [
        {"type": "Rumour"},
        {"schema_version": 99},
        {"key_id": "k-1", "body": "Y2lwaGVy"},
        {
            "type": "MessagePublished",
            "body": {"msg": {"role": "user", "content": [{"type": "smell"}]}},
        },
    ],
)
def test_what_this_build_does_not_know_is_told_apart(changes: dict) -> None:
    with pytest.raises(UnknownSchemaError):
        open_body(parse(record(**changes)))


def test_unknown_fields_are_kept_at_every_level() -> None:
    value = record(
        type="MessagePublished",
        mood="glad",
        body={"extra": 1, "msg": {"role": "user", "content": "x", "more": {"deep": None}}},
    )
    read = parse(value)
    again = parse(read.to_bytes())
    assert again.model_extra == {"mood": "glad"}
    resealed = seal(open_body(again))
    assert resealed["extra"] == 1
    assert resealed["msg"]["more"] == {"deep": None}


def test_times_come_out_in_utc() -> None:
    assert parse(record(occurred_at="2026-03-02T09:15:00+08:00")).occurred_at == AT
    assert parse(record(occurred_at="2026-03-02T01:15:00")).occurred_at == AT


def test_what_is_private_names_its_agent() -> None:
    assert parse(record(visibility="private", agent_id="doctor")).agent_id == "doctor"
    for nobody in ({}, {"agent_id": ""}):
        with pytest.raises(MalformedError, match="private to whom"):
            parse(record(visibility="private", **nobody))


def test_another_event_is_not_taken_for_the_one_expected() -> None:
    with pytest.raises(MalformedError, match="SessionEnded"):
        body_as(envelope(), MessagePublished)
    assert body_as(envelope(), SessionEnded) == SessionEnded()


def test_a_question_reads_a_bounded_number_of_spaces() -> None:
    # Each space that a recall read is told of its hits, so that one question could flood the bus.
    asked = {"request_id": "r", "query": "tea?", "reply_partition": 0, "deadline": AT}
    with pytest.raises(ValueError, match="spaces"):
        RecallRequested.model_validate({**asked, "spaces": [str(n) for n in range(101)]})


def test_a_field_of_a_board_can_be_emptied() -> None:
    emptied = BoardWritten(board_id="b", field="doctor", value=None)
    sent = envelope(seal(emptied), type="BoardWritten")
    assert body_as(parse(sent.to_bytes()), BoardWritten) == emptied


def test_a_hint_may_be_blocks_and_is_never_speech() -> None:
    msg = Msg(
        role="assistant",
        content=[HintBlock(hint=[TextBlock(text="note")]), TextBlock(text="said\x00")],
    )
    assert spoken_text(msg) == "said\ufffd"
