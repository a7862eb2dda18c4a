"""The client's way into the log: events are checked first, then sent in order, pipelined."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from membus.client.connecting import Connection
from membus.client.messages import Message, Origin, message_event
from membus.contracts.envelope import Envelope
from membus.contracts.events.recalls import Receipt
from membus.errors import PermanentError
from membus.kafka.producer import EventProducer, message_of
from membus.kafka.producer import Message as Record
from membus.kafka.stage import Outgoing
from membus.kafka.topic_registry import MESSAGES
from membus.settings import KafkaSettings

# Encoding is CPU work: after so many events the loop gets its turn.
_BREATHE_EVERY = 100


@dataclass(frozen=True, slots=True)
class Prepared:
    """An event that is encoded and known to fit its topic."""

    envelope: Envelope
    message_id: str
    record: Record


class Publishing:
    """Publishes events; connects when the first goes out."""

    def __init__(
        self, kafka: KafkaSettings, origin: Origin, traceparent: Callable[[], str | None]
    ) -> None:
        self._origin = origin
        self._traceparent = traceparent
        self._connection = Connection(
            lambda: EventProducer(kafka, kafka.client_id).__aenter__(),
            lambda producer: producer.__aexit__(None, None, None),
        )

    async def prepare_all(
        self, items: Sequence[tuple[Message, Mapping[str, Any]]]
    ) -> list[Prepared | PermanentError]:
        """Return each (message, options) ready to be sent, or what is wrong with it."""
        now = datetime.now(UTC)
        ready: list[Prepared | PermanentError] = []
        for count, (message, options) in enumerate(items, start=1):
            try:
                envelope, message_id = message_event(message, options, self._origin, now)
                ready.append(self.prepare(MESSAGES, envelope.session_id, envelope, message_id))
            except PermanentError as error:
                ready.append(error)
            if count % _BREATHE_EVERY == 0:
                await asyncio.sleep(0)
        return ready

    def prepare(self, topic: str, key: str, envelope: Envelope, message_id: str = "") -> Prepared:
        """Return an event ready to be sent. Raises MalformedError when it does not fit."""
        record = message_of(Outgoing(topic, key, envelope), self._traceparent())
        return Prepared(envelope, message_id, record)

    async def send(self, events: Sequence[Prepared]) -> list[Receipt]:
        """Send in order; return the receipts once Kafka has all. Raises UnavailableError."""
        if not events:
            return []
        producer = await self._connection.get()
        places = await producer.send([event.record for event in events])
        return [
            Receipt(
                session=event.envelope.session,
                partition=partition,
                offset=offset,
                event_id=event.envelope.event_id,
                message_id=event.message_id,
                user_id=event.envelope.user_id,
                space_id=event.envelope.space_id,
            )
            for event, (partition, offset) in zip(events, places, strict=True)
        ]

    async def close(self) -> None:
        """Flush and disconnect."""
        await self._connection.close()
