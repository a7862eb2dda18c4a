"""Throughput of the consumer runtime with a stage that does nothing, against raw aiokafka.

Both read the same records, validate them alike and hand them over by the batch, one after the
other, in this one process. The runtime also does its own work: lanes, outcomes, commits. `bare` is
raw aiokafka that drops each record once it is validated, as no consumer does.
"""

import asyncio
import statistics
import time
from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime

from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, ConsumerRecord
from aiokafka.admin import AIOKafkaAdminClient, NewTopic

from membus.contracts import ids
from membus.contracts.base import Contract
from membus.contracts.envelope import Envelope, open_body, parse, seal
from membus.contracts.events.messages import MessagePublished
from membus.contracts.msg import Msg
from membus.kafka.app import stage_app
from membus.kafka.collector import tune_collector
from membus.kafka.stage import Done, Record, StageOptions
from membus.kafka.topics import apply, dead_letter_topic
from membus.settings import KafkaSettings, Settings

PARTITIONS = 6
SESSIONS = 300


class IdleStage:
    """Says of every record that it is stored, and tells when the last of them has settled."""

    def __init__(self, expected: int) -> None:
        self._left = expected
        self.done = asyncio.Event()

    async def handle(self, records: Sequence[Record]) -> Sequence[Done]:
        return [Done("stored")] * len(records)

    async def settle(self, done: Sequence[tuple[Record, Done]]) -> None:
        self._left -= len(done)
        if self._left <= 0:
            self.done.set()

    async def assigned(self, partitions: Collection[tuple[str, int]]) -> None:
        pass

    async def revoked(self, partitions: Collection[tuple[str, int]]) -> None:
        pass


async def measure(bootstrap: str, records: int = 20_000, rounds: int = 3) -> dict[str, object]:
    """Return messages a second of raw aiokafka and of the runtime in both modes, and ratios to raw.

    Each figure is the median of the rounds.
    """
    tune_collector()
    await apply(bootstrap)
    topic = await _fill(bootstrap, records)
    await _create(bootstrap, dead_letter_topic("bench"), 1)
    seconds: dict[str, list[float]] = {"bare": [], "raw": [], "batches": [], "lanes": []}
    for _ in range(rounds):
        seconds["bare"].append(await _raw(bootstrap, topic, records, _drop))
        seconds["raw"].append(await _raw(bootstrap, topic, records, _hand_over))
        seconds["batches"].append(await _runtime(bootstrap, topic, records, lanes=False))
        seconds["lanes"].append(await _runtime(bootstrap, topic, records, lanes=True))
    figures = {name: records / statistics.median(those) for name, those in seconds.items()}
    return {
        "records": records,
        "rounds": rounds,
        "messages_per_second": {name: round(figure) for name, figure in figures.items()},
        "ratio_batches": round(figures["batches"] / figures["raw"], 3),
        "ratio_lanes": round(figures["lanes"] / figures["raw"], 3),
        "bar": 0.5,
    }


def _drop(found: Sequence[ConsumerRecord]) -> None:
    for record in found:
        open_body(parse(record.value))


def _hand_over(found: Sequence[ConsumerRecord]) -> None:
    envelopes = [parse(record.value) for record in found]
    _handle([(envelope, open_body(envelope)) for envelope in envelopes])


def _handle(events: Sequence[tuple[Envelope, Contract]]) -> None:
    """Do nothing with a batch."""


async def _raw(
    bootstrap: str, topic: str, records: int, consume: Callable[[Sequence[ConsumerRecord]], None]
) -> float:
    consumer = AIOKafkaConsumer(
        topic,
        bootstrap_servers=bootstrap,
        group_id=f"raw-{ids.uuid7()}",
        auto_offset_reset="earliest",
        enable_auto_commit=False,
    )
    await consumer.start()
    seen, began = 0, time.perf_counter()
    while seen < records:
        for found in (await consumer.getmany(timeout_ms=500, max_records=500)).values():
            consume(found)
            seen += len(found)
    seconds = time.perf_counter() - began
    await consumer.stop()
    return seconds


async def _runtime(bootstrap: str, topic: str, records: int, *, lanes: bool) -> float:
    stage, ready = IdleStage(records), asyncio.Event()
    app = stage_app(
        Settings(kafka=KafkaSettings(bootstrap_servers=bootstrap)),
        stage,
        StageOptions("bench", (topic,), lanes=lanes),
        instance="",
        on_ready=ready.set,
        group=f"bench-{ids.uuid7()}",
    )
    serving = asyncio.create_task(app.run(sleep_time=0.01))
    await ready.wait()
    began = time.perf_counter()
    await stage.done.wait()
    seconds = time.perf_counter() - began
    app.exit()
    await serving
    return seconds


async def _fill(bootstrap: str, records: int) -> str:
    topic = f"bench.source.{ids.uuid7()}"
    await _create(bootstrap, topic, PARTITIONS)
    producer = AIOKafkaProducer(bootstrap_servers=bootstrap, linger_ms=20)
    await producer.start()
    for number in range(records):
        envelope = _envelope(number)
        await producer.send(topic, envelope.to_bytes(), key=envelope.session_id.encode())
    await producer.stop()
    return topic


async def _create(bootstrap: str, topic: str, partitions: int) -> None:
    admin = AIOKafkaAdminClient(bootstrap_servers=bootstrap)
    await admin.start()
    # As the bus has it: the broker stamps a batch with its time of appending.
    config = {"message.timestamp.type": "LogAppendTime"}
    await admin.create_topics([NewTopic(topic, partitions, 1, topic_configs=config)])
    await admin.close()


def _envelope(number: int) -> Envelope:
    text = f"My order A{number} came on Tuesday, and the blue one is the one I asked for."
    now = datetime.now(UTC)
    said = Msg(id=ids.uuid7(), name="ann", role="user", content=text, created_at=now)
    return Envelope(
        event_id=ids.uuid7(),
        type="MessagePublished",
        user_id=f"user-{number % SESSIONS}",
        session_id=f"session-{number % SESSIONS}",
        occurred_at=now,
        body=seal(MessagePublished(msg=said)),
    )
