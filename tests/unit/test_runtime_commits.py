import asyncio

from tests.support.kafka import eventually
from tests.support.runtime import TOPIC, Edges

from membus.kafka.commits import Commits
from membus.kafka.tracker import Tracker

AT = (TOPIC, 0)


def bench(*offsets: int) -> tuple[Commits, Edges, Tracker]:
    tracker, edges = Tracker(), Edges()
    tracker.take(offsets)
    return Commits(edges.commit, {AT: tracker, (TOPIC, 1): Tracker()}), edges, tracker


async def test_only_what_moved_is_committed() -> None:
    commits, edges, tracker = bench(0, 1)
    tracker.finish([0])

    assert await commits.flush()
    assert await commits.flush()

    assert edges.commits == [{AT: 1}]


async def test_it_commits_by_itself_once_it_is_woken() -> None:
    commits, edges, tracker = bench(0, 1)
    running = asyncio.create_task(commits.run())
    tracker.finish([0])
    commits.wake()
    await eventually(lambda: edges.commits == [{AT: 1}], "the first commit")

    tracker.finish([1])
    commits.wake()
    await eventually(lambda: edges.commits == [{AT: 1}, {AT: 2}], "the second commit")
    running.cancel()


async def test_a_refused_commit_is_tried_again_though_nothing_more_is_done() -> None:
    commits, edges, tracker = bench(0)
    edges.accepts = False
    running = asyncio.create_task(commits.run())
    tracker.finish([0])
    commits.wake()
    await eventually(lambda: "commit" in edges.steps, "the first try")

    edges.accepts = True
    await eventually(lambda: edges.commits == [{AT: 1}], "the commit")
    running.cancel()
