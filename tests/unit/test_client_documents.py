"""What a client says of a document becomes an event, or an error that names what is wrong."""

from datetime import UTC, datetime
from typing import Any

import pytest

from membus.client.documents import document_event
from membus.client.messages import Origin
from membus.contracts.envelope import Envelope, body_as
from membus.contracts.events.messages import DocumentPublished, DocumentRemoved
from membus.errors import MalformedError

NOW = datetime(2026, 3, 2, 1, 15, tzinfo=UTC)
ORIGIN = Origin(tenant_id="acme", agent_id="concierge", user_zone="Asia/Shanghai")
FIELDS = {"source_id": "handbook", "title": "Handbook", "text": "Hi."}


def said(fields: dict[str, Any] = FIELDS, **options: Any) -> Envelope:
    return document_event(DocumentPublished, fields, {"user_id": "mei", **options}, ORIGIN, NOW)


def test_a_document_is_whose_the_call_says_and_the_clients_origin_stands_in() -> None:
    own, shared = said(), said(space_id="team", tenant_id="other", agent_id="clerk")
    assert (own.owner, own.agent_id, own.user_zone) == ("acme/u/mei", "concierge", "Asia/Shanghai")
    assert (shared.owner, shared.agent_id) == ("other/s/team", "clerk")
    assert own.event_id != shared.event_id
    body = body_as(own, DocumentPublished)
    assert (body.source_id, body.title, body.text) == ("handbook", "Handbook", "Hi.")


def test_a_removal_names_its_source() -> None:
    fields, options = {"source_id": "handbook"}, {"user_id": "mei"}
    event = document_event(DocumentRemoved, fields, options, ORIGIN, NOW)
    assert body_as(event, DocumentRemoved).source_id == "handbook"


def test_a_naive_time_was_written_where_the_user_is() -> None:
    assert said().occurred_at == NOW
    assert said(occurred_at="2026-01-05T10:00:00").occurred_at == datetime(
        2026, 1, 5, 2, tzinfo=UTC
    )


@pytest.mark.parametrize(
    ("fields", "options", "says"),
    [
        ({"source_id": ""}, {}, "source_id"),
        ({"source_id": "x" * 513}, {}, "source_id"),
        ({"text": 7}, {}, "text"),
        ({}, {"user_id": None}, "user_id"),
        ({}, {"session_id": "s"}, "session_id"),
        ({}, {"visibility": "private", "agent_id": ""}, "agent_id"),
        ({}, {"occurred_at": "someday"}, "time"),
    ],
)
def test_what_is_wrong_is_named(fields: dict[str, Any], options: dict[str, Any], says: str) -> None:
    with pytest.raises(MalformedError) as raised:
        said({**FIELDS, **fields}, **options)
    assert says in str(raised.value)
