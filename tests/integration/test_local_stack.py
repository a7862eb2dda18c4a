"""The embedded stack on its real servers, with two small services in place of the six."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis.asyncio as redis
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition
from pydantic import SecretStr
from qdrant_client import AsyncQdrantClient, models
from tests.support.servers import cannot_be_had

from membus.errors import FatalError
from membus.kafka import topics
from membus.local.kafka_server import class_path, jars_dir
from membus.local.launch import held_stack, start_stack, stop_stack, wait_until_ready
from membus.local.service import Service
from membus.local.state import PartStatus, StackState, is_alive, read_state
from membus.settings import STATE_FILE, Settings, default_data_dir, read_settings

# A service that says where it is, and at its end whether the stack's Valkey still answers.
SERVICE = """
import os, signal, socket, sys, time
from urllib.parse import urlparse

def run(name, on_ready, instance):
    stop = []
    signal.signal(signal.SIGTERM, lambda *_: stop.append(1))
    on_ready()
    while not stop:
        time.sleep(0.02)
    valkey = urlparse(os.environ["MEMBUS_REDIS__URL"])
    with socket.create_connection((valkey.hostname, valkey.port)) as sock:
        sock.sendall(b"PING\\r\\n")
        print("drained", sock.recv(5).decode(), flush=True)

def fail(name, on_ready, instance):
    sys.exit("no such model: " + name)
"""
# A machine under load starts Kafka several times slower.
START_S = 120.0
SERVICES = (Service("first", "stack_service:run"), Service("second", "stack_service:run"))


@pytest.fixture(scope="module", autouse=True)
def services_on_path(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("services")
    (folder / "stack_service.py").write_text(SERVICE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(folder), *filter(None, sys.path)]))
        yield


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    jars = Settings().local.jars_dir or default_data_dir() / "jars"
    settings = Settings(
        local={
            "data_dir": tmp_path_factory.mktemp("stack"),
            "jars_dir": jars,
            "start_timeout_s": START_S,
        },
    )
    try:
        class_path(jars_dir(settings.local))
    except FatalError as error:
        cannot_be_had(str(error))
    return settings


@pytest.fixture(scope="module")
def stack(settings: Settings) -> Iterator[StackState]:
    with held_stack(settings, SERVICES) as supervisor:
        supervisor.until_ready(lambda _: None)
        yield wait_until_ready(settings)


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + START_S
    while not holds():
        assert time.monotonic() < end, "the condition did not come to hold"
        time.sleep(0.02)


def part(settings: Settings, name: str) -> PartStatus:
    state = read_state(settings.local.data_dir)
    assert state is not None
    return next(part for part in state.parts if part.name == name)


def test_every_part_is_ready_with_its_pid_and_its_address(stack: StackState) -> None:
    assert {part.name: (part.kind, part.state) for part in stack.parts} == {
        "kafka": ("server", "ready"),
        "valkey": ("server", "ready"),
        "qdrant": ("server", "ready"),
        "first": ("service", "ready"),
        "second": ("service", "ready"),
    }
    assert all(part.pid and is_alive(part.pid) for part in stack.parts)
    assert [part.address for part in stack.parts][:3] == list(stack.addresses.values())


def test_any_process_finds_the_addresses_through_the_settings(
    stack: StackState, settings: Settings
) -> None:
    found = read_settings(local={"data_dir": settings.local.data_dir})

    assert found.kafka.bootstrap_servers == stack.addresses["kafka"]
    assert found.redis.url.get_secret_value() == stack.addresses["redis"]
    assert found.qdrant.url == stack.addresses["qdrant"]


async def test_the_topics_are_there(stack: StackState) -> None:
    assert await topics.check(stack.addresses["kafka"], "embedded") == []


def test_starting_it_again_finds_it_running(stack: StackState, settings: Settings) -> None:
    assert start_stack(settings, SERVICES) == stack.addresses
    assert read_state(settings.local.data_dir) == stack


def test_a_second_supervisor_on_the_folder_is_told_who_has_it(
    stack: StackState, settings: Settings
) -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "membus.local"],
        env={**os.environ, "MEMBUS_LOCAL__DATA_DIR": str(settings.local.data_dir)},
        capture_output=True,
        text=True,
        timeout=START_S,
        check=False,
    )

    assert answer.returncode == 1
    assert f"pid {stack.pid}" in answer.stderr


@pytest.mark.parametrize("name", ["valkey", "qdrant", "kafka", "first"])
def test_a_killed_part_comes_back_at_its_address(
    stack: StackState, settings: Settings, name: str
) -> None:
    before = part(settings, name)
    assert before.pid is not None
    os.kill(before.pid, signal.SIGKILL)

    until(lambda: part(settings, name).restarts > before.restarts)
    after = next(part for part in wait_until_ready(settings).parts if part.name == name)
    assert after.pid != before.pid
    assert after.address == before.address


def test_services_come_back_when_the_process_they_are_forked_from_is_killed(
    stack: StackState, settings: Settings
) -> None:
    before = part(settings, "second")
    pid = before.pid
    assert pid is not None
    parent = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    os.kill(parent, signal.SIGKILL)

    until(lambda: part(settings, "second").restarts > before.restarts)
    state = wait_until_ready(settings)
    assert pid not in [part.pid for part in state.parts]


def test_where_an_address_is_given_nothing_is_started_and_a_failing_service_is_named(
    stack: StackState, settings: Settings, tmp_path: Path
) -> None:
    seen: list[StackState] = []
    given = settings.model_copy(
        update={
            "local": settings.local.model_copy(update={"data_dir": tmp_path}),
            "kafka": settings.kafka.model_copy(
                update={"bootstrap_servers": stack.addresses["kafka"]}
            ),
            "redis": settings.redis.model_copy(update={"url": SecretStr(stack.addresses["redis"])}),
            "qdrant": settings.qdrant.model_copy(update={"url": stack.addresses["qdrant"]}),
        }
    )

    with pytest.raises(FatalError) as failure:
        start_stack(given, (Service("broken", "stack_service:fail"),), seen.append)

    assert [part.name for part in seen[0].parts] == ["broken"]
    assert seen[0].addresses == {}
    for told in ("broken failed", str(tmp_path / "logs" / "broken.log"), "no such model: broken"):
        assert told in str(failure.value)
    assert not stop_stack(given)
    assert not (tmp_path / STATE_FILE).exists()


def test_a_port_that_is_taken_is_named(
    stack: StackState, settings: Settings, tmp_path: Path
) -> None:
    port = int(stack.addresses["kafka"].rpartition(":")[2])
    local = settings.local.model_copy(update={"data_dir": tmp_path, "kafka_port": port})

    with pytest.raises(FatalError, match=f"port {port} is taken: set MEMBUS_LOCAL__KAFKA_PORT"):
        start_stack(settings.model_copy(update={"local": local}), ())


async def test_data_survives_down_and_up_and_a_kill_of_everything(
    settings: Settings, tmp_path: Path
) -> None:
    local = settings.local.model_copy(update={"data_dir": tmp_path})
    settings = settings.model_copy(update={"local": local})
    first = await asyncio.to_thread(start_stack, settings, SERVICES)
    try:
        await write_everywhere(first)
        assert await asyncio.to_thread(stop_stack, settings)
        assert not (tmp_path / STATE_FILE).exists()
        # Services go first, while what they drain into still serves.
        assert (tmp_path / "logs" / "first.log").read_text().split() == ["drained", "+PONG"]

        second = await asyncio.to_thread(start_stack, settings, SERVICES)
        assert set(first.values()).isdisjoint(second.values())
        await read_everywhere(second)

        state = read_state(tmp_path)
        assert state is not None
        os.kill(state.pid, signal.SIGKILL)
        pids = [state.pid, *(part.pid for part in state.parts if part.pid)]
        await asyncio.to_thread(until, lambda: not any(map(is_alive, pids)))
        assert read_state(tmp_path) is None
        assert json.loads((tmp_path / STATE_FILE).read_text())["pid"] == state.pid

        third = await asyncio.to_thread(start_stack, settings, SERVICES)
        await read_everywhere(third)
    finally:
        await asyncio.to_thread(stop_stack, settings)


async def write_everywhere(addresses: dict[str, str]) -> None:
    producer = AIOKafkaProducer(bootstrap_servers=addresses["kafka"], enable_idempotence=True)
    await producer.start()
    for number in range(20):
        await producer.send_and_wait(topics.MESSAGES, str(number).encode(), partition=0)
    await producer.stop()
    async with redis.from_url(addresses["redis"]) as session_store:
        await session_store.set("window", "kept")
    qdrant = AsyncQdrantClient(
        url=addresses["qdrant"], prefer_grpc=False, check_compatibility=False
    )
    await qdrant.create_collection(
        "memories", {"dense": models.VectorParams(size=2, distance=models.Distance.COSINE)}
    )
    await qdrant.upsert("memories", [models.PointStruct(id=1, vector={"dense": [0.6, 0.8]})])
    await qdrant.close()


async def read_everywhere(addresses: dict[str, str]) -> None:
    consumer = AIOKafkaConsumer(bootstrap_servers=addresses["kafka"], auto_offset_reset="earliest")
    await consumer.start()
    consumer.assign([TopicPartition(topics.MESSAGES, 0)])
    records = [await consumer.getone() for _ in range(20)]
    await consumer.stop()
    assert [record.value for record in records] == [str(number).encode() for number in range(20)]
    async with redis.from_url(addresses["redis"]) as session_store:
        assert await session_store.get("window") == b"kept"
    qdrant = AsyncQdrantClient(
        url=addresses["qdrant"], prefer_grpc=False, check_compatibility=False
    )
    found = await qdrant.query_points("memories", [0.6, 0.8], using="dense")
    assert [point.id for point in found.points] == [1]
    await qdrant.close()
