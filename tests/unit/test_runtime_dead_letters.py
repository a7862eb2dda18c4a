import base64
import os

from tests.support.kafka import message
from tests.support.runtime import NOW, raw

from membus.contracts import ids
from membus.contracts.envelope import Envelope, body_as, parse
from membus.contracts.events.outcomes import DeadLetter
from membus.kafka.dead_letters import LARGEST_BYTES, dead_letter
from membus.kafka.records import Source
from membus.kafka.stage import Park

MIB = 1024 * 1024


def parked(source: Source, reason: str = "why", envelope: Envelope | None = None) -> Envelope:
    letter = dead_letter("writer", source, Park(reason), NOW, envelope=envelope, attempts=2)
    return parse(letter.to_bytes())


def test_a_letter_holds_the_record_whole_and_what_was_wrong() -> None:
    source = raw(7, b"\xff not json", b"s1", partition=3, headers=[("h", b"v")])

    envelope = parked(source)
    letter = body_as(envelope, DeadLetter)

    assert base64.b64decode(letter.value or "") == b"\xff not json"
    assert (letter.key, letter.headers) == ("s1", {"h": "v"})
    assert (letter.source_topic, letter.source_partition, letter.source_offset) == ("source", 3, 7)
    assert (letter.stage, letter.error_class, letter.reason) == ("writer", "MalformedError", "why")
    assert letter.attempts == 2
    assert letter.source_event_id == ids.undecodable_id("source", 3, 7) == envelope.causation_id


def test_a_letter_bears_the_records_own_scope_where_it_can_be_read() -> None:
    said = message("s1", "hello", user="ann")

    envelope = parked(raw(0, said.to_bytes()), envelope=said)

    assert (envelope.user_id, envelope.session_id) == ("ann", "s1")
    assert body_as(envelope, DeadLetter).source_event_id == said.event_id


def test_parking_again_gives_the_same_event() -> None:
    assert parked(raw(7, b"?")).event_id == parked(raw(7, b"?")).event_id


def test_keys_headers_and_reasons_that_are_not_unicode_are_escaped() -> None:
    source = raw(0, b"?", b"\xffkey", headers=[("h", b"\xfe")])

    letter = body_as(parked(source, "half a pair: \ud83d"), DeadLetter)

    assert letter.key == "\\xffkey"
    assert letter.headers == {"h": "\\xfe"}
    assert letter.reason == "half a pair: \\ud83d"


def test_a_record_without_a_value_stays_without() -> None:
    assert body_as(parked(raw(0, None, None)), DeadLetter).value is None


def test_a_record_that_is_too_large_to_be_copied_still_fits() -> None:
    envelope = parked(raw(5, os.urandom(16 * MIB)))

    letter = body_as(envelope, DeadLetter)
    assert letter.value is None
    assert "too large to be copied" in letter.reason
    assert len(envelope.to_bytes()) < 16 * MIB


def test_huge_headers_do_not_burst_it_either() -> None:
    envelope = parked(raw(5, b"small", headers=[("h", b"\xff" * 5 * MIB)]))

    assert body_as(envelope, DeadLetter).headers == {}
    assert len(envelope.to_bytes()) < 16 * MIB


def test_a_record_that_just_fits_is_copied() -> None:
    value = os.urandom(LARGEST_BYTES * 3 // 4 - 100)

    letter = body_as(parked(raw(5, value)), DeadLetter)

    assert base64.b64decode(letter.value or "") == value
