"""The headers of a record, the partition of a key, and how far a member may commit."""

from datetime import UTC, datetime

import pytest
from aiokafka.partitioner import DefaultPartitioner
from hypothesis import given
from hypothesis import strategies as st

from membus.contracts.envelope import Envelope
from membus.kafka.partitions import partition_of
from membus.kafka.progress import Progress
from membus.kafka.topics import MESSAGES, TURNS
from membus.kafka.wire import headers_for, next_traceparent, traceparent_of

PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
EVENT = Envelope(
    event_id="e-1",
    type="MessagePublished",
    user_id="mei",
    occurred_at=datetime(2026, 3, 2, 1, 15, tzinfo=UTC),
    producer="my agent/1",
    body={},
)


def test_a_topic_that_clients_touch_carries_a_cloud_event() -> None:
    headers = dict(headers_for(EVENT, MESSAGES))
    assert headers["content-type"] == b"application/json"
    assert headers["ce_specversion"] == b"1.0"
    assert headers["ce_id"] == b"e-1"
    assert headers["ce_type"] == b"membus.MessagePublished.v1"
    assert headers["ce_source"] == b"/membus/my%20agent%2F1"
    assert headers["ce_time"] == b"2026-03-02T01:15:00Z"


def test_a_topic_of_the_pipelines_own_does_not() -> None:
    assert {name for name, _ in headers_for(EVENT, TURNS)} == {"content-type", "traceparent"}


def test_a_trace_goes_on_with_a_new_span() -> None:
    found = traceparent_of(headers_for(EVENT, MESSAGES, PARENT))
    assert found is not None
    assert found[:36] == PARENT[:36]
    assert found[36:52] != PARENT[36:52]
    assert found[52:] == PARENT[52:]


@pytest.mark.parametrize(
    "broken",
    [
        None,
        "",
        "00-1-2-3",
        PARENT.upper(),
        PARENT + "x",
        f"00-{'0' * 32}-00f067aa0ba902b7-01",
        f"00-4bf92f3577b34da6a3ce929d0e0e4736-{'0' * 16}-01",
    ],
)
def test_a_broken_parent_begins_a_new_trace(broken: str | None) -> None:
    begun = next_traceparent(broken)
    assert traceparent_of([("traceparent", begun.encode())]) == begun
    assert begun != next_traceparent(broken)


def test_a_header_that_is_no_traceparent_is_passed_over() -> None:
    assert traceparent_of([("traceparent", b"\xff")]) is None
    assert traceparent_of([("traceparent", None)]) is None
    assert traceparent_of([]) is None


@given(st.text(min_size=1), st.sampled_from([1, 6, 24]))
def test_a_key_lies_where_kafkas_client_puts_it(key: str, count: int) -> None:
    everywhere = list(range(count))
    expected = DefaultPartitioner()(key.encode(), everywhere, everywhere)
    assert partition_of(key, count) == expected


@given(st.permutations(range(8)))
def test_the_low_water_never_passes_what_is_in_work(order: list[int]) -> None:
    progress: Progress[str] = Progress()
    for offset in range(8):
        progress.begin("p", offset)
    for count, offset in enumerate(order):
        progress.end("p", offset)
        in_work = order[count + 1 :]
        assert progress.low_water() == {"p": min(in_work, default=8)}


def test_what_was_given_up_is_not_committed() -> None:
    progress: Progress[str] = Progress()
    progress.begin("kept", 3)
    progress.begin("gone", 4)
    progress.keep({"kept", "new"})
    progress.end("gone", 4)
    progress.end("kept", 3)
    assert progress.low_water() == {"kept": 4}
