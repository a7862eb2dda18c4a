"""A stage as a FastStream application.

FastStream connects, joins the group, takes signals and stops; the runtime reads the raw batches
from its subscriber, since an ack policy can neither order nor commit them as we must.
"""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager

import structlog
from aiokafka import AIOKafkaConsumer
from aiokafka.coordinator.assignors.range import RangePartitionAssignor
from faststream import FastStream
from faststream.kafka import KafkaBroker
from faststream.middlewares import AckPolicy

from membus.errors import FatalError
from membus.kafka.backoff import Backoff
from membus.kafka.collector import tune_collector
from membus.kafka.producer import EventProducer
from membus.kafka.runtime import Runtime, topics_read, utc_now
from membus.kafka.stage import Stage, StageOptions
from membus.kafka.tasks import cancelled, watched
from membus.kafka.ticks import DueTicks, publish_ticks
from membus.kafka.topics import group_of
from membus.settings import KafkaSettings, Settings

log = structlog.get_logger()

StageSource = Stage | Callable[[], AbstractAsyncContextManager[Stage]]

# Time to rejoin after the drain, before the group goes on without us.
_REJOIN_MS = 5_000
# A fetch that is on its way keeps a partition that has just got room from being fetched.
_FETCH_WAIT_MS = 100


def stage_app(
    settings: Settings,
    stage: StageSource,
    options: StageOptions,
    *,
    instance: str = "0",
    on_ready: Callable[[], None] | None = None,
    tick_every_s: float | None = None,
    group: str = "",
    backoff: Backoff | None = None,
) -> FastStream:
    """Return an application whose `await app.run()` serves the stage until a signal.

    `stage` is the stage, or an async context manager that opens it and closes it after the last
    commit. `instance` names the member within its group: a member that comes back under its name
    within the session timeout keeps its partitions; "" joins without a name. `on_ready` is called
    once, when the first partitions are being worked on. With `tick_every_s` the stage must be a
    TickingStage. `group` is membus.<name>.v1 unless given.

    `run` raises what stopped it: FatalError for missing topics, a lost epoch, a fault that many
    records share; then nothing of the work in hand is committed.
    """
    kafka = settings.kafka
    if not kafka.bootstrap_servers:
        raise FatalError(
            "no Kafka is known: run `membus up`, or set MEMBUS_KAFKA__BOOTSTRAP_SERVERS"
        )
    broker = KafkaBroker(
        kafka.bootstrap_servers,
        client_id=_client_id(kafka, options, instance),
        # Our own producer keeps keys, and FastStream would create topics of one partition.
        consumer_only=True,
        allow_auto_create_topics=False,
        logger=None,
    )
    served = _Served(on_ready)

    def consumer() -> AIOKafkaConsumer:
        return subscriber.consumer

    runtime = Runtime(
        kafka,
        options,
        consumer,
        name=instance,
        on_open=served.open,
        on_fatal=served.fail,
        backoff=backoff,
    )
    subscriber = broker.subscriber(
        *topics_read(options),
        batch=True,
        ack_policy=AckPolicy.MANUAL,
        group_id=group or group_of(options.name),
        group_instance_id=f"{options.name}-{instance}" if instance else None,
        auto_offset_reset="earliest",
        listener=runtime.member,
        # One member holds the same numbers of all its topics: a key and its retries stay together.
        partition_assignment_strategy=(RangePartitionAssignor,),
        session_timeout_ms=kafka.session_timeout_ms,
        heartbeat_interval_ms=max(kafka.session_timeout_ms // 10, 100),
        max_poll_interval_ms=kafka.max_poll_interval_ms,
        rebalance_timeout_ms=int(kafka.drain_timeout_s * 1000) + _REJOIN_MS,
        fetch_max_wait_ms=_FETCH_WAIT_MS,
    )

    @asynccontextmanager
    async def lifespan() -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            producer = await stack.enter_async_context(
                EventProducer(kafka, _client_id(kafka, options, instance))
            )
            opened = stage if not callable(stage) else await stack.enter_async_context(stage())
            await runtime.prepare(opened, producer)
            tune_collector()
            ticking = None
            if tick_every_s is not None:
                ticking = watched(
                    publish_ticks(_due_ticks(opened), producer.publish, tick_every_s, utc_now),
                    served.fail,
                )
            try:
                yield
            finally:
                await cancelled(ticking)
        served.check()

    app = FastStream(
        broker,
        logger=logging.getLogger("membus.faststream"),
        lifespan=lifespan,
        after_startup=[runtime.member.start],
        # Before the broker stops: it would close the consumer under work in progress.
        on_shutdown=[runtime.member.stop],
    )
    served.app = app
    return app


class _Served:
    """What happened to the application: it became ready once, or it failed."""

    def __init__(self, on_ready: Callable[[], None] | None) -> None:
        self._on_ready = on_ready
        self._error: FatalError | None = None
        self.app: FastStream | None = None

    def open(self) -> None:
        """Say once that work has begun."""
        on_ready, self._on_ready = self._on_ready, None
        if on_ready is not None:
            on_ready()

    def fail(self, error: FatalError) -> None:
        """Stop the application; the first error is the one that `run` raises."""
        if self._error is None:
            self._error = error
            log.critical("halted", error=str(error))
        if self.app is not None:
            self.app.exit()

    def check(self) -> None:
        """Raise what stopped the application, if anything did."""
        if self._error is not None:
            raise self._error


def _client_id(settings: KafkaSettings, options: StageOptions, instance: str) -> str:
    return "-".join(part for part in (settings.client_id, options.name, instance) if part)


def _due_ticks(stage: Stage) -> DueTicks:
    due: DueTicks | None = getattr(stage, "due_ticks", None)
    if due is None:
        raise FatalError(f"{type(stage).__name__} has no due_ticks, and its ticks are asked for")
    return due
