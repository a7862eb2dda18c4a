import json

import pytest
from tests.support.kafka import message
from tests.support.runtime import NOW, raw

from membus.contracts import ids
from membus.contracts.envelope import Envelope
from membus.contracts.events.messages import MessagePublished
from membus.errors import KeyMismatchError, MalformedError, UnknownSchemaError
from membus.kafka.decode import Decoder, envelope_of, event_id_of

SAID = message("s1", "I live in Oslo")
DECODER = Decoder((), {"source": "session"})


def test_a_good_record_is_decoded_with_its_place_and_time() -> None:
    record = DECODER.decode(raw(7, SAID.to_bytes(), partition=3, headers=[("h", b"v")]))

    assert record is not None
    assert (record.topic, record.partition, record.offset, record.key) == ("source", 3, 7, "s1")
    assert record.appended_at == NOW
    assert record.headers == (("h", b"v"),)
    assert record.envelope == SAID
    assert isinstance(record.body, MessagePublished)


def broken(**changes: object) -> bytes:
    whole = json.loads(SAID.to_bytes())
    return json.dumps({**whole, **changes}).encode()


@pytest.mark.parametrize(
    ("value", "error"),
    [
        (None, MalformedError),
        (b"", MalformedError),
        (b"not json", MalformedError),
        (b"[1, 2]", MalformedError),
        (b'"\xff\xfe"', MalformedError),
        (b'{"event_id": "\\ud83d"}', MalformedError),
        (b"[" * 100_000, MalformedError),
        (broken(user_id=""), MalformedError),
        (broken(user_id=None), MalformedError),
        (broken(occurred_at="0001-01-01T00:00:00Z"), MalformedError),
        (broken(occurred_at="9999-12-31T23:59:59+00:00"), MalformedError),
        (broken(body=[1]), MalformedError),
        (broken(body={"msg": {"role": "user"}}), MalformedError),
        (broken(type="Nonsense"), UnknownSchemaError),
        (broken(schema_version=99), UnknownSchemaError),
        (broken(body="secret", key_id="k1"), UnknownSchemaError),
        (
            broken(body={"msg": {"role": "user", "content": [{"type": "hologram"}]}}),
            UnknownSchemaError,
        ),
    ],
)
def test_what_breaks_the_contract_is_refused(value: bytes | None, error: type[Exception]) -> None:
    with pytest.raises(error):
        DECODER.decode(raw(0, value))


@pytest.mark.parametrize("key", [None, b"", b"other", b"\xff"])
def test_a_session_keyed_record_needs_its_session_as_key(key: bytes | None) -> None:
    with pytest.raises(KeyMismatchError):
        DECODER.decode(raw(0, SAID.to_bytes(), key))


def test_an_owner_keyed_record_needs_its_owner_as_key() -> None:
    decoder = Decoder((), {"source": "owner"})
    owner = ids.owner_of("default", "ann").encode()

    assert decoder.decode(raw(0, SAID.to_bytes(), owner)) is not None
    with pytest.raises(KeyMismatchError, match="default/u/ann"):
        decoder.decode(raw(0, SAID.to_bytes(), b"s1"))


def test_keys_of_other_topics_are_not_checked() -> None:
    assert Decoder((), {}).decode(raw(0, SAID.to_bytes(), b"anything")) is not None


def test_events_that_are_not_the_stages_business_pass_unopened() -> None:
    decoder = Decoder(["SessionEnded"], {"source": "session"})

    assert decoder.decode(raw(0, broken(body={"not": "a message"}), b"wrong key")) is None


def test_an_event_that_does_not_belong_on_the_topic_is_not_passed_by() -> None:
    decoder = Decoder(["Tick"], {}, {"source": ["Tick", "SessionEnded"]})

    assert decoder.decode(raw(0, broken(type="SessionEnded"))) is None
    for stranger in ("MessagePublished", "Unheard"):
        with pytest.raises(MalformedError, match=f"{stranger} does not belong on source"):
            decoder.decode(raw(0, broken(type=stranger)))


def test_a_record_that_cannot_be_read_has_the_id_of_its_place() -> None:
    source = raw(4, b"not json", partition=2)

    assert envelope_of(source) is None
    assert event_id_of(source, None) == ids.undecodable_id("source", 2, 4)


def test_a_record_whose_body_alone_is_broken_keeps_its_own_id() -> None:
    envelope = envelope_of(raw(4, broken(body={})))

    assert isinstance(envelope, Envelope)
    assert event_id_of(raw(4), envelope) == SAID.event_id
