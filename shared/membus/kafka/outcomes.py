"""What a stage made of each record, as one OutcomeBatch a source partition."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from json.encoder import encode_basestring as quoted

from membus.contracts import ids
from membus.contracts.envelope import Envelope
from membus.kafka.decode import event_id_of
from membus.kafka.records import Finished, Partition, Verdict, printable
from membus.kafka.stage import Done, Park

# An outcome may name many events; so many of them stay well below the record limit of 16 MiB.
_LARGEST_BATCH = 1000
# An outcome is about an event, not about a person; the envelope wants a name all the same.
_NOBODY = "membus"
_EMPTY_BODY = b'"body":{}}'
# Event id, offset, and the JSON fields of what became of it.
_Told = tuple[str, int, str]


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
    by_source: dict[Partition, list[_Told]] = {}
    for one in finished:
        fate = _fate(one.verdict)
        if fate is not None:
            source, envelope = one.item.source, one.envelope
            event_id = envelope.event_id if envelope is not None else event_id_of(source, None)
            told = (event_id, source.offset, fate)
            by_source.setdefault((source.topic, source.partition), []).append(told)
    for source_partition, those in by_source.items():
        for start in range(0, len(those), _LARGEST_BATCH):
            yield _batch(stage, source_partition, those[start : start + _LARGEST_BATCH], now)


def _batch(stage: str, source: Partition, told: Sequence[_Told], now: datetime) -> Batch:
    outcome_ids = ids.outcome_ids(stage, [event_id for event_id, _, _ in told])
    envelope = Envelope(
        event_id=ids.event_id("OutcomeBatch", outcome_ids[0], str(told[-1][1])),
        type="OutcomeBatch",
        user_id=_NOBODY,
        occurred_at=now,
        producer=stage,
        body={},
    )
    # JSON is written by hand here: a model for each outcome costs more than all else in the batch.
    common = f'"stage":{quoted(stage)},"at":{quoted(now.isoformat())}'
    outcomes = ",".join(
        [
            f'{{"outcome_id":"{outcome_id}","event_id":{quoted(event_id)},"offset":{offset},'
            f"{common},{fate}}}"
            for outcome_id, (event_id, offset, fate) in zip(outcome_ids, told, strict=True)
        ]
    )
    body = (
        f'"body":{{"stage":{quoted(stage)},"source_topic":{quoted(source[0])},'
        f'"source_partition":{source[1]},"outcomes":[{outcomes}]}}}}'
    )
    return Batch(source, envelope, envelope.to_bytes().removesuffix(_EMPTY_BODY) + body.encode())


def _fate(verdict: Verdict) -> str | None:
    """Return the fields that tell what became of a record, None where it has no outcome."""
    if isinstance(verdict, Park):
        verdict = Done("parked", f"{verdict.error_class}: {verdict.reason}")
    if not isinstance(verdict, Done) or verdict.outcome is None:
        return None
    text = f'"outcome":"{verdict.outcome}"'
    # What is empty is left out: it is the default.
    if verdict.reason:
        text += f',"reason":{quoted(printable(verdict.reason))}'
    if verdict.produced:
        text += f',"produced":[{",".join(map(quoted, verdict.produced))}]'
    return text
