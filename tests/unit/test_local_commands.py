"""The commands of the stack where none runs, and the doctor."""

import json
import os
from pathlib import Path

import pytest
import typer
from services import run as run_module
from services.run import NAMES, run_service
from typer.testing import CliRunner

from membus.cli import doctor, stack
from membus.errors import FatalError
from membus.folder_lock import folder_lock
from membus.local import checks
from membus.local.state import PartState, PartStatus, StackState, write_state
from membus.settings import Settings, settings_of_process

app = typer.Typer()
stack.register(app)
doctor.register(app)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MEMBUS_LOCAL__DATA_DIR", str(tmp_path))
    return tmp_path


def run(*arguments: str) -> tuple[int, str]:
    answer = CliRunner().invoke(app, list(arguments))
    return answer.exit_code, answer.stdout


def write(folder: Path, state: PartState) -> None:
    part = PartStatus("kafka", "server", "127.0.0.1:1", "/k.log", state, 4, 2)
    write_state(folder, StackState(os.getpid(), {"kafka": "127.0.0.1:1"}, [part]))


def test_status_and_down_where_nothing_runs(folder: Path) -> None:
    code, out = run("status", "--json")
    assert code == 1
    assert json.loads(out) == {
        "state": "down",
        "pid": None,
        "addresses": {},
        "parts": [],
        "data_dir": str(folder),
    }
    code, out = run("down", "--json")
    assert (code, json.loads(out)) == (0, {"stopped": False, "data_dir": str(folder)})
    assert "nothing runs" in run("status")[1]
    assert "nothing runs" in run("down")[1]


@pytest.mark.parametrize(
    ("part", "code", "overall"), [("ready", 0, "ready"), ("restarting", 3, "not ready")]
)
def test_status_lists_every_part(folder: Path, part: PartState, code: int, overall: str) -> None:
    with folder_lock(folder):
        write(folder, part)
        answered, out = run("status", "--json")
        assert "kafka" in run("status")[1]

    found = json.loads(out)
    assert (answered, found["state"]) == (code, overall)
    assert found["parts"] == [
        {
            "name": "kafka",
            "kind": "server",
            "address": "127.0.0.1:1",
            "log": "/k.log",
            "state": part,
            "pid": 4,
            "restarts": 2,
        }
    ]


@pytest.mark.parametrize("detach", [[], ["--detach"]])
def test_up_says_when_it_runs_already(folder: Path, detach: list[str]) -> None:
    with folder_lock(folder):
        write(folder, "ready")
        code, out = run("up", *detach)
        assert (code, f"already running (pid {os.getpid()})" in out) == (0, True)
        code, out = run("up", "--json", *detach)
    found = json.loads(out)
    assert (code, found["state"], found["parts"][0]["pid"]) == (0, "ready", 4)


def test_a_service_that_does_not_exist_is_told_with_those_that_do() -> None:
    code, _ = run("service", "run", "nonsense")
    assert code == 2
    with pytest.raises(FatalError, match=", ".join(NAMES)):
        run_service("nonsense")


def test_members_that_are_run_by_hand_on_two_hosts_are_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # In containers each is process 1, and a static member's name must be its own.
    monkeypatch.setenv("MEMBUS_KAFKA__BOOTSTRAP_SERVERS", "kafka:9092")
    settings_of_process.cache_clear()
    names: list[str] = []
    monkeypatch.setattr(
        run_module, "run_service", lambda *_, instance, **__: names.append(instance)
    )
    for host in ("a1", "b2"):
        monkeypatch.setattr("socket.gethostname", lambda host=host: host)
        assert run("service", "run", "recall")[0] == 0
    assert run("service", "run", "recall", "--instance", "mine")[0] == 0
    settings_of_process.cache_clear()
    assert names == [f"a1-{os.getpid()}", f"b2-{os.getpid()}", "mine"]


def test_a_data_folder_that_cannot_be_made_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "file").write_text("")
    monkeypatch.setenv("MEMBUS_LOCAL__DATA_DIR", str(folder / "file" / "data"))
    answer = CliRunner().invoke(app, ["up", "--detach"])
    assert isinstance(answer.exception, FatalError)
    assert "MEMBUS_LOCAL__DATA_DIR" in str(answer.exception)


def test_the_doctor_finds_what_this_machine_has() -> None:
    code, out = run("doctor", "--json")
    found = json.loads(out)
    assert {check["name"] for check in found["checks"]} == {
        "python",
        "services",
        "sqlite",
        "java",
        "kafka jars",
        "valkey",
        "qdrant edge",
        "data folder",
        "disk space",
        "ports",
        "open files",
    }
    assert code == (0 if found["ok"] else 3)
    assert all(check["remedy"] for check in found["checks"] if not check["ok"])


def test_the_doctor_says_what_to_do_where_something_is_missing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "file").write_text("")
    monkeypatch.setenv("MEMBUS_LOCAL__DATA_DIR", str(folder / "file"))
    code, out = run("doctor", "--json")

    found = json.loads(out)
    assert (code, found["ok"]) == (3, False)
    (missing,) = [check for check in found["checks"] if check["name"] == "data folder"]
    assert not missing["ok"]
    assert "MEMBUS_LOCAL__DATA_DIR" in missing["remedy"]


def test_the_doctor_asks_for_nothing_that_an_address_stands_for() -> None:
    settings = Settings(
        kafka={"bootstrap_servers": "kafka:9092"},
        redis={"url": "redis://:secret@redis/0"},
        qdrant={"url": "http://qdrant:6333"},
    )
    found = {check.name: check for check in checks.check_machine(settings)}
    assert "java" not in found
    assert found["kafka"].ok
    assert "secret" not in str(found)
