"""What a client says becomes an event with every id, or an error that names what is missing."""

from datetime import UTC, datetime, timedelta

import pytest

from membus.client.messages import Origin, message_event
from membus.client.receipts import Reader, by_reader, newest
from membus.contracts.envelope import body_as
from membus.contracts.events.messages import MessagePublished
from membus.contracts.events.recalls import Receipt
from membus.contracts.msg import Msg
from membus.errors import MalformedError

NOW = datetime(2026, 3, 2, 1, 15, tzinfo=UTC)
ORIGIN = Origin(tenant_id="acme", agent_id="concierge", user_zone="Asia/Shanghai")
HI = {"role": "user", "content": "hi"}
WHERE = {"user_id": "mei", "session_id": "s"}


def msg_of(message: object, **options: object) -> Msg:
    envelope, message_id = message_event(message, WHERE | options, ORIGIN, NOW)
    msg = body_as(envelope, MessagePublished).msg
    assert msg.id == message_id
    return msg


def test_ids_are_given_where_there_are_none() -> None:
    first, second = msg_of(HI), msg_of(HI)
    assert first.id != second.id
    assert [block.id for block in first.content] == ["0"]


def test_ids_that_are_there_are_kept() -> None:
    block = {"type": "text", "text": "hi", "id": "b-7"}
    msg = msg_of({"role": "user", "id": "m-7", "content": [block], "created_at": None})
    assert (msg.id, msg.content[0].id) == ("m-7", "b-7")


def test_the_clients_origin_stands_in_and_the_call_wins() -> None:
    stood_in, _ = message_event(HI, WHERE, ORIGIN, NOW)
    assert (stood_in.tenant_id, stood_in.agent_id, stood_in.user_zone) == (
        "acme",
        "concierge",
        "Asia/Shanghai",
    )
    own = {"agent_id": "planner", "tenant_id": "other", "user_zone": "Europe/Oslo"}
    given, _ = message_event(HI, WHERE | own, ORIGIN, NOW)
    assert (given.tenant_id, given.agent_id, given.user_zone) == ("other", "planner", "Europe/Oslo")


def test_user_and_session_may_stand_in_the_metadata() -> None:
    message = HI | {"metadata": {"user_id": "mei", "session_id": "s", "agent_id": "a"}}
    envelope, _ = message_event(message, {}, ORIGIN, NOW)
    assert (envelope.user_id, envelope.session_id) == ("mei", "s")


def test_what_the_call_says_wins_over_the_metadata() -> None:
    message = HI | {"metadata": {"user_id": "somebody", "session_id": "s"}}
    envelope, _ = message_event(message, {"user_id": "mei", "session_id": None}, ORIGIN, NOW)
    assert (envelope.user_id, envelope.session_id) == ("mei", "s")


def test_the_time_is_the_calls_then_the_messages_then_now() -> None:
    earlier = NOW - timedelta(days=3)
    said = HI | {"created_at": "2026-03-01T10:00:00+00:00"}
    assert message_event(HI, WHERE, ORIGIN, NOW)[0].occurred_at == NOW
    assert message_event(said, WHERE, ORIGIN, NOW)[0].occurred_at == datetime(
        2026, 3, 1, 10, tzinfo=UTC
    )
    told, _ = message_event(said, WHERE | {"occurred_at": earlier}, ORIGIN, NOW)
    assert told.occurred_at == earlier


def test_a_naive_time_of_the_call_is_of_the_users_zone() -> None:
    told, _ = message_event(HI, WHERE | {"occurred_at": "2026-03-02T00:30:00"}, ORIGIN, NOW)
    assert told.occurred_at == datetime(2026, 3, 1, 16, 30, tzinfo=UTC)


def test_a_reply_without_a_time_is_finished_when_it_was_published() -> None:
    reply = msg_of({"role": "assistant", "content": "ok"})
    assert (reply.finished_at, reply.finished_reason) == (NOW, "completed")


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"session_id": "s"}, "user_id"),
        ({"user_id": "", "session_id": "s"}, "user_id"),
        ({"user_id": "mei"}, "session_id"),
        (WHERE | {"session_id": "s" * 513}, "session_id"),
        (WHERE | {"participants": "few"}, "participants"),
        (WHERE | {"visibility": "secret"}, "visibility"),
        (WHERE | {"user_zone": "Mars"}, "Mars"),
        (WHERE | {"occurred_at": "soon"}, "soon"),
        (WHERE | {"seesion": "typo"}, "seesion"),
        (WHERE | {"user_id": 7}, "user_id"),
    ],
)
def test_what_is_missing_or_wrong_is_named(options: dict, named: str) -> None:
    with pytest.raises(MalformedError, match=named):
        message_event(HI, options, ORIGIN, NOW)


def receipt(session: str, partition: int, offset: int, user: str = "mei") -> Receipt:
    return Receipt(session=session, partition=partition, offset=offset, user_id=user)


def test_the_newest_receipt_of_a_session_stands_for_all() -> None:
    receipts = [receipt("t/a", 0, 5), receipt("t/a", 0, 9), receipt("t/a", 0, 7)]
    assert newest(receipts) == [receipts[1]]
    assert len(newest([*receipts, receipt("t/b", 0, 1), receipt("t/a", 1, 1)])) == 3


def test_receipts_are_waited_for_as_those_who_may_read_them() -> None:
    receipts = [receipt("acme%2F1/a", 0, 5), receipt("acme%2F1/b", 0, 9, user="bo")]
    assert by_reader(receipts) == {
        Reader("acme/1", "mei", None): [receipts[0]],
        Reader("acme/1", "bo", None): [receipts[1]],
    }
