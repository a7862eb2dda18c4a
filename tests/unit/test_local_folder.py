"""What lies in the data folder beside the data: lock, state, logs."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from membus.errors import FatalError
from membus.folder_lock import folder_lock, lock_holder
from membus.local.logs import log_path, open_log, tail
from membus.local.state import PartStatus, StackState, read_state, remove_state, write_state
from membus.settings import STATE_FILE

HOLD = """
import sys, time
from pathlib import Path
from membus.folder_lock import folder_lock
with folder_lock(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@contextmanager
def holder(folder: Path) -> Iterator[int]:
    """Another process that holds the folder's lock."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)], stdout=subprocess.PIPE, env=environment
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        yield process.pid
        process.kill()


def state(pid: int) -> StackState:
    part = PartStatus("kafka", "server", "127.0.0.1:1", "/logs/kafka.log", "ready", 4, 2)
    return StackState(pid, {"kafka": "127.0.0.1:1"}, [part])


def test_a_folder_that_another_process_holds_is_refused_with_its_pid(tmp_path: Path) -> None:
    with holder(tmp_path) as pid:
        assert lock_holder(tmp_path) == pid
        with pytest.raises(FatalError, match=f"pid {pid}"), folder_lock(tmp_path):
            pass


def test_the_lock_ends_with_its_holder_also_when_it_is_killed(tmp_path: Path) -> None:
    with holder(tmp_path) as pid:
        os.kill(pid, signal.SIGKILL)
    assert lock_holder(tmp_path) is None
    with folder_lock(tmp_path):
        assert lock_holder(tmp_path) == os.getpid()
    assert lock_holder(tmp_path) is None


def test_nobody_holds_a_folder_that_does_not_exist(tmp_path: Path) -> None:
    assert lock_holder(tmp_path / "none") is None


def test_the_state_of_a_stack_that_runs_is_read_whole(tmp_path: Path) -> None:
    with folder_lock(tmp_path):
        write_state(tmp_path, state(os.getpid()))
        assert read_state(tmp_path) == state(os.getpid())
        remove_state(tmp_path)
        assert read_state(tmp_path) is None


def test_a_state_that_a_killed_stack_left_behind_is_ignored(tmp_path: Path) -> None:
    # The pid lives, but it is another process now: it does not hold the lock.
    write_state(tmp_path, state(os.getpid()))
    assert read_state(tmp_path) is None


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"pid": 1}', '{"pid": "x"}'])
def test_a_broken_state_file_is_none(tmp_path: Path, text: str) -> None:
    with folder_lock(tmp_path):
        (tmp_path / STATE_FILE).write_text(text)
        assert read_state(tmp_path) is None


def test_the_state_file_is_plain_json_with_what_others_read(tmp_path: Path) -> None:
    write_state(tmp_path, state(12))
    found = json.loads((tmp_path / STATE_FILE).read_text())
    assert found["pid"] == 12
    assert found["addresses"] == {"kafka": "127.0.0.1:1"}
    assert found["parts"][0] == {
        "name": "kafka",
        "kind": "server",
        "address": "127.0.0.1:1",
        "log": "/logs/kafka.log",
        "state": "ready",
        "pid": 4,
        "restarts": 2,
    }


def test_a_state_is_ready_when_every_part_is() -> None:
    whole = state(1)
    assert whole.is_ready
    whole.parts[0].state = "restarting"
    assert not whole.is_ready


def test_a_log_goes_on_until_it_is_too_long_then_one_old_one_is_kept(tmp_path: Path) -> None:
    path = log_path(tmp_path, "kafka")
    for line in (b"one\n", b"two\n"):
        with open_log(path) as log:
            log.write(line)
    assert path.read_bytes() == b"one\ntwo\n"
    for fill in (b"a", b"b"):
        with open_log(path) as log:
            log.write(fill * (10 * 1024 * 1024 + 1))
    with open_log(path) as log:
        log.write(b"new\n")

    assert path.read_bytes() == b"new\n"
    assert sorted(file.name for file in path.parent.iterdir()) == ["kafka.log", "kafka.log.1"]
    assert path.with_suffix(".log.1").read_bytes()[:1] == b"b"


def test_the_tail_is_the_last_lines_whatever_the_bytes(tmp_path: Path) -> None:
    path = tmp_path / "part.log"
    path.write_bytes(b"".join(b"line %d\n" % number for number in range(5000)) + b"\xff\n")
    assert tail(path, 3) == "line 4998\nline 4999\n�"
    assert tail(tmp_path / "none.log") == ""
