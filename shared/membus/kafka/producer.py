"""The idempotent producer: keeps key, headers and order; what it has sent the broker has."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from aiokafka import AIOKafkaProducer
from aiokafka.errors import KafkaError, KafkaTimeoutError, MessageSizeTooLargeError
from aiokafka.partitioner import DefaultPartitioner

from membus.errors import FatalError, MalformedError, UnavailableError
from membus.kafka.stage import Outgoing
from membus.kafka.topics import registry
from membus.kafka.wire import headers_for
from membus.settings import KafkaSettings

# Kafka counts a record's frame too; this is more than any of our headers and keys take.
_FRAME_BYTES = 4096
_LARGEST_REQUEST = 17 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Message:
    """A record that is ready to be sent; `partition` None lets the key decide."""

    topic: str
    key: bytes | None
    value: bytes | None
    headers: Sequence[tuple[str, bytes]]
    partition: int | None = None


def message_of(outgoing: Outgoing, parent: str | None = None) -> Message:
    """Return the record of an event; `parent` is the traceparent of what led to it.

    Raises MalformedError when it is larger than its topic takes or not valid Unicode.
    """
    value = outgoing.envelope.to_bytes()
    key = None if outgoing.key is None else outgoing.key.encode("utf-8", "backslashreplace")
    topic = registry().get(outgoing.topic)
    size = len(value) + len(key or b"") + _FRAME_BYTES
    if topic is not None and size > topic.max_message_bytes:
        raise MalformedError(
            f"the {outgoing.envelope.type} has {len(value)} bytes, "
            f"and {outgoing.topic} takes {topic.max_message_bytes}"
        )
    headers = headers_for(outgoing.envelope, outgoing.topic, parent)
    return Message(outgoing.topic, key, value, headers, outgoing.partition)


class EventProducer:
    """Sends events to Kafka; use it as an async context manager."""

    def __init__(self, settings: KafkaSettings, client_id: str) -> None:
        self._kafka = AIOKafkaProducer(
            bootstrap_servers=settings.bootstrap_servers,
            client_id=client_id,
            enable_idempotence=True,
            acks="all",
            # murmur2 of the key, as every client of the bus has it; no key, any partition.
            partitioner=DefaultPartitioner(),
            max_request_size=_LARGEST_REQUEST,
            max_batch_size=256 * 1024,
            linger_ms=0,
        )

    async def __aenter__(self) -> Self:
        """Connect. Raises UnavailableError."""
        try:
            await self._kafka.start()
        except (KafkaError, OSError) as error:
            await self._kafka.stop()
            raise UnavailableError(f"no Kafka to publish to: {error!r}") from error
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._kafka.stop()

    async def partition_counts(self) -> dict[str, int]:
        """Return how many partitions each topic has. Raises UnavailableError."""
        try:
            cluster = await self._kafka.client.fetch_all_metadata()
        except KafkaError as error:
            raise UnavailableError(f"Kafka does not tell its topics: {error!r}") from error
        return {topic: len(cluster.partitions_for_topic(topic)) for topic in cluster.topics()}

    async def publish(self, events: Iterable[Outgoing]) -> None:
        """Send events and wait until the broker has them. Raises as `send`, and MalformedError."""
        await self.send([message_of(event) for event in events])

    async def send(self, messages: Sequence[Message]) -> list[tuple[int, int]]:
        """Send records in order, wait until the broker has all, return (partition, offset) of each.

        Raises UnavailableError (some may have arrived: sending again is harmless, their ids are the
        same), MalformedError when one is too large, FatalError when the producer lost its place.
        """
        try:
            sent = [
                await self._kafka.send(
                    message.topic,
                    value=message.value,
                    key=message.key,
                    partition=message.partition,
                    headers=message.headers,
                )
                for message in messages
            ]
            places = []
            for answer in await asyncio.gather(*sent, return_exceptions=True):
                if isinstance(answer, BaseException):
                    raise answer
                places.append((answer.partition, answer.offset))
        except MessageSizeTooLargeError as error:
            raise MalformedError(f"a record is larger than its topic takes: {error}") from error
        except KafkaError as error:
            if error.retriable or isinstance(error, KafkaTimeoutError):
                raise UnavailableError(f"Kafka does not take records: {error!r}") from error
            raise FatalError(f"the producer cannot go on: {error!r}") from error
        return places
