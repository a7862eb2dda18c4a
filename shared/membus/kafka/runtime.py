"""Puts a stage's runtime together: what reads, tries, writes and commits. Knows no FastStream."""

from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime

from aiokafka import AIOKafkaConsumer

from membus.errors import FatalError
from membus.kafka.assignment import Assignment
from membus.kafka.attempt import Attempt
from membus.kafka.backoff import Backoff
from membus.kafka.checkpoint import Checkpoint
from membus.kafka.commits import Commits
from membus.kafka.decode import Decoder
from membus.kafka.halt import Halt
from membus.kafka.lanes import Lanes
from membus.kafka.member import Member
from membus.kafka.producer import EventProducer
from membus.kafka.publications import Publications
from membus.kafka.records import Partition
from membus.kafka.retries import BlockedKeys
from membus.kafka.stage import Stage, StageOptions
from membus.kafka.tasks import OnFatal
from membus.kafka.topics import OUTCOMES, dead_letter_topic, registry, retry_topic
from membus.kafka.tracker import Tracker
from membus.kafka.workers import Workers
from membus.settings import KafkaSettings


class Runtime:
    """Runs one stage in its consumer group.

    `consumer` gives the group's client once it is connected; `name` is the member's own. `prepare`
    it before the client joins, with `member` as its rebalance listener; `member.start` once it has
    joined, and `member.stop` before the client and the producer close.
    """

    def __init__(
        self,
        settings: KafkaSettings,
        options: StageOptions,
        consumer: Callable[[], AIOKafkaConsumer],
        *,
        name: str = "",
        on_open: Callable[[], None],
        on_fatal: OnFatal,
        backoff: Backoff | None = None,
    ) -> None:
        self._settings = settings
        self._options = options
        self._on_fatal = on_fatal
        self._backoff = backoff or Backoff(settings.retry_deadline_s)
        self._stage: Stage | None = None
        self._producer: EventProducer | None = None
        self._outcome_partitions = 1
        self._halt = Halt()
        self.member = Member(
            consumer,
            self._assign,
            name=name,
            max_records=settings.max_records,
            max_poll_interval_s=settings.max_poll_interval_ms / 1000,
            drain_timeout_s=settings.drain_timeout_s,
            on_open=on_open,
            on_fatal=on_fatal,
        )

    async def prepare(self, stage: Stage, producer: EventProducer) -> None:
        """Say what works and what publishes, before the client joins the group.

        Raises FatalError when a topic is missing, or one that must be co-partitioned is not.
        """
        self._stage, self._producer = stage, producer
        counts = await producer.partition_counts()
        check_topics(self._options, counts)
        self._outcome_partitions = counts[OUTCOMES]

    def _assign(self, partitions: Collection[Partition]) -> Assignment:
        stage, producer = self._stage, self._producer
        if stage is None or producer is None:
            raise FatalError("the runtime was not prepared")
        options = self._options
        trackers = {partition: Tracker() for partition in partitions}
        lanes = Lanes(by_key=options.lanes, max_batch=options.max_batch)
        blocked = None if options.ordered else BlockedKeys()
        attempt = Attempt(
            stage,
            Decoder(
                options.types,
                {name: topic.key for name, topic in registry().items()},
                {name: topic.events for name, topic in registry().items()},
            ),
            options.deadline_s,
            blocked=blocked,
            overdue=self._backoff.overdue,
        )
        commits = Commits(self.member.commit, trackers)
        checkpoint = Checkpoint(
            stage,
            Publications(options.name, self._outcome_partitions),
            producer.send,
            commits,
            trackers,
            now=utc_now,
            backoff=self._backoff,
            blocked=blocked,
        )
        workers = Workers(
            options, lanes, attempt, checkpoint, commits, self._halt, self._backoff, self._on_fatal
        )
        return Assignment(
            options.name,
            stage,
            lanes,
            workers,
            trackers,
            max_in_flight=self._settings.max_in_flight,
            backoff=self._backoff,
            retry_topic="" if options.ordered else retry_topic(options.name),
            blocked=blocked,
            unread=self.member.unread,
        )


def topics_read(options: StageOptions) -> tuple[str, ...]:
    """Return the topics that a stage's group reads: its own, and its retry topic if it has one."""
    return options.topics if options.ordered else (*options.topics, retry_topic(options.name))


def check_topics(options: StageOptions, counts: Mapping[str, int]) -> None:
    """Raise FatalError unless the topics are there.

    A stage with a retry topic needs it co-partitioned with what it reads, so that one member holds
    a key and what waits of it.
    """
    needed = (*topics_read(options), OUTCOMES, dead_letter_topic(options.name))
    missing = [topic for topic in needed if topic not in counts]
    if missing:
        raise FatalError(f"missing topics: {', '.join(missing)}; run `membus topics apply`")
    sizes = {topic: counts[topic] for topic in topics_read(options)}
    if not options.ordered and len(set(sizes.values())) > 1:
        raise FatalError(f"the topics of {options.name} must have equal partition counts: {sizes}")


def utc_now() -> datetime:
    """Return the wall time."""
    return datetime.now(UTC)
