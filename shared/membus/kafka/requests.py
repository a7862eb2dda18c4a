"""The asking half of request/reply: a question goes out; its answer comes back, or time is up."""

import asyncio
import contextlib
import functools
import random
from typing import Any

from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, ConsumerRecord, TopicPartition
from aiokafka.errors import KafkaError, UnknownTopicOrPartitionError

from membus import errors
from membus.contracts.envelope import Envelope, body_as, parse
from membus.contracts.events.recalls import RecallAnswered
from membus.kafka import wire
from membus.kafka.answering import answer_id
from membus.kafka.topic_registry import RECALL_REPLIES, RECALL_REQUESTS

# The broker answers a fetch as soon as there is data: this bounds only what an empty one takes.
FETCH_WAIT_MS = 100


class Requester:
    """Asks recall over Kafka; one serves many questions at once, in one event loop.

    The reply partition is read without a group, from its end as it was before the first question.
    Several askers may share a partition: each passes over what is not for it. Raises
    UnavailableError where no Kafka answers.
    """

    def __init__(self, bootstrap_servers: str, client_id: str = "membus") -> None:
        self._producer = AIOKafkaProducer(
            bootstrap_servers=bootstrap_servers, client_id=client_id, acks=1, linger_ms=0
        )
        self._consumer = AIOKafkaConsumer(
            bootstrap_servers=bootstrap_servers,
            client_id=client_id,
            group_id=None,
            enable_auto_commit=False,
            auto_offset_reset="latest",
            fetch_max_wait_ms=FETCH_WAIT_MS,
        )
        self._servers = bootstrap_servers
        self._waiting: dict[bytes, asyncio.Future[RecallAnswered]] = {}
        self._reading: asyncio.Task[None] | None = None
        self.reply_partition = -1

    @property
    def waiting(self) -> int:
        """How many questions wait for an answer."""
        return len(self._waiting)

    async def start(self) -> None:
        """Connect, choose a reply partition and find its end; then questions may go out."""
        try:
            await self._producer.start()
            await self._consumer.start()
            await self._find_end()
        except (KafkaError, OSError) as error:
            await self.close()
            raise errors.UnavailableError(
                f"no recall over Kafka at {self._servers}: {error!r}"
            ) from error
        self._reading = asyncio.create_task(self._read(), name="membus-replies")

    async def ask(
        self,
        envelope: Envelope,
        request_id: str,
        *,
        timeout_s: float,
        hedge_after_s: float | None = None,
        traceparent: str | None = None,
    ) -> RecallAnswered:
        """Send a RecallRequested that names `reply_partition`, and return its answer.

        After `hedge_after_s` without an answer the question goes out once more, to another
        partition; the first answer counts. Raises DeadlineError after `timeout_s`,
        UnavailableError, and what recall refused the question with.
        """
        expected = answer_id(request_id).encode()
        answer = asyncio.get_running_loop().create_future()
        self._waiting[expected] = answer
        try:
            async with asyncio.timeout(timeout_s):
                headers = wire.headers_for(envelope, RECALL_REQUESTS, traceparent)
                value = envelope.to_bytes()
                asked, sent = await self._send(value, headers)
                sent.add_done_callback(functools.partial(_undelivered, answer))
                if hedge_after_s is not None:
                    await asyncio.wait({answer}, timeout=hedge_after_s)
                    if not answer.done():
                        await self._send(value, headers, but=asked)
                return _unless_refused(await answer)
        except TimeoutError as error:
            raise errors.DeadlineError(
                f"recall did not answer within {timeout_s:g} s: is `membus status` all ready?"
            ) from error
        except KafkaError as error:
            raise errors.UnavailableError(f"the question did not go out: {error!r}") from error
        finally:
            del self._waiting[expected]

    async def close(self) -> None:
        """Stop reading and disconnect; who still waits gets UnavailableError."""
        if self._reading is not None:
            self._reading.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reading
        self._fail(errors.UnavailableError("the client was closed"))
        await self._consumer.stop()
        await self._producer.stop()

    async def _find_end(self) -> None:
        if RECALL_REPLIES not in await self._consumer.topics():
            raise UnknownTopicOrPartitionError(f"{RECALL_REPLIES}: run `membus topics apply`")
        partitions = await self._producer.partitions_for(RECALL_REPLIES)
        self.reply_partition = random.choice(sorted(partitions))  # noqa: S311 - spreads load
        place = TopicPartition(RECALL_REPLIES, self.reply_partition)
        self._consumer.assign([place])
        ends = await self._consumer.end_offsets([place])
        self._consumer.seek(place, ends[place])

    async def _send(
        self, value: bytes, headers: wire.Headers, but: int | None = None
    ) -> tuple[int, asyncio.Future[Any]]:
        partitions = await self._producer.partitions_for(RECALL_REQUESTS)
        choice: int = random.choice(sorted(partitions - {but}) or [but])  # noqa: S311 - as above
        sent = await self._producer.send(
            RECALL_REQUESTS, value=value, partition=choice, headers=headers
        )
        return choice, sent

    async def _read(self) -> None:
        while True:
            try:
                record = await self._consumer.getone()
            except KafkaError as error:
                self._fail(errors.UnavailableError(f"replies cannot be read: {error!r}"))
                await asyncio.sleep(FETCH_WAIT_MS / 1000)
            else:
                self._deliver(record)

    def _deliver(self, record: ConsumerRecord) -> None:
        # The id stands in a header, so that answers for others are not even parsed.
        answer = self._waiting.get(dict(record.headers).get("ce_id", b""))
        if answer is None or answer.done():
            return
        try:
            answer.set_result(body_as(parse(record.value), RecallAnswered))
        except errors.PermanentError as error:
            answer.set_exception(error)

    def _fail(self, error: errors.MembusError) -> None:
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(error)


def _undelivered(answer: asyncio.Future[RecallAnswered], sent: asyncio.Future[Any]) -> None:
    error = None if sent.cancelled() else sent.exception()
    if error is not None and not answer.done():
        answer.set_exception(error)


def _unless_refused(answer: RecallAnswered) -> RecallAnswered:
    if answer.error is None:
        return answer
    message = str(answer.error.get("message", "recall refused the question"))
    kind = getattr(errors, str(answer.error.get("class", "")), None)
    if isinstance(kind, type) and issubclass(kind, errors.MembusError):
        raise kind(message)
    raise errors.UnavailableError(message)
