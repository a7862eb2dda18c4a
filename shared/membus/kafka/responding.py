"""What happens to one question: it is read, answered in time, replied to, and recorded."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

import structlog
from aiokafka import AIOKafkaProducer, ConsumerRecord

from membus.contracts.envelope import Envelope, body_as, parse
from membus.contracts.events.recalls import RecallAnswered, RecallRequested
from membus.errors import (
    FatalError,
    MalformedError,
    MembusError,
    PermanentError,
    UnavailableError,
)
from membus.kafka.answering import (
    Address,
    address_in,
    address_of,
    answered,
    recorded,
    refusal,
)
from membus.kafka.dead_letters import dead_letter
from membus.kafka.decode import envelope_of
from membus.kafka.stage import Park
from membus.kafka.topics import RECALL_REPLIES, RECALLS, dead_letter_topic
from membus.kafka.wire import headers_for, traceparent_of
from membus.observability import metrics
from membus.ports.models import Clock

Answer = Callable[[Envelope, RecallRequested], Awaitable[RecallAnswered]]

_SERVICE = "recall"
_REMEMBERED = 10_000
# Whatever deadline a question names, it holds its place among those in work no longer.
_LONGEST_S = 60.0

log = structlog.get_logger()


class Responder:
    """Answers one question a call; `replies` sends each at once, `records` in batches."""

    def __init__(
        self, answer: Answer, clock: Clock, replies: AIOKafkaProducer, records: AIOKafkaProducer
    ) -> None:
        self._answer = answer
        self._clock = clock
        self._replies = replies
        self._records = records
        self._taken: OrderedDict[str, None] = OrderedDict()

    async def respond(self, record: ConsumerRecord) -> Envelope | None:
        """Answer, refuse, park or drop a question; return the recall's record, if it has one.

        Raises FatalError, and KafkaError when the reply cannot be sent.
        """
        started = asyncio.get_running_loop().time()
        try:
            envelope = parse(record.value)
            request = body_as(envelope, RecallRequested)
        except PermanentError as error:
            await self._refuse(record, error)
            return None
        if self._took(request.request_id):
            metrics.recalls.add(1, {"outcome": "hedged"})
            return None
        address = address_of(envelope, request)
        if not await self._reachable(address):
            await self._park(record, MalformedError(f"no reply partition {address.partition}"))
            return None
        left_s = (request.deadline - self._clock.now()).total_seconds()
        longest_s = min(left_s, _LONGEST_S)
        answer = await self._in_time(envelope, request, longest_s) if left_s > 0 else None
        if answer is None:
            metrics.recalls.add(1, {"outcome": "expired"})
            return None
        await self._reply(record, address, answer)
        took_s = asyncio.get_running_loop().time() - started
        metrics.recalls.add(1, {"outcome": "answered" if answer.error is None else "refused"})
        metrics.recall_seconds.record(took_s)
        return recorded(envelope, request, answer, self._clock.now(), took_s * 1000)

    async def record(self, recall: Envelope, parent: str | None) -> None:
        """Publish the record of a recall; return when the broker has it. Raises KafkaError."""
        await self._records.send_and_wait(
            RECALLS,
            key=recall.owner.encode(),
            value=recall.to_bytes(),
            headers=headers_for(recall, RECALLS, parent),
        )

    def _took(self, request_id: str) -> bool:
        """Whether this member has the question already: a hedge is for another member.

        Answering it twice would double the load just when there is too much of it.
        """
        if request_id in self._taken:
            return True
        self._taken[request_id] = None
        if len(self._taken) > _REMEMBERED:
            self._taken.popitem(last=False)
        return False

    async def _in_time(
        self, envelope: Envelope, request: RecallRequested, left_s: float
    ) -> RecallAnswered | None:
        # A task of its own: it ends at the deadline, and its fault, of any kind, stays its own.
        task = asyncio.ensure_future(self._answer(envelope, request))
        try:
            await asyncio.wait({task}, timeout=left_s)
        finally:
            task.cancel()
        if not task.done():
            return None
        error = task.exception()
        if error is None:
            return task.result()
        if isinstance(error, FatalError):
            raise error
        if isinstance(error, MembusError):
            return refusal(request.request_id, error)
        log.error("recall_failed", request_id=request.request_id, exc_info=error)
        return refusal(request.request_id, UnavailableError("recall failed: see its log"))

    async def _refuse(self, record: ConsumerRecord, error: PermanentError) -> None:
        address = address_in(record.value)
        if address is None or not await self._reachable(address):
            await self._park(record, error)
        else:
            await self._reply(record, address, refusal(address.request_id, error))
            metrics.recalls.add(1, {"outcome": "refused"})

    async def _reachable(self, address: Address) -> bool:
        return address.partition in await self._replies.partitions_for(RECALL_REPLIES)

    async def _reply(self, record: ConsumerRecord, address: Address, body: RecallAnswered) -> None:
        envelope = answered(address, body, self._clock.now())
        await self._replies.send_and_wait(
            RECALL_REPLIES,
            value=envelope.to_bytes(),
            partition=address.partition,
            headers=headers_for(envelope, RECALL_REPLIES, traceparent_of(record.headers)),
        )

    async def _park(self, record: ConsumerRecord, error: PermanentError) -> None:
        topic = dead_letter_topic(_SERVICE)
        why = Park(str(error), type(error).__name__)
        known = envelope_of(record)
        letter = dead_letter(_SERVICE, record, why, self._clock.now(), envelope=known)
        await self._records.send_and_wait(
            topic, key=record.key, value=letter.to_bytes(), headers=headers_for(letter, topic)
        )
        metrics.parked.add(1, {"service": _SERVICE})
