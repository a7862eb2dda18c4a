"""Members that come, go and are killed: nothing is lost, and nothing is doubled in effect."""

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.support.kafka import (
    LONGER_THAN_PATIENCE_S,
    PATIENCE,
    Lab,
    eventually,
    group_state,
    message,
    new_lab,
)
from tests.support.stages import SpyStage, running, text_of

from membus.kafka.stage import Done, Record, Result

pytestmark = pytest.mark.kafka

ROOT = Path(__file__).parents[2]


@asynccontextmanager
async def member_process(
    lab: Lab, instance: str, session_timeout_ms: int
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run a member of the lab's group in a process of its own."""
    arguments = [lab.bootstrap, lab.name, str(lab.partitions), instance, str(session_timeout_ms)]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.support.member",
        *arguments,
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def killed_in_the_middle(process: asyncio.subprocess.Process) -> None:
    """Kill the member once it has settled some records and has more in work."""
    assert process.stdout is not None
    # Its log is among what it says.
    while not (line := await process.stdout.readline()).startswith(b"settled"):
        assert line, "the member ended by itself"
    process.kill()
    await process.wait()


async def all_done(lab: Lab) -> None:
    async def empty() -> bool:
        return await lab.lag() == 0

    await eventually(empty, "everything is committed")


@pytest.mark.parametrize(
    ("instance", "session_timeout_ms"),
    [("", 1000), ("a", 300_000)],
    ids=["nameless", "static: back at once, though its session lasts for minutes"],
)
async def test_a_member_killed_in_the_middle_of_a_batch_loses_nothing(
    bus: str, instance: str, session_timeout_ms: int
) -> None:
    lab = await new_lab(bus, partitions=2)
    said = [message(f"s{number % 9}", str(number)) for number in range(300)]
    await lab.produce(*said)
    async with member_process(lab, instance, session_timeout_ms) as process:
        await killed_in_the_middle(process)
    assert await lab.lag() > 0

    stage = SpyStage()
    async with running(lab, stage, instance=instance, session_timeout_ms=session_timeout_ms):
        await all_done(lab)

    outcomes = await lab.outcomes()
    assert {outcome.event_id for outcome in outcomes} == {one.event_id for one in said}
    assert len({(outcome.outcome_id, outcome.outcome) for outcome in outcomes}) == len(said)


async def test_two_members_share_the_partitions_and_every_record_is_settled_in_order(
    bus: str,
) -> None:
    lab = await new_lab(bus, partitions=4)
    one, two = SpyStage(), SpyStage()
    numbers = iter(range(10_000))

    def more(count: int) -> list[tuple[str, str]]:
        taken = [next(numbers) for _ in range(count)]
        return [(f"s{number % 16}", str(number)) for number in taken]

    said = more(200)
    async with running(lab, one):
        await lab.produce(*[message(*what) for what in said])
        async with running(lab, two):
            # Between the two of them nobody holds a partition for a while.
            await eventually(lambda: len(one.partitions) == len(two.partitions) == 2, "they share")
            later = more(200)
            await lab.produce(*[message(*what) for what in later])
            await all_done(lab)
            assert two.settled
        await eventually(lambda: len(one.partitions) == 4, "the first has all again")
        last = more(100)
        await lab.produce(*[message(*what) for what in last])
        await all_done(lab)

    said += later + last
    settled = one.settled + two.settled
    assert sorted(text_of(record) for record in settled) == sorted(text for _, text in said)
    for stage in (one, two):
        for session in {record.key for record in stage.settled}:
            own = [int(text_of(record)) for record in stage.settled if record.key == session]
            assert own == sorted(own)


async def test_what_is_not_drained_in_time_is_dropped_and_done_by_the_next(bus: str) -> None:
    lab = await new_lab(bus, partitions=2)
    await lab.produce(*[message(f"s{number}", str(number)) for number in range(8)])
    stuck, for_ever = asyncio.Event(), asyncio.Event()

    async def act(records: Sequence[Record]) -> Sequence[Result]:
        stuck.set()
        await for_ever.wait()
        return [Done("stored")] * len(records)

    one, two = SpyStage(act), SpyStage()
    async with running(lab, one, drain_timeout_s=0.2):
        await stuck.wait()
        async with running(lab, two):
            await eventually(lambda: len(two.partitions) == 1, "they share")
            await eventually(lambda: len(two.settled) > 0, "the second works on its part")
    assert one.settled == []

    rest = SpyStage()
    async with running(lab, rest):
        await all_done(lab)
    everything = [text_of(record) for record in two.settled + rest.settled]
    assert sorted(everything) == sorted(set(everything))
    assert len(everything) == 8


async def test_slow_lanes_hold_neither_their_neighbours_nor_more_than_their_own_commit(
    bus: str,
) -> None:
    lab = await new_lab(bus)
    said = [message(f"s{number}", str(number)) for number in range(10)]
    await lab.produce(*said)
    gates = {text: asyncio.Event() for text in ("2", "6")}

    async def act(records: Sequence[Record]) -> Sequence[Result]:
        gate = gates.get(text_of(records[0]))
        if gate is not None:
            await gate.wait()
        return [Done("stored")] * len(records)

    async def committed(offset: int) -> None:
        async def reached() -> bool:
            return (await lab.committed()).get(0) == offset

        await eventually(reached, f"offset {offset} is committed")

    stage = SpyStage(act)
    async with running(lab, stage, lab.options(lanes=True)):
        await eventually(lambda: len(stage.settled) == 8, "the neighbours")
        await committed(2)
        gates["2"].set()
        await committed(6)
        gates["6"].set()
        await committed(10)


async def test_a_member_reads_no_more_than_it_may_hold_and_stays_in_the_group(bus: str) -> None:
    lab = await new_lab(bus)
    await lab.produce(*[message("s1", str(number)) for number in range(100)])
    gate = asyncio.Event()

    async def act(records: Sequence[Record]) -> Sequence[Result]:
        await gate.wait()
        return [Done("stored")] * len(records)

    stage = SpyStage(act)
    options = lab.options(lanes=True, max_batch=1)
    async with running(lab, stage, options, max_in_flight=10, max_records=5, **PATIENCE):
        await eventually(lambda: stage.calls == 1, "the first record")
        before = await group_state(bus, lab.group)
        await asyncio.sleep(LONGER_THAN_PATIENCE_S)
        assert await group_state(bus, lab.group) == before
        gate.set()
        await all_done(lab)

    assert stage.texts == [str(number) for number in range(100)]
