"""A part's life, with children that do as the test says."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.scripted_parts import ScriptedStarter, Watched, dies, lives

from membus.errors import FatalError, UnavailableError
from membus.local.part import Part
from membus.local.state import PartStatus


@pytest.fixture
async def watch(tmp_path: Path) -> Callable[..., Watched]:
    def make(starter: ScriptedStarter, timeout_s: float = 60) -> Watched:
        return Watched(starter, tmp_path / "part.log", timeout_s)

    return make


Watch = Callable[..., Watched]


async def settled(watched: Watched) -> None:
    await asyncio.wait_for(watched.part.settled.wait(), 60)


async def test_it_is_ready_and_stops_when_asked(watch: Watch) -> None:
    watched = watch(ScriptedStarter([lives]))
    await settled(watched)
    assert (watched.status.state, watched.status.pid) == ("ready", 100)

    await watched.part.stop(grace_s=5)
    assert watched.states == ["starting", "ready", "stopped"]
    assert watched.status.pid is None


async def test_one_that_dies_is_started_again(watch: Watch) -> None:
    starter = ScriptedStarter([lives])
    watched = watch(starter)
    await settled(watched)
    starter.started[0].end(-11)
    await watched.until(lambda: watched.states[-1] == "ready" and watched.status.restarts == 1)

    assert watched.states == ["starting", "ready", "restarting", "starting", "ready"]
    assert watched.status.pid == 101
    await watched.part.stop(grace_s=5)


async def test_a_passing_fault_at_the_start_heals(watch: Watch) -> None:
    watched = watch(ScriptedStarter([UnavailableError("not yet"), lives]))
    await settled(watched)
    assert watched.states == ["restarting", "starting", "ready"]
    await watched.part.stop(grace_s=5)


async def test_three_deaths_before_it_was_ever_ready_are_a_failure(
    watch: Watch, tmp_path: Path
) -> None:
    (tmp_path / "part.log").write_text("once upon a time\nno space left\n")
    starter = ScriptedStarter([dies], serves=False)
    watched = watch(starter)
    await settled(watched)

    assert watched.status.state == "failed"
    assert len(starter.started) == 3
    told = watched.part.failure()
    for part in ("part failed", "code 7", str(tmp_path / "part.log"), "no space left"):
        assert part in told


async def test_a_fatal_fault_is_not_tried_again(watch: Watch) -> None:
    watched = watch(ScriptedStarter([FatalError("no Java")]))
    await settled(watched)
    assert watched.states == ["failed"]
    assert "no Java" in watched.part.failure()


async def test_one_that_is_not_ready_in_time_is_killed_and_fails(watch: Watch) -> None:
    starter = ScriptedStarter([lives], stubborn=True, serves=False)
    watched = watch(starter, 0.05)
    await settled(watched)

    assert watched.states == ["starting", "failed"]
    assert await starter.started[0].wait() == -9
    assert "not ready within 0.05 s" in watched.part.failure()


async def test_one_that_does_not_stop_is_killed(watch: Watch) -> None:
    starter = ScriptedStarter([lives], stubborn=True)
    watched = watch(starter)
    await settled(watched)
    await watched.part.stop(grace_s=0.05)

    assert await starter.started[0].wait() == -9
    assert watched.states[-1] == "stopped"


async def test_it_stops_while_it_waits_to_start_again(watch: Watch) -> None:
    starter = ScriptedStarter([lives])
    watched = watch(starter)
    await settled(watched)
    for _ in range(2):
        starter.started[-1].end(1)
        count = len(starter.started)
        await watched.until(
            lambda count=count: watched.states[-1] == "ready" and len(starter.started) > count
        )
    starter.started[-1].end(1)
    await watched.until(lambda: watched.states[-1] == "restarting")
    await asyncio.wait_for(watched.part.stop(grace_s=120), 60)

    assert watched.states[-1] == "stopped"
    assert len(starter.started) == 3


async def test_what_was_ready_once_is_never_given_up(watch: Watch) -> None:
    starter = ScriptedStarter([lives, dies, dies, dies, lives])
    watched = watch(starter)
    await settled(watched)
    starter.serves = False
    starter.started[0].end(1)
    await watched.until(lambda: len(starter.started) == 4)
    starter.serves = True
    await watched.until(lambda: watched.states[-1] == "ready")

    assert "failed" not in watched.states
    await watched.part.stop(grace_s=5)


async def test_one_never_begun_stops(tmp_path: Path) -> None:
    status = PartStatus("part", "server", None, str(tmp_path / "part.log"))
    part = Part(status, ScriptedStarter([lives]), 1, lambda _: None)
    await part.stop(grace_s=1)
    assert status.state == "stopped"
