"""One member of a consumer group: it polls without rest, and follows the group's rebalances.

The poll loop only queues records, so heartbeats go on and the group keeps the member however long
a record takes.
"""

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable, Collection, Mapping

import structlog
from aiokafka import AIOKafkaConsumer, ConsumerRebalanceListener, TopicPartition
from aiokafka.errors import CommitFailedError, ConsumerStoppedError, IllegalStateError, KafkaError

from membus.errors import FatalError, UnavailableError
from membus.kafka.assignment import Assignment
from membus.kafka.records import Partition
from membus.kafka.tasks import OnFatal, cancelled, watched

log = structlog.get_logger()

_IDLE_WAIT_MS = 500
# While partitions are full a poll is short, so that they are read again soon after.
_FULL_WAIT_MS = 10
_FULL_PATIENCE_S = 1.0
_ERROR_REST_S = 1.0
# Two members of one name take the partitions from each other for ever, about once a second.
_STORM, _STORM_S = 20, 30.0

Consumer = Callable[[], AIOKafkaConsumer]
NewAssignment = Callable[[Collection[Partition]], Assignment]


class Member(ConsumerRebalanceListener):  # type: ignore[misc]  # aiokafka has no types
    """Reads for the group, one assignment after the other.

    `consumer` gives the client once it is connected; `assign` makes an assignment of partitions;
    `on_open` is called whenever the partitions of one are being worked on. `name` is the member's
    own within the group, empty for one without.
    """

    def __init__(
        self,
        consumer: Consumer,
        assign: NewAssignment,
        *,
        name: str,
        max_records: int,
        max_poll_interval_s: float,
        drain_timeout_s: float,
        on_open: Callable[[], None],
        on_fatal: OnFatal,
    ) -> None:
        self._consumer = consumer
        self._assign = assign
        self._name = name
        self._max_records = max_records
        # The group drops a member that has not polled for max_poll_interval_s.
        self._patience_s = min(_FULL_PATIENCE_S, max_poll_interval_s / 4)
        self._drain_timeout_s = drain_timeout_s
        self._on_open = on_open
        self._on_fatal = on_fatal
        self._assignment: Assignment | None = None
        self._polling: asyncio.Task[None] | None = None
        self._stopping = False
        self._full_since: float | None = None
        self._assigned_at: deque[float] = deque(maxlen=_STORM)

    async def start(self) -> None:
        """Begin to poll."""
        self._polling = watched(self._poll(), self._on_fatal)

    async def stop(self) -> None:
        """Read no more; finish, settle and commit what is in work, under the drain timeout."""
        self._stopping = True
        await cancelled(self._polling)
        await self._give_up()

    async def on_partitions_revoked(self, revoked: Collection[TopicPartition]) -> None:
        """Drain before the group moves on; heartbeats go on meanwhile."""
        if revoked:
            log.info("revoked", partitions=len(revoked))
        await self._give_up()

    async def on_partitions_assigned(self, assigned: Collection[TopicPartition]) -> None:
        """Begin with new partitions. It returns at once: there are no heartbeats until then."""
        if self._stopping:
            return
        await self._give_up()
        log.info("assigned", partitions=len(assigned))
        if self._is_storm():
            self._on_fatal(
                FatalError(
                    f"assigned {_STORM} times in {_STORM_S:g} s: another member of the group is "
                    f"named {self._name!r} too; give each its own instance"
                )
            )
            return
        self._assignment = self._assign([(at.topic, at.partition) for at in assigned])
        self._assignment.start(self._on_open, self._on_fatal)

    async def commit(self, offsets: Mapping[Partition, int]) -> bool:
        """Store where to resume; False when the group has moved on and will read them again.

        Always explicit: a commit without offsets would cover all that was fetched.
        """
        places = {TopicPartition(*at): offset for at, offset in offsets.items()}
        try:
            await self._consumer().commit(places)
        except (CommitFailedError, IllegalStateError) as error:
            log.info("commit_refused", error=repr(error))
            return False
        except KafkaError as error:
            log.warning("commit_failed", error=repr(error))
            return False
        return True

    async def unread(self, partitions: Collection[Partition]) -> dict[Partition, int]:
        """Return the end of each partition that has records after the committed offset.

        Raises UnavailableError.
        """
        places = [TopicPartition(*at) for at in partitions]
        consumer = self._consumer()
        try:
            first = await consumer.beginning_offsets(places)
            ends = await consumer.end_offsets(places)
            resume = {at: await consumer.committed(at) or 0 for at in places}
        except KafkaError as error:
            raise UnavailableError(f"Kafka does not tell its offsets: {error!r}") from error
        return {
            (at.topic, at.partition): ends[at]
            for at in places
            if max(first[at], resume[at]) < ends[at]
        }

    async def _give_up(self) -> None:
        assignment, self._assignment = self._assignment, None
        if assignment is not None:
            # In a task of its own: the client would only log what it raises.
            closing = watched(assignment.close(self._drain_timeout_s), self._on_fatal)
            await asyncio.wait([closing])

    async def _poll(self) -> None:
        while True:
            try:
                await self._poll_once()
            except ConsumerStoppedError:
                return
            except KafkaError as error:
                if not error.retriable:
                    raise FatalError(f"the consumer cannot go on: {error!r}") from error
                log.warning("poll_failed", error=repr(error))
                await asyncio.sleep(_ERROR_REST_S)

    async def _poll_once(self) -> None:
        consumer = self._consumer()
        assigned = consumer.assignment()
        room = [at for at in assigned if self._has_room(at)]
        if assigned and not room and self._is_patient():
            await asyncio.sleep(_FULL_WAIT_MS / 1000)
            return
        self._pause_or_resume(consumer, assigned, room)
        everything = len(room) == len(assigned)
        found = await consumer.getmany(
            *(() if everything else room),
            timeout_ms=_IDLE_WAIT_MS if everything else _FULL_WAIT_MS,
            max_records=self._max_records,
        )
        # Nothing is awaited between the client's answer and this: no rebalance can come between.
        for place, raw in found.items():
            if self._assignment is None or not self._assignment.take(tuple(place), raw):
                # Read before we were told that it is ours: read it again then.
                with contextlib.suppress(IllegalStateError):
                    consumer.seek(place, raw[0].offset)
        # The client answers at once while it has records: let the workers have their turn.
        await asyncio.sleep(0)

    def _pause_or_resume(
        self,
        consumer: AIOKafkaConsumer,
        assigned: Collection[TopicPartition],
        room: Collection[TopicPartition],
    ) -> None:
        """Pause when every partition has long been full, so that the poll itself can go on.

        While any has room, full ones are left out of the poll instead: pausing throws away what
        was fetched ahead, and the next fetch would bring it again.
        """
        if room:
            self._full_since = None
            consumer.resume(*consumer.paused().intersection(room))
        elif assigned:
            consumer.pause(*assigned)

    def _is_storm(self) -> bool:
        self._assigned_at.append(time.monotonic())
        full = len(self._assigned_at) == _STORM
        return bool(self._name) and full and self._assigned_at[-1] - self._assigned_at[0] < _STORM_S

    def _is_patient(self) -> bool:
        now = time.monotonic()
        self._full_since = self._full_since or now
        return now - self._full_since < self._patience_s

    def _has_room(self, place: TopicPartition) -> bool:
        return self._assignment is None or self._assignment.has_room(tuple(place))
