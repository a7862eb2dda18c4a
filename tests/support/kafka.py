"""Helpers for tests on a real Kafka: topics of one's own, records in and out, the group's state."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, ConsumerRecord, TopicPartition
from aiokafka.admin import AIOKafkaAdminClient, NewTopic

from membus.contracts import ids
from membus.contracts.envelope import Envelope, body_as, parse, seal
from membus.contracts.events.messages import MessagePublished
from membus.contracts.events.outcomes import DeadLetter, Outcome, OutcomeBatch
from membus.contracts.msg import Msg
from membus.kafka.stage import StageOptions
from membus.kafka.topics import OUTCOMES, dead_letter_topic, group_of, retry_topic
from membus.settings import KafkaSettings, Settings

# How long anything is waited for: only a test that fails takes as long, so a machine under load has
# room.
TIMEOUT_S = 60.0
# A group gives up a member that shows no sign of life for so long. No shorter: a loaded machine
# keeps a process waiting, and a member that was given up for that says nothing about our code.
PATIENCE: Mapping[str, int] = MappingProxyType(
    {"session_timeout_ms": 4000, "max_poll_interval_ms": 4000}
)
LONGER_THAN_PATIENCE_S = 6.0


async def eventually(
    condition: Callable[[], bool | Awaitable[bool]], what: str, timeout_s: float = TIMEOUT_S
) -> None:
    """Wait until a condition holds; fail naming it when the time is up."""
    end = time.monotonic() + timeout_s
    while True:
        answer = condition()
        if answer if isinstance(answer, bool) else await answer:
            return
        assert time.monotonic() < end, f"waited {timeout_s:g} s in vain: {what}"
        await asyncio.sleep(0.02)


def message(session: str, text: str, *, user: str = "ann", producer: str = "client") -> Envelope:
    """Return a MessagePublished of a session."""
    said = Msg(id=ids.uuid7(), name=user, role="user", content=text, created_at=datetime.now(UTC))
    return Envelope(
        event_id=ids.uuid7(),
        type="MessagePublished",
        user_id=user,
        session_id=session,
        occurred_at=datetime.now(UTC),
        producer=producer,
        body=seal(MessagePublished(msg=said)),
    )


@dataclass(frozen=True, slots=True)
class Lab:
    """One test's own group and topics on the shared broker."""

    bootstrap: str
    name: str
    partitions: int

    @property
    def topic(self) -> str:
        """The topic that its stage reads."""
        return f"{self.name}.source"

    @property
    def group(self) -> str:
        """Its stage's consumer group."""
        return group_of(self.name)

    def options(self, **changes: Any) -> StageOptions:
        """Return how its stage is fed."""
        return replace(StageOptions(self.name, (self.topic,)), **changes)

    def settings(self, **kafka: Any) -> Settings:
        """Return settings that let work in hand end, however slow the machine."""
        own = {"bootstrap_servers": self.bootstrap, "drain_timeout_s": TIMEOUT_S / 2}
        return Settings(kafka=KafkaSettings.model_validate({**own, **kafka}))

    async def produce(self, *envelopes: Envelope | bytes, key: str | None = None) -> None:
        """Publish envelopes keyed by their session, or bytes keyed by `key`."""
        async with producer(self.bootstrap) as kafka:
            for one in envelopes:
                value = one if isinstance(one, bytes) else one.to_bytes()
                own = key if isinstance(one, bytes) else one.session_id
                await kafka.send(self.topic, value=value, key=own.encode() if own else None)
            await kafka.flush()

    async def read(self, topic: str) -> list[ConsumerRecord]:
        """Return all records of a topic."""
        return await read_topic(self.bootstrap, topic)

    async def outcomes(self) -> list[Outcome]:
        """Return every outcome of its stage, doubled ones too."""
        found = []
        for record in await self.read(OUTCOMES):
            batch = body_as(parse(record.value), OutcomeBatch)
            if batch.stage == self.name:
                found += batch.outcomes
        return found

    async def dead_letters(self) -> list[DeadLetter]:
        """Return its dead letters."""
        records = await self.read(dead_letter_topic(self.name))
        return [body_as(parse(record.value), DeadLetter) for record in records]

    async def committed(self) -> dict[int, int]:
        """Return the committed offset of each partition that has one."""
        admin = AIOKafkaAdminClient(bootstrap_servers=self.bootstrap)
        await admin.start()
        try:
            places = await admin.list_consumer_group_offsets(self.group)
        finally:
            await admin.close()
        return {
            at.partition: place.offset for at, place in places.items() if at.topic == self.topic
        }

    async def lag(self) -> int:
        """Return how many records of its topic are not committed."""
        async with raw_consumer(self.bootstrap) as consumer:
            places = [TopicPartition(self.topic, number) for number in range(self.partitions)]
            ends = await consumer.end_offsets(places)
        committed = await self.committed()
        return sum(end - committed.get(at.partition, 0) for at, end in ends.items())


async def new_lab(bootstrap: str, partitions: int = 1) -> Lab:
    """Make topics that only one test uses."""
    lab = Lab(bootstrap, f"lab-{ids.uuid7()[-12:]}", partitions)
    own = [lab.topic, retry_topic(lab.name), dead_letter_topic(lab.name)]
    await create_topics(bootstrap, *own, partitions=partitions)
    return lab


async def create_topics(
    bootstrap: str, *names: str, partitions: int = 1, config: dict[str, str] | None = None
) -> None:
    """Create topics; by default as the registry would: LogAppendTime, 16 MiB."""
    ours = {"message.timestamp.type": "LogAppendTime", "max.message.bytes": str(16 << 20)}
    admin = AIOKafkaAdminClient(bootstrap_servers=bootstrap)
    await admin.start()
    try:
        await admin.create_topics(
            [
                NewTopic(name, partitions, 1, topic_configs=ours if config is None else config)
                for name in names
            ]
        )

        async def led() -> bool:
            found = await admin.describe_topics(list(names))
            return all(
                one["partitions"] and all(part["leader"] >= 0 for part in one["partitions"])
                for one in found
            )

        await eventually(led, "the new topics have leaders")
    finally:
        await admin.close()


@contextlib.asynccontextmanager
async def producer(bootstrap: str) -> AsyncIterator[AIOKafkaProducer]:
    """A plain producer."""
    kafka = AIOKafkaProducer(bootstrap_servers=bootstrap, max_request_size=17 << 20)
    await kafka.start()
    try:
        yield kafka
    finally:
        await kafka.stop()


@contextlib.asynccontextmanager
async def raw_consumer(
    bootstrap: str, *topics: str, **options: Any
) -> AsyncIterator[AIOKafkaConsumer]:
    """A plain consumer, without a group unless one is given."""
    consumer = AIOKafkaConsumer(*topics, bootstrap_servers=bootstrap, **options)
    await consumer.start()
    try:
        yield consumer
    finally:
        await consumer.stop()


async def read_topic(bootstrap: str, topic: str) -> list[ConsumerRecord]:
    """Return all records that a topic holds now, partition by partition."""
    # "latest" would race with a seek to the beginning.
    async with raw_consumer(bootstrap, auto_offset_reset="earliest") as consumer:
        cluster = await consumer._client.fetch_all_metadata()
        places = [
            TopicPartition(topic, number) for number in cluster.partitions_for_topic(topic) or ()
        ]
        consumer.assign(places)
        ends = await consumer.end_offsets(places)
        found: list[ConsumerRecord] = []
        for place in sorted(places):
            while await consumer.position(place) < ends[place]:
                batch = await consumer.getmany(place, timeout_ms=500)
                found += [record for records in batch.values() for record in records]
        return found


async def group_state(bootstrap: str, group: str) -> tuple[str, set[str]]:
    """Return a group's state, e.g. Stable, and the ids of its members."""
    admin = AIOKafkaAdminClient(bootstrap_servers=bootstrap)
    await admin.start()
    try:
        (answer,) = await admin.describe_consumer_groups([group])
    finally:
        await admin.close()
    _, _, state, _, _, members = answer.groups[0][:6]
    return state, {member[0] for member in members}
