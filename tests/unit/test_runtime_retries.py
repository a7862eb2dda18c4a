import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.kafka import message
from tests.support.runtime import item, raw

from membus.kafka.backoff import Backoff
from membus.kafka.records import Item
from membus.kafka.retries import BlockedKeys, retry_headers, source_of_retry

BACKOFF = Backoff(deadline_s=30.0)


def test_a_record_comes_back_from_the_retry_topic_as_it_was() -> None:
    first = item(7, message("s1", "a"), partition=3)
    first.attempts = 4
    sent = raw(
        99,
        first.source.value,
        first.source.key,
        topic="retry",
        headers=[("own", b"1"), *retry_headers(first, "no model")],
    )

    source, attempts = source_of_retry(sent)

    assert (source.topic, source.partition, source.offset) == ("source", 3, 7)
    assert source.timestamp == first.source.timestamp
    assert (source.key, source.value) == (first.source.key, first.source.value)
    assert source.headers == (("own", b"1"),)
    assert attempts == 4


def test_a_header_that_a_client_forged_does_not_move_its_record() -> None:
    forged = json.dumps(
        {"topic": "another", "partition": 1, "offset": 2, "timestamp": 3, "attempts": 4}
    )
    source = raw(7, b"?", partition=3, headers=[("membus-retry", forged.encode())])
    first = Item(("source", 3), 7, source)

    sent = raw(99, b"?", topic="retry", headers=retry_headers(first, "no model"))

    assert source_of_retry(sent)[0].offset == 7


@pytest.mark.parametrize(
    "header",
    [
        b"not json",
        b"{}",
        b"[" * 100_000,
        None,
        b'{"topic": 1, "partition": 0, "offset": 0, "timestamp": 0, "attempts": 0}',
        b'{"topic": "source", "partition": 0, "offset": "x", "timestamp": 0, "attempts": 0}',
        b'{"topic": "source", "partition": 0, "offset": 0, "timestamp": 1e400, "attempts": 0}',
        b'{"topic": "source", "partition": 0, "offset": 0, "timestamp": %d, "attempts": 0}'
        % 10**18,
        b'{"topic": "source", "partition": -1, "offset": 0, "timestamp": 0, "attempts": 0}',
    ],
)
def test_a_record_with_a_broken_retry_header_stands_where_it_was_read(
    header: bytes | None,
) -> None:
    source, attempts = source_of_retry(
        raw(9, b"?", topic="retry", headers=[("membus-retry", header)])
    )
    assert (source.topic, source.offset, attempts) == ("retry", 9, 0)


def test_a_record_that_others_wrote_there_stands_where_it_was_read() -> None:
    for headers in ([], [("membus-retry", b"not json")], [("membus-retry", b"{}")]):
        source, attempts = source_of_retry(raw(9, b"?", topic="retry", headers=headers))
        assert (source.topic, source.offset, attempts) == ("retry", 9, 0)


def test_a_key_is_blocked_until_its_last_waiting_record_is_done() -> None:
    blocked = BlockedKeys()
    first, second = raw(1, key=b"a"), raw(2, key=b"a")
    blocked.add(first)
    blocked.add(second)
    blocked.add(second)

    blocked.finished([first])
    assert raw(3, key=b"a") in blocked

    blocked.finished([second])
    assert raw(3, key=b"a") not in blocked
    assert len(blocked) == 0


def test_a_key_is_blocked_in_its_own_topic_alone() -> None:
    blocked = BlockedKeys()
    blocked.add(raw(1, key=b"a"))

    assert raw(1, key=b"a", topic="another") not in blocked
    assert raw(1, key=b"b") not in blocked


@given(st.integers(1, 10_000), st.floats(0, 1e6))
def test_gaps_grow_and_are_bounded(attempts: int, failing_for_s: float) -> None:
    gap = BACKOFF.gap_s(attempts, failing_for_s)

    assert BACKOFF.first_s <= gap <= (BACKOFF.short_s if failing_for_s < 30 else BACKOFF.long_s)
    assert gap <= BACKOFF.gap_s(attempts + 1, failing_for_s)


def test_a_server_that_asks_for_a_longer_rest_gets_it() -> None:
    assert BACKOFF.gap_s(1, 0.0, asked_s=12.0) == 12.0
    assert BACKOFF.gap_s(8, 0.0, asked_s=0.5) > 0.5
