import json

from hypothesis import given
from hypothesis import strategies as st
from tests.support.kafka import message
from tests.support.runtime import NOW, finished, item, raw

from membus.contracts import ids
from membus.contracts.envelope import body_as, parse
from membus.contracts.events.outcomes import Outcome, OutcomeBatch
from membus.kafka.outcomes import outcome_batches
from membus.kafka.records import PASSED, Finished, Forward, Item
from membus.kafka.stage import Done, Park

texts = st.text(max_size=40)
verdicts = st.one_of(
    st.builds(
        Done,
        st.sampled_from(["stored", "merged", "skipped"]),
        texts,
        st.lists(texts, max_size=3).map(tuple),
    ),
    st.builds(Park, texts, st.just("MalformedError")),
)


@given(verdicts, st.text(min_size=1, max_size=100))
def test_the_hand_written_json_reads_back_as_the_contract(verdict: Done | Park, stage: str) -> None:
    envelope = message("s1", "hello")
    one = finished(item(7, envelope, partition=3), verdict)

    (batch,) = outcome_batches(stage, [one], NOW)
    body = body_as(parse(batch.value), OutcomeBatch)

    parked = isinstance(verdict, Park)
    reason = f"MalformedError: {verdict.reason}" if parked else verdict.reason
    expected = Outcome(
        outcome_id=ids.outcome_id(stage, envelope.event_id),
        event_id=envelope.event_id,
        stage=stage,
        outcome=verdict.outcome if isinstance(verdict, Done) and verdict.outcome else "parked",
        reason=reason.encode("utf-8", "backslashreplace").decode(),
        produced=list(verdict.produced) if isinstance(verdict, Done) else [],
        offset=7,
        at=NOW,
    )
    assert body == OutcomeBatch(
        stage=stage, source_topic="source", source_partition=3, outcomes=[expected]
    )


def test_the_bytes_hold_nothing_but_the_contract() -> None:
    (batch,) = outcome_batches(
        "stage", [finished(item(7, message("s1", "a")), Done("stored"))], NOW
    )

    assert json.loads(batch.value) == parse(batch.value).model_dump(mode="json", exclude_none=True)


def test_one_batch_a_source_partition() -> None:
    said = [
        finished(item(offset, message("s1", "a"), partition=offset % 2), Done("stored"))
        for offset in range(5)
    ]
    batches = {batch.source[1]: batch for batch in outcome_batches("stage", said, NOW)}

    assert sorted(batches) == [0, 1]
    body = body_as(parse(batches[0].value), OutcomeBatch)
    assert [outcome.offset for outcome in body.outcomes] == [0, 2, 4]


def test_a_retried_record_counts_where_it_first_stood() -> None:
    one = item(4, message("s1", "a"), partition=2, retried=True)

    (batch,) = outcome_batches("stage", [finished(one, Done("stored"))], NOW)

    assert batch.source == ("source", 2)


def test_what_passes_by_or_travels_on_has_no_outcome_yet() -> None:
    one = item(4, message("s1", "a"))
    passing = [finished(one, Done(None)), Finished(one, PASSED), Finished(one, Forward("later"))]

    assert list(outcome_batches("stage", passing, NOW)) == []


def test_a_record_that_cannot_be_read_has_an_outcome_by_its_place() -> None:
    broken = Finished(Item(("source", 1), 9, raw(9, b"?", partition=1)), Park("not JSON"))

    (batch,) = outcome_batches("stage", [broken], NOW)

    (outcome,) = body_as(parse(batch.value), OutcomeBatch).outcomes
    assert outcome.event_id == ids.undecodable_id("source", 1, 9)


def test_the_same_records_give_the_same_event_ids_on_redelivery() -> None:
    said = [finished(item(offset, message("s1", "a")), Done("stored")) for offset in range(3)]

    first, second = (next(outcome_batches("stage", said, NOW)) for _ in range(2))

    assert first.envelope.event_id == second.envelope.event_id


def test_many_outcomes_are_spread_over_several_records() -> None:
    envelope = message("s1", "a")
    said = [finished(item(offset, envelope), Done("stored")) for offset in range(2500)]

    batches = list(outcome_batches("stage", said, NOW))

    assert len(batches) == 3
    assert len({batch.envelope.event_id for batch in batches}) == 3
