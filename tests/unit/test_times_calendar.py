"""The calendar of moving holidays: what it answers, from any thread, and what it leaves alone."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

import pytest

from membus.adapters.rules.duckling_calendar import DucklingCalendar

SAID_AT = datetime(2024, 5, 30, 0, 30)  # noqa: DTZ001 - local time by contract
CALENDAR = DucklingCalendar()


@pytest.mark.parametrize(
    ("phrase", "day"),
    [
        ("Thanksgiving", "2024-11-28"),
        ("Easter 2025", "2025-04-20"),
        ("last Christmas", "2023-12-25"),
        ("Mother's Day", "2025-05-11"),
        ("2025年母亲节", "2025-05-11"),
    ],
)
def test_knows_holidays(phrase: str, day: str) -> None:
    begin, until = CALENDAR(phrase, SAID_AT) or pytest.fail("no such day")
    assert begin.date().isoformat() == day
    assert (until - begin).days == 1


@pytest.mark.parametrize("phrase", ["", "a day", "Festivus", "春节联欢晚会", "x" * 80])
def test_does_not_guess(phrase: str) -> None:
    assert CALENDAR(phrase, SAID_AT) is None


def test_threads_do_not_mix_their_days() -> None:
    days = [SAID_AT.replace(year=year) for year in range(2000, 2024)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda day: DucklingCalendar()("Christmas", day), days))
    assert [answer and answer[0].year for answer in found] == list(range(2000, 2024))


def test_loading_it_leaves_the_interrupt_to_the_process() -> None:
    """Haskell's runtime takes SIGINT over when it starts, in whichever thread: Ctrl-C was lost."""
    program = """
import asyncio, os, signal
from datetime import datetime
from membus.adapters.rules.duckling_calendar import DucklingCalendar

async def main():
    interrupted = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, interrupted.set)
    await asyncio.to_thread(DucklingCalendar(), "Easter", datetime(2024, 5, 30))
    os.kill(os.getpid(), signal.SIGINT)
    await asyncio.wait_for(interrupted.wait(), 60)
    print("handled")

asyncio.run(main())
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=180, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, "handled"), done.stderr
