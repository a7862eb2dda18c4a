"""How far each consumer group is behind the log, and the wait until none is."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Self

from aiokafka import AIOKafkaConsumer, TopicPartition
from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.errors import KafkaError

from membus.errors import UnavailableError
from membus.kafka.topics import group_of, retry_topic, services

POLL_S = 0.1
# Every stage feeds the next: what was just emitted must have had time to show up as lag.
CALM_POLLS = 3

Lag = Mapping[str, int]


class LagReader:
    """Reads committed offsets and log ends; one connection for many looks."""

    def __init__(self, bootstrap_servers: str) -> None:
        self._servers = bootstrap_servers
        self._admin = AIOKafkaAdminClient(bootstrap_servers=bootstrap_servers)
        self._consumer = AIOKafkaConsumer(bootstrap_servers=bootstrap_servers, group_id=None)

    async def __aenter__(self) -> Self:
        """Connect. Raises UnavailableError."""
        try:
            await self._admin.start()
            await self._consumer.start()
        except (KafkaError, OSError) as error:
            await self.__aexit__()
            raise UnavailableError(f"no Kafka answers at {self._servers}") from error
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._consumer.stop()
        await self._admin.close()

    async def lag(self) -> Lag:
        """Return service → records of its topics (retries too) that it has not committed.

        A group that never committed is behind by all. Raises UnavailableError.
        """
        try:
            return {
                service: await self._lag_of(service, (*topics, retry_topic(service)))
                for service, topics in services().items()
                if service != "recall"
            }
        except (KafkaError, OSError) as error:
            raise UnavailableError(f"Kafka at {self._servers} fails: {error!r}") from error

    async def _lag_of(self, service: str, topics: tuple[str, ...]) -> int:
        places = [
            TopicPartition(topic, partition)
            for topic in topics
            for partition in await self._partitions(topic)
        ]
        ends = await self._consumer.end_offsets(places)
        starts = await self._consumer.beginning_offsets(places)
        committed = await self._admin.list_consumer_group_offsets(group_of(service))
        behind = 0
        for place in places:
            known = committed.get(place)
            at = known.offset if known is not None and known.offset >= 0 else starts[place]
            behind += max(0, ends[place] - at)
        return behind

    async def _partitions(self, topic: str) -> list[int]:
        found = self._consumer.partitions_for_topic(topic)
        if found is None:
            # The first question after the start: its metadata is on the way.
            await self._consumer._client.force_metadata_update()  # noqa: SLF001 - no public call
            await self._consumer.topics()
            found = self._consumer.partitions_for_topic(topic)
        return sorted(found or ())


async def wait_quiet(
    bootstrap_servers: str,
    open_turns: Callable[[], Awaitable[int]],
    timeout_s: float,
    seen: Callable[[Lag], None] = lambda _: None,
) -> Lag:
    """Wait until no group lags and no turn is open; return the last lag (all 0 when quiet).

    `seen` is called with each look. An idle turn closes by its Tick, so the wait may take as long.
    """
    ends = time.monotonic() + timeout_s
    calm = 0
    async with LagReader(bootstrap_servers) as reader:
        while True:
            lag = await reader.lag()
            seen(lag)
            quiet = not any(lag.values()) and await open_turns() == 0
            calm = calm + 1 if quiet else 0
            if calm >= CALM_POLLS or time.monotonic() >= ends:
                return lag
            await asyncio.sleep(POLL_S)
