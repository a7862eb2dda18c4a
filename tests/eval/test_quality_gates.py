"""Quality that no change may lose: a fixed part of our cases, through a whole stack."""

from pathlib import Path
from typing import Any

import pytest
from tests.support.stack import Finished, membus

from membus.settings import LocalSettings, Settings

# Just below what is reached (docs/recall-quality.md): they go up with it, to 0.95 and 0.02.
MIN_CONSISTENCY = 0.80
MAX_POLLUTION = 0.12


def report_of(done: Finished) -> dict[str, Any]:
    assert done.out, done.err
    return done.json


def test_what_comes_back_is_what_was_said_last(local: Settings) -> None:
    done = membus(local, "eval", "consistency", "--subset", "--min-rate", "1", "--json")
    report = report_of(done)
    assert report["rate"] >= MIN_CONSISTENCY, report["failed"]
    assert done.code == (0 if report["rate"] == 1 else 3)


def test_nothing_comes_back_that_is_of_no_help(local: Settings) -> None:
    done = membus(local, "eval", "pollution", "--subset", "--max-rate", "0", "--json")
    report = report_of(done)
    assert report["rate"] <= MAX_POLLUTION, report["failed"]
    assert done.code == (0 if report["rate"] == 0 else 3)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("locomo", "none.json"), "none.json cannot be read"),
        (("madial", "none"), "must hold memory.jsonl"),
        (("chunking", "none.json"), "none.json cannot be read"),
        (("consistency", "--set", "CANDIDATES=80"), "MEMBUS_<AREA>__<FIELD>=value"),
        (("consistency", "--split", "test"), "'test' is not one of"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_input_that_is_at_fault_is_named_before_anything_starts(
    arguments: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    done = membus(Settings(local=LocalSettings(data_dir=tmp_path)), "eval", *arguments)
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert "starting" not in done.err


def test_a_setting_that_does_not_exist_is_named(tmp_path: Path) -> None:
    given = Settings(local=LocalSettings(data_dir=tmp_path))
    done = membus(given, "eval", "consistency", "--set", "MEMBUS_RECALL__NONE=1")
    assert done.code == 1
    assert "MEMBUS_RECALL__NONE" in done.err
    assert "starting" not in done.err
