"""How a stack's process gets its settings and its ports, and what it tells its starter."""

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from membus.errors import FatalError
from membus.local.__main__ import instance_of
from membus.local.environment import settings_environment
from membus.local.ports import free_port, is_free
from membus.local.report import Reporter, read_reports
from membus.local.state import PartStatus, StackState
from membus.settings import Settings, settings_of_environment

words = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=20
)


@given(
    tenant=words,
    password=words,
    folder=st.from_regex(r"/[a-z]{1,8}(/[a-z ]{1,8})?", fullmatch=True),
    port=st.integers(0, 65535),
    idle=st.floats(0.001, 1e6),
)
def test_a_process_reads_the_settings_that_its_environment_was_made_from(
    tenant: str, password: str, folder: str, port: int, idle: float
) -> None:
    areas: dict[str, Any] = {
        "redis": {"url": f"redis://:{password}@127.0.0.1/0"},
        "local": {"data_dir": folder, "kafka_port": port},
        "turns": {"idle_s": idle},
    }
    settings = Settings(default_tenant=tenant, **areas)
    environment = settings_environment(settings)

    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        assert Settings() == settings


def test_defaults_are_left_out_and_secrets_are_given_whole() -> None:
    settings = Settings(redis={"url": SecretStr("redis://:secret@h/0")})
    assert settings_environment(settings)["MEMBUS_REDIS__URL"] == "redis://:secret@h/0"
    assert "MEMBUS_KAFKA__MAX_RECORDS" not in settings_environment(settings)


def test_ports_are_free_and_each_is_given_once() -> None:
    taken: set[int] = set()
    ports = [free_port(taken) for _ in range(50)]
    assert len(set(ports)) == 50
    assert all(is_free(port) for port in ports)


def test_a_port_that_is_listened_on_is_not_free() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        assert not is_free(server.getsockname()[1])


def test_the_preloaded_process_has_neither_duckling_nor_threads() -> None:
    code = (
        "import os, sys, membus.local.preload;"
        "print('duckling' in sys.modules, len(os.listdir('/proc/self/task')))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code],
        env={"OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": ":".join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        timeout=180,
        check=True,
    )
    # A thread would be lost in the fork, and what it holds locked would stay locked.
    assert answer.stdout.split() == ["False", "1"]


def test_the_starter_sees_each_part_change_and_then_the_end() -> None:
    reads, writes = os.pipe()
    reporter = Reporter(writes)
    kafka = PartStatus("kafka", "server", "127.0.0.1:1", "/k.log")
    valkey = PartStatus("valkey", "server", "redis://127.0.0.1:2/0", "/v.log")
    reporter.began(StackState(7, {"kafka": "127.0.0.1:1"}, [kafka, valkey]))
    valkey.state = "ready"
    reporter.changed(valkey)
    reporter.ready(2.5)
    os.close(writes)

    with os.fdopen(reads) as pipe:
        first, second, third = read_reports(pipe)
    assert first.state is not None
    assert second.state is not None
    assert [part.state for part in first.state.parts] == ["starting", "starting"]
    assert [part.state for part in second.state.parts] == ["starting", "ready"]
    assert third.ready_s == 2.5


@pytest.mark.parametrize("gone", [True, False])
def test_a_supervisor_goes_on_when_nobody_reads_its_reports(gone: bool) -> None:
    reads, writes = os.pipe()
    if gone:
        os.close(reads)
    reporter = Reporter(writes)
    for _ in range(10_000):
        reporter.changed(PartStatus("kafka", "server", None, "/k.log"))
    if not gone:
        os.close(reads)


@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [
        ("MEMBUS_LOG__LEVEL", "loud", "MEMBUS_LOG__LEVEL: Input should be 'debug'"),
        ("MEMBUS_KAFKA__SERVERS", "kafka:9092", "MEMBUS_KAFKA__SERVERS: Extra inputs"),
        ("MEMBUS_REDIS__TIMEOUT_S", "soon", "MEMBUS_REDIS__TIMEOUT_S: Input should be"),
        ("MEMBUS_LEDGER", "postgresql://a:secret@b", "ledger"),
    ],
)
def test_a_wrong_setting_is_named_without_its_value(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, says: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(FatalError) as wrong:
        settings_of_environment()
    assert says in str(wrong.value)
    assert value not in str(wrong.value)


def test_two_stacks_on_one_kafka_are_different_members_at_each_start() -> None:
    first, second = Path("/data/a"), Path("/data/b")
    assert instance_of(first) == instance_of(first)
    assert instance_of(first) != instance_of(second)
