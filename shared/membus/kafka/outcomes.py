"""What a stage made of each record, as one OutcomeBatch a source partition."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from json.encoder import encode_basestring as quoted

from membus.contracts import ids
from membus.contracts.envelope import Envelope
from membus.kafka.decode import event_id_of
from membus.kafka.records import Finished, Partition, printable
from membus.kafka.stage import Done, Park

# An outcome may name many events; so many of them stay well below the record limit of 16 MiB.
_LARGEST_BATCH = 1000
# An outcome is about an event, not about a person; the envelope wants a name all the same.
_NOBODY = "membus"
_EMPTY_BODY = b'"body":{}}'


@dataclass(frozen=True, slots=True)
class Batch:
    """An OutcomeBatch event as it goes to the log: `envelope` without its body, and the bytes."""

    source: Partition
    envelope: Envelope
    value: bytes


def outcome_batches(stage: str, finished: Sequence[Finished], now: datetime) -> Iterator[Batch]:
    """Yield the outcomes of records that have one, by source partition.

    A record that was read from the retry topic counts where it first stood.
    """
    at = quoted(now.isoformat())
    by_source: dict[Partition, list[Finished]] = {}
    for one in finished:
        verdict = one.verdict
        if isinstance(verdict, Park) or (isinstance(verdict, Done) and verdict.outcome):
            source = one.item.source
            by_source.setdefault((source.topic, source.partition), []).append(one)
    for source_partition, those in by_source.items():
        for start in range(0, len(those), _LARGEST_BATCH):
            yield _batch(stage, source_partition, those[start : start + _LARGEST_BATCH], at, now)


def _batch(
    stage: str, source: Partition, finished: Sequence[Finished], at: str, now: datetime
) -> Batch:
    # JSON is written by hand here: a model for each outcome costs more than all else in the batch.
    first = event_id_of(finished[0].item.source, finished[0].envelope)
    envelope = Envelope(
        event_id=ids.event_id("OutcomeBatch", first, f"{stage}/{finished[-1].item.source.offset}"),
        type="OutcomeBatch",
        user_id=_NOBODY,
        occurred_at=now,
        producer=stage,
        body={},
    )
    outcomes = ",".join([_outcome(stage, one, at) for one in finished])
    body = (
        f'"body":{{"stage":{quoted(stage)},"source_topic":{quoted(source[0])},'
        f'"source_partition":{source[1]},"outcomes":[{outcomes}]}}}}'
    )
    return Batch(source, envelope, envelope.to_bytes().removesuffix(_EMPTY_BODY) + body.encode())


def _outcome(stage: str, one: Finished, at: str) -> str:
    source, envelope, verdict = one.item.source, one.envelope, one.verdict
    event_id = envelope.event_id if envelope is not None else event_id_of(source, None)
    if isinstance(verdict, Park):
        verdict = Done("parked", f"{verdict.error_class}: {verdict.reason}")
    if not isinstance(verdict, Done):
        raise TypeError("only what is done or parked has an outcome")
    # What is empty is left out: it is the default.
    reason = f',"reason":{quoted(printable(verdict.reason))}' if verdict.reason else ""
    produced = (
        f',"produced":[{",".join(map(quoted, verdict.produced))}]' if verdict.produced else ""
    )
    return (
        f'{{"outcome_id":"{ids.outcome_id(stage, event_id)}","event_id":{quoted(event_id)},'
        f'"stage":{quoted(stage)},"outcome":"{verdict.outcome}"{reason}{produced},'
        f'"offset":{source.offset},"at":{at}}}'
    )
