"""The answering half of request/reply: recall's member of its group, ready, at work, and gone."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import structlog
from aiokafka import (
    AIOKafkaConsumer,
    AIOKafkaProducer,
    ConsumerRebalanceListener,
    ConsumerRecord,
    TopicPartition,
)
from aiokafka.errors import CommitFailedError, IllegalStateError, KafkaError

from membus.errors import FatalError, UnavailableError
from membus.kafka.progress import Progress
from membus.kafka.requests import FETCH_WAIT_MS
from membus.kafka.responding import Answer, Responder
from membus.kafka.topics import RECALL_REPLIES, RECALL_REQUESTS, group_of, registry
from membus.kafka.wire import traceparent_of
from membus.ports.models import Clock
from membus.settings import KafkaSettings

_GROUP = group_of("recall")
_COMMIT_EVERY_S = 1.0
_RECORD_LINGER_MS = 20

log = structlog.get_logger()


class ReplyServer:
    """Answers questions as a static member of recall's group, `concurrency` at once.

    `answer` gets the envelope and the question and returns the answer; what it raises becomes a
    refusal that names the error. It has until the question's deadline. An expired question is
    dropped; a malformed one is refused where a reply address can be read in it, else parked.

    A group that never committed starts at the end. A member that comes back goes on where it was
    killed, so that what was in work then may still be answered in time. `group` is another one
    for a derived state beside the live one. `on_fatal` is told when serving cannot go on.
    """

    def __init__(
        self,
        settings: KafkaSettings,
        answer: Answer,
        clock: Clock,
        *,
        instance: str = "0",
        group: str = _GROUP,
        concurrency: int = 64,
        on_fatal: Callable[[FatalError], None] = lambda _: None,
    ) -> None:
        common = {
            "bootstrap_servers": settings.bootstrap_servers,
            "client_id": f"{settings.client_id}-recall-{instance}",
            "max_request_size": registry()[RECALL_REPLIES].max_message_bytes,
        }
        # A doubled answer is passed over by who asked: it needs no idempotence, only speed.
        self._replies = AIOKafkaProducer(**common, acks=1, linger_ms=0)
        self._records = AIOKafkaProducer(
            **common, enable_idempotence=True, linger_ms=_RECORD_LINGER_MS
        )
        self._consumer = AIOKafkaConsumer(
            bootstrap_servers=settings.bootstrap_servers,
            client_id=common["client_id"],
            group_id=group,
            group_instance_id=f"{group}-{instance}",
            auto_offset_reset="latest",
            enable_auto_commit=False,
            fetch_max_wait_ms=FETCH_WAIT_MS,
            session_timeout_ms=settings.session_timeout_ms,
            max_poll_interval_ms=settings.max_poll_interval_ms,
        )
        self._responder = Responder(answer, clock, self._replies, self._records)
        self._on_fatal = on_fatal
        self._drain_s = settings.drain_timeout_s
        self._slots = asyncio.Semaphore(concurrency)
        self._progress: Progress[TopicPartition] = Progress()
        self._assignment = _Assignment(self._progress, self._commit)
        self._committed: dict[TopicPartition, int] = {}
        self._working: set[asyncio.Task[None]] = set()
        self._loops: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Join the group; return once every partition's place is settled: then it is ready.

        Raises UnavailableError.
        """
        try:
            await self._replies.start()
            await self._records.start()
            self._consumer.subscribe([RECALL_REQUESTS], listener=self._assignment)
            await self._consumer.start()
            await self._assignment.known.wait()
            places = {at: await self._consumer.position(at) for at in self._consumer.assignment()}
            # Committed now, so that whoever takes over starts here and not at a later end.
            if places:
                await self._consumer.commit(places)
        except (KafkaError, OSError) as error:
            await self._disconnect()
            raise UnavailableError(f"recall cannot join its group: {error!r}") from error
        self._loops = [
            asyncio.create_task(self._read(), name="membus-questions"),
            asyncio.create_task(self._commit_now_and_then(), name="membus-question-commits"),
        ]

    async def stop(self) -> None:
        """Take no more questions, finish those in work under the drain timeout, and leave."""
        for loop in self._loops:
            loop.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await loop
        if self._working:
            _, late = await asyncio.wait(self._working, timeout=self._drain_s)
            for task in late:
                task.cancel()
        await self._commit()
        await self._disconnect()

    async def _disconnect(self) -> None:
        await self._replies.stop()
        await self._records.stop()
        await self._consumer.stop()

    async def _read(self) -> None:
        while True:
            try:
                record = await self._consumer.getone()
            except KafkaError as error:
                if not error.retriable:
                    self._on_fatal(FatalError(f"recall lost its place in the group: {error!r}"))
                    return
                log.warning("questions_unreadable", error=repr(error))
                await asyncio.sleep(FETCH_WAIT_MS / 1000)
                continue
            self._progress.begin(TopicPartition(record.topic, record.partition), record.offset)
            await self._slots.acquire()
            task = asyncio.create_task(self._work(record))
            self._working.add(task)
            task.add_done_callback(self._working.discard)

    async def _work(self, record: ConsumerRecord) -> None:
        try:
            try:
                recall = await self._responder.respond(record)
            finally:
                self._slots.release()
            if recall is not None:
                await self._responder.record(recall, traceparent_of(record.headers))
        except KafkaError as error:
            # Who asked hedges or gives up; the log says why, and the next question may fare better.
            log.warning("question_unanswered", offset=record.offset, error=repr(error))
        except FatalError as error:
            self._on_fatal(error)
            return
        self._progress.end(TopicPartition(record.topic, record.partition), record.offset)

    async def _commit_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(_COMMIT_EVERY_S)
            await self._commit()

    async def _commit(self) -> None:
        offsets = dict(self._progress.low_water())
        if not offsets or offsets == self._committed:
            return
        try:
            await self._consumer.commit(offsets)
            self._committed = offsets
        except (CommitFailedError, IllegalStateError):
            log.info("commit_passed_over", reason="the group rebalances")
        except KafkaError as error:
            log.warning("commit_failed", error=repr(error))


class _Assignment(ConsumerRebalanceListener):  # type: ignore[misc] # aiokafka is untyped
    """Tells when the member knows its partitions, and drops the progress of those it lost.

    Questions in work go on: who asked takes the first answer.
    """

    def __init__(
        self, progress: Progress[TopicPartition], commit: Callable[[], Awaitable[None]]
    ) -> None:
        self.known = asyncio.Event()
        self._progress = progress
        self._commit = commit

    async def on_partitions_revoked(self, revoked: set[TopicPartition]) -> None:
        # So that the next member does not answer again what is answered.
        if revoked:
            await self._commit()

    def on_partitions_assigned(self, assigned: set[TopicPartition]) -> None:
        self._progress.keep(assigned)
        self.known.set()
