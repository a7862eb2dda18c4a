from collections.abc import Sequence

import pytest
from tests.support.kafka import message
from tests.support.runtime import NOW, TOPIC, Edges, finished, item
from tests.support.stages import SpyStage

from membus.errors import FatalError, MalformedError, UnavailableError
from membus.kafka.backoff import Backoff
from membus.kafka.checkpoint import Checkpoint
from membus.kafka.commits import Commits
from membus.kafka.publications import Publications
from membus.kafka.records import PASSED, Finished, Forward, Item
from membus.kafka.retries import BlockedKeys
from membus.kafka.stage import Done, Outgoing, Park, Record
from membus.kafka.topics import OUTCOMES, TURNS, dead_letter_topic, retry_topic
from membus.kafka.tracker import Tracker

FAST = Backoff(deadline_s=1.0, first_s=0.001, short_s=0.002)


class Settling(SpyStage):
    def __init__(self, edges: Edges) -> None:
        super().__init__()
        self._edges = edges

    async def settle(self, done: Sequence[tuple[Record, Done]]) -> None:
        self._edges.step("settle")
        await super().settle(done)


class Bench:
    def __init__(self, *offsets: int, blocked: BlockedKeys | None = None) -> None:
        self.edges = Edges()
        self.stage = Settling(self.edges)
        self.trackers = {(TOPIC, 0): Tracker(), ("retry", 0): Tracker()}
        self.trackers[TOPIC, 0].take(offsets)
        self.commits = Commits(self.edges.commit, self.trackers)
        self.checkpoint = Checkpoint(
            self.stage,
            Publications("writer", 6),
            self.edges.send,
            self.commits,
            self.trackers,
            now=lambda: NOW,
            backoff=FAST,
            blocked=blocked,
        )

    async def write(self, *finished: Finished) -> list[Finished]:
        """Write a checkpoint and commit what it released."""
        fates = await self.checkpoint.write(finished)
        await self.commits.flush()
        return fates


def stored(offset: int, *, emit: bool = False) -> Finished:
    event = Outgoing(TURNS, "s1", message("s1", "result"))
    done = Done("stored", emit=(event,) if emit else ())
    return finished(item(offset, message("s1", "a")), done)


async def test_the_order_is_publish_settle_commit() -> None:
    bench = Bench(0)

    await bench.write(stored(0, emit=True))

    assert bench.edges.steps == ["publish", "settle", "commit"]
    assert [message.topic for message in bench.edges.messages] == [TURNS, OUTCOMES]
    assert bench.edges.commits == [{(TOPIC, 0): 1}]


@pytest.mark.parametrize("step", ["publish", "settle"])
async def test_nothing_happens_before_the_step_that_fails_for_a_while(step: str) -> None:
    bench = Bench(0)
    bench.edges.failures[step] = [UnavailableError("down"), UnavailableError("still")]

    await bench.write(stored(0))

    expected = ["publish", "settle", "commit"]
    at = expected.index(step)
    assert bench.edges.steps == [*expected[:at], *[f"{step} failed"] * 2, *expected[at:]]


@pytest.mark.parametrize("step", ["publish", "settle"])
async def test_a_step_that_can_never_work_is_fatal_and_nothing_is_committed(step: str) -> None:
    bench = Bench(0)
    bench.edges.failures[step] = [MalformedError("no")]

    with pytest.raises(FatalError, match=f"cannot {step}"):
        await bench.write(stored(0))

    assert bench.edges.commits == []


async def test_only_the_contiguous_part_is_committed() -> None:
    bench = Bench(0, 1, 2)

    await bench.write(stored(1), stored(2))
    assert bench.edges.commits == [{(TOPIC, 0): 0}]

    await bench.write(stored(0))
    assert bench.edges.commits[-1] == {(TOPIC, 0): 3}


async def test_a_commit_that_was_refused_is_made_up_by_the_next() -> None:
    bench = Bench(0, 1)
    bench.edges.accepts = False
    await bench.write(stored(0))
    bench.edges.accepts = True

    await bench.write(stored(1))

    assert bench.edges.commits == [{(TOPIC, 0): 2}]


async def test_what_passes_by_is_committed_without_a_trace() -> None:
    bench = Bench(0)

    await bench.write(Finished(item(0, message("s1", "a")), PASSED))

    assert bench.edges.steps == ["commit"]


async def test_a_parked_record_leaves_a_letter_and_an_outcome_and_is_not_settled() -> None:
    bench = Bench(0)

    await bench.write(finished(item(0, message("s1", "a")), Park("no")))

    assert bench.edges.steps == ["publish", "commit"]
    assert len(bench.edges.sent_to(dead_letter_topic("writer"))) == 1
    assert len(bench.edges.sent_to(OUTCOMES)) == 1


@pytest.mark.parametrize("text", ["x" * (17 << 20), "half a pair: \ud83d"])
async def test_a_result_that_cannot_be_published_parks_its_record_alone(text: str) -> None:
    bench = Bench(0, 1)
    event = message("s1", "result").model_copy(update={"body": {"text": text}})
    bad = Done("stored", emit=(Outgoing(TURNS, "s1", event),))

    fates = await bench.write(finished(item(0, message("s1", "a")), bad), stored(1, emit=True))

    assert isinstance(fates[0].verdict, Park)
    assert fates[0].verdict.error_class == "UnpublishableResult"
    assert len(bench.edges.sent_to(TURNS)) == 1
    assert [record.offset for record in bench.stage.settled] == [1]
    assert bench.edges.commits == [{(TOPIC, 0): 2}]


async def test_a_record_for_the_retry_topic_keeps_its_key_and_bytes() -> None:
    bench = Bench(0, blocked=BlockedKeys())
    one = item(0, message("s1", "a"))

    await bench.write(Finished(one, Forward("no model")))

    (sent,) = bench.edges.sent_to(retry_topic("writer"))
    assert (sent.key, sent.value) == (one.source.key, one.source.value)
    assert bench.edges.sent_to(OUTCOMES) == []
    assert bench.edges.commits == [{(TOPIC, 0): 1}]


async def test_a_retried_record_frees_its_key_once_it_is_settled() -> None:
    blocked = BlockedKeys()
    bench = Bench(blocked=blocked)
    one: Item = item(0, message("s1", "a"), retried=True)
    blocked.add(one.source)
    bench.trackers["retry", 0].take([0])

    await bench.write(finished(one, Done("stored")))

    assert one.source not in blocked
    assert bench.edges.commits == [{("retry", 0): 1}]
