"""What unit tests of the runtime share: records without a Kafka, and fakes of its edges."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from aiokafka import ConsumerRecord

from membus.contracts.envelope import Envelope
from membus.kafka.decode import Decoder
from membus.kafka.producer import Message
from membus.kafka.records import Finished, Item, Partition, Verdict
from membus.kafka.stage import Record

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
TOPIC = "source"


def raw(
    offset: int,
    value: bytes | None = b"",
    key: bytes | None = b"s1",
    *,
    partition: int = 0,
    topic: str = TOPIC,
    headers: Sequence[tuple[str, bytes | None]] = (),
) -> ConsumerRecord:
    """Return a record as the client library gives it."""
    return ConsumerRecord(
        topic=topic,
        partition=partition,
        offset=offset,
        timestamp=int(NOW.timestamp() * 1000),
        timestamp_type=1,
        key=key,
        value=value,
        checksum=None,
        serialized_key_size=0,
        serialized_value_size=0,
        headers=tuple(headers),
    )


def item(
    offset: int,
    envelope: Envelope | bytes = b"",
    *,
    partition: int = 0,
    key: bytes | None = None,
    retried: bool = False,
) -> Item:
    """Return a record in work, keyed by its envelope's session."""
    if isinstance(envelope, Envelope):
        own = key or envelope.session_id.encode()
        source = raw(offset, envelope.to_bytes(), own, partition=partition)
    else:
        source = raw(offset, envelope, key, partition=partition)
    at = ("retry", partition) if retried else (TOPIC, partition)
    return Item(at, offset, source, retried=retried)


def record(one: Item) -> Record:
    """Return the decoded record of an item."""
    found = Decoder((), {}).decode(one.source)
    assert found is not None
    return found


def finished(one: Item, verdict: Verdict) -> Finished:
    """Return an item that its stage has seen."""
    found = record(one)
    return Finished(one, verdict, found, found.envelope)


@dataclass
class Edges:
    """Stands for the broker: remembers, in order, what was published, settled and committed.

    `failures` are errors to raise, by step, before it works.
    """

    steps: list[str] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    commits: list[dict[Partition, int]] = field(default_factory=list)
    failures: dict[str, list[Exception]] = field(default_factory=dict)
    accepts: bool = True

    async def send(self, messages: Sequence[Message]) -> None:
        self.step("publish")
        self.messages += messages

    async def commit(self, offsets: Mapping[Partition, int]) -> bool:
        self.step("commit")
        if self.accepts:
            self.commits.append(dict(offsets))
        return self.accepts

    def step(self, name: str) -> None:
        """Note a step, or fail it."""
        if self.failures.get(name):
            self.steps.append(f"{name} failed")
            raise self.failures[name].pop(0)
        self.steps.append(name)

    def sent_to(self, topic: str) -> list[Message]:
        """Return what was published to a topic."""
        return [message for message in self.messages if message.topic == topic]
