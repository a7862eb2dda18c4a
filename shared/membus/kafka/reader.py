"""Bounded reading of a log: to its end as it was at the start, in no group, touching nothing."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from aiokafka import AIOKafkaConsumer, ConsumerRecord, TopicPartition
from aiokafka.errors import KafkaError

from membus.contracts.base import Contract
from membus.contracts.envelope import Envelope, open_body, parse
from membus.errors import PermanentError, UnavailableError
from membus.kafka.partitions import partition_of

_POLL_MS = 1000
_SILENT_POLLS = 30


@dataclass(frozen=True, slots=True)
class LogRecord:
    """One record as it lies in the log; `envelope` and `body` are None where `error` says why.

    `key` is None for none; bytes in it that are no UTF-8 are written as escapes.
    """

    topic: str
    partition: int
    offset: int
    key: str | None
    value: bytes | None
    headers: tuple[tuple[str, bytes], ...]
    appended_at: datetime
    envelope: Envelope | None
    body: Contract | None
    error: PermanentError | None


async def read_log(
    bootstrap_servers: str,
    topic: str,
    *,
    partition: int | None = None,
    key: str | None = None,
    start: Mapping[int, int] | None = None,
) -> AsyncIterator[LogRecord]:
    """Yield the records of one partition, or of all, up to the ends taken when reading starts.

    Records of a partition come in order; partitions come interleaved. With a `key`, the others
    are passed over undecoded. `start` is partition → offset to begin at, the oldest where none is
    given. Raises UnavailableError, also when the topic does not exist.
    """
    async with _consumer(bootstrap_servers) as consumer:
        partitions = await _partitions(consumer, topic)
        wanted = partitions if partition is None else [partition]
        left = await _seek(consumer, [TopicPartition(topic, one) for one in wanted], start or {})
        only = None if key is None else key.encode("utf-8")
        silent = 0
        while left:
            batch = await consumer.getmany(*left, timeout_ms=_POLL_MS)
            silent = 0 if batch else silent + 1
            if silent > _SILENT_POLLS:
                raise UnavailableError(f"Kafka at {bootstrap_servers} stopped answering")
            for place, records in batch.items():
                for record in records:
                    if record.offset < left[place] and only in {None, record.key}:
                        yield decode(record)
            left = await _unread(consumer, left)


async def read_session(
    bootstrap_servers: str, topic: str, tenant_id: str, session_id: str
) -> AsyncIterator[LogRecord]:
    """Yield one session's records, in order, from its partition of a topic keyed by session.

    A record with the session's key that cannot be decoded is yielded too: whose it is, only its
    bytes could say. Raises UnavailableError.
    """
    async with _consumer(bootstrap_servers) as consumer:
        partitions = len(await _partitions(consumer, topic))
    own = partition_of(session_id, partitions)
    async for record in read_log(bootstrap_servers, topic, partition=own, key=session_id):
        if record.envelope is None or record.envelope.tenant_id == tenant_id:
            yield record


def decode(record: ConsumerRecord) -> LogRecord:
    """Return a consumed record, decoded as far as it can be."""
    envelope = body = error = None
    try:
        envelope = parse(record.value)
        body = open_body(envelope)
    except PermanentError as fault:
        error = fault
    return LogRecord(
        topic=record.topic,
        partition=record.partition,
        offset=record.offset,
        key=None if record.key is None else record.key.decode("utf-8", "backslashreplace"),
        value=record.value,
        headers=tuple(record.headers),
        appended_at=datetime.fromtimestamp(record.timestamp / 1000, UTC),
        envelope=envelope,
        body=body,
        error=error,
    )


@asynccontextmanager
async def _consumer(bootstrap_servers: str) -> AsyncIterator[AIOKafkaConsumer]:
    consumer = AIOKafkaConsumer(
        bootstrap_servers=bootstrap_servers,
        group_id=None,
        enable_auto_commit=False,
        # Retention may pass the start while it is read: then reading goes on at the oldest.
        auto_offset_reset="earliest",
    )
    try:
        await consumer.start()
        yield consumer
    except (KafkaError, OSError) as error:
        raise UnavailableError(f"Kafka at {bootstrap_servers} fails: {error!r}") from error
    finally:
        await consumer.stop()


async def _partitions(consumer: AIOKafkaConsumer, topic: str) -> list[int]:
    # No public call asks for a topic's partitions at once.
    cluster = await consumer._client.fetch_all_metadata()  # noqa: SLF001
    known = cluster.partitions_for_topic(topic)
    if not known:
        raise UnavailableError(f"there is no topic {topic}: run `membus topics apply`")
    return sorted(known)


async def _seek(
    consumer: AIOKafkaConsumer, places: list[TopicPartition], start: Mapping[int, int]
) -> dict[TopicPartition, int]:
    """Assign the places, seek to their starts, and return place → end where there is more."""
    consumer.assign(places)
    ends = await consumer.end_offsets(places)
    begins = await consumer.beginning_offsets(places)
    for place in places:
        consumer.seek(place, max(begins[place], start.get(place.partition, 0)))
    return await _unread(consumer, ends)


async def _unread(
    consumer: AIOKafkaConsumer, ends: Mapping[TopicPartition, int]
) -> dict[TopicPartition, int]:
    # By position and not by the last record: a log may end in what is no record.
    return {place: end for place, end in ends.items() if await consumer.position(place) < end}
