from collections.abc import Collection, Mapping

import pytest
from aiokafka import TopicPartition
from aiokafka.errors import CommitFailedError, IllegalStateError, KafkaError
from tests.support.runtime import TOPIC

from membus.errors import FatalError
from membus.kafka.assignment import Assignment
from membus.kafka.member import Member
from membus.kafka.records import Partition


class Client:
    """Stands for the client library's consumer."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.committed: list[Mapping[TopicPartition, int]] = []

    async def commit(self, offsets: Mapping[TopicPartition, int]) -> None:
        if self.error is not None:
            raise self.error
        self.committed.append(offsets)


class Resting(Assignment):
    """An assignment without work."""

    def __init__(self) -> None:
        self.closed = False

    def start(self, *_: object) -> None:
        pass

    async def close(self, timeout_s: float) -> None:
        self.closed = True


class Bench:
    def __init__(self, client: Client | None = None, name: str = "") -> None:
        self.errors: list[FatalError] = []
        self.assignments: list[Resting] = []
        self.member = Member(
            lambda: client,
            self.assign,
            name=name,
            max_records=10,
            max_poll_interval_s=10,
            drain_timeout_s=1,
            on_open=lambda: None,
            on_fatal=self.errors.append,
        )

    def assign(self, _: Collection[Partition]) -> Resting:
        self.assignments.append(Resting())
        return self.assignments[-1]


async def test_a_commit_names_its_offsets() -> None:
    client = Client()

    assert await Bench(client).member.commit({(TOPIC, 3): 7})

    assert client.committed == [{TopicPartition(TOPIC, 3): 7}]


@pytest.mark.parametrize("error", [CommitFailedError(), IllegalStateError(), KafkaError()])
async def test_a_commit_that_the_group_refuses_is_not_fatal(error: Exception) -> None:
    bench = Bench(Client(error))

    assert not await bench.member.commit({(TOPIC, 3): 7})
    assert bench.errors == []


async def test_a_new_assignment_closes_the_one_before() -> None:
    bench = Bench()

    await bench.member.on_partitions_assigned([TopicPartition(TOPIC, 0)])
    await bench.member.on_partitions_assigned([TopicPartition(TOPIC, 1)])

    assert [one.closed for one in bench.assignments] == [True, False]


async def test_two_members_of_one_name_are_told_so_instead_of_fighting_for_ever() -> None:
    named, nameless = Bench(name="0"), Bench()
    for bench in (named, nameless):
        for _ in range(20):
            await bench.member.on_partitions_assigned([TopicPartition(TOPIC, 0)])

    assert nameless.errors == []
    assert "another member of the group is named '0' too" in str(named.errors[0])
