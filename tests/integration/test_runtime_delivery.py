"""What a record can count on: handled in order, once in effect, or parked whole."""

import base64
import os
from collections import defaultdict
from collections.abc import Sequence

import pytest
from tests.support.kafka import (
    Lab,
    create_topics,
    eventually,
    message,
    new_lab,
    producer,
    read_topic,
)
from tests.support.stages import SpyStage, running, serve, text_of

from membus.contracts import ids
from membus.errors import FatalError, MalformedError
from membus.kafka.stage import Done, Outgoing, Park, Record, Result
from membus.kafka.wire import traceparent_of

pytestmark = pytest.mark.kafka


async def nothing_left(lab: Lab) -> None:
    """Wait until all is committed."""

    async def empty() -> bool:
        return await lab.lag() == 0

    await eventually(empty, "everything is committed")


def texts_by_session(stage: SpyStage) -> dict[str | None, list[str]]:
    found = defaultdict(list)
    for record in stage.settled:
        found[record.key].append(text_of(record))
    return dict(found)


@pytest.mark.parametrize("lanes", [False, True])
async def test_every_record_is_settled_once_in_the_order_of_its_key(bus: str, lanes: bool) -> None:
    lab = await new_lab(bus, partitions=3)
    said = [message(f"s{number % 7}", str(number)) for number in range(600)]
    await lab.produce(*said)
    stage = SpyStage()

    async with running(lab, stage, lab.options(lanes=lanes, max_batch=50), max_in_flight=100):
        await nothing_left(lab)

    assert texts_by_session(stage) == {
        f"s{session}": [str(number) for number in range(session, 600, 7)] for session in range(7)
    }
    outcomes = await lab.outcomes()
    assert sorted(outcome.event_id for outcome in outcomes) == sorted(one.event_id for one in said)


async def test_bad_records_park_whole_and_the_group_goes_on(bus: str) -> None:
    lab = await new_lab(bus)
    good = message("s1", "good")
    unknown = good.model_copy(update={"type": "Nonsense", "event_id": ids.uuid7()})
    async with producer(bus) as kafka:
        for value, key in [
            (b"not json \xff", b"k1"),
            (None, b"k2"),
            (unknown.to_bytes(), b"\xff"),
            (good.to_bytes(), b"s1"),
        ]:
            await kafka.send_and_wait(lab.topic, value, key=key, headers=[("h", b"\xfe")])
    stage = SpyStage()

    async with running(lab, stage):
        await nothing_left(lab)

    assert stage.texts == ["good"]
    letters = {letter.source_offset: letter for letter in await lab.dead_letters()}
    assert base64.b64decode(letters[0].value or "") == b"not json \xff"
    assert [letters[at].error_class for at in (0, 1, 2)] == [
        "MalformedError",
        "MalformedError",
        "KeyMismatchError",
    ]
    outcomes = {outcome.event_id: outcome.outcome for outcome in await lab.outcomes()}
    assert outcomes == {
        ids.undecodable_id(lab.topic, 0, 0): "parked",
        ids.undecodable_id(lab.topic, 0, 1): "parked",
        unknown.event_id: "parked",
        good.event_id: "stored",
    }


async def test_a_stage_can_park_store_merge_skip_and_pass(bus: str) -> None:
    lab = await new_lab(bus)
    answers: dict[str, Result] = {
        "stored": Done("stored", produced=("p1", "p2")),
        "merged": Done("merged"),
        "skipped": Done("skipped", "small talk"),
        "park": Park("not yours", "NotAllowedError"),
        "pass": Done(None),
    }
    await lab.produce(*[message("s1", text) for text in answers])

    async def act(records: Sequence[Record]) -> Sequence[Result]:
        return [answers[text_of(record)] for record in records]

    stage = SpyStage(act)
    async with running(lab, stage):
        await nothing_left(lab)

    assert stage.texts == ["stored", "merged", "skipped", "pass"]
    outcomes = await lab.outcomes()
    assert [outcome.outcome for outcome in outcomes] == ["stored", "merged", "skipped", "parked"]
    assert outcomes[0].produced == ["p1", "p2"]
    assert outcomes[3].reason == "NotAllowedError: not yours"


async def test_a_record_of_many_megabytes_parks_as_well(bus: str) -> None:
    lab = await new_lab(bus)
    small, large = os.urandom(10 << 20), os.urandom(15 << 20)
    async with producer(bus) as kafka:
        await kafka.send_and_wait(lab.topic, small, key=b"s1")
        await kafka.send_and_wait(lab.topic, large, key=b"s1")

    async with running(lab, SpyStage()):
        await nothing_left(lab)

    first, second = await lab.dead_letters()
    assert base64.b64decode(first.value or "") == small
    assert second.value is None
    assert "too large to be copied" in second.reason
    (_, at), *_ = [(record.value, record.offset) for record in (await lab.read(lab.topic))[1:]]
    assert second.source_offset == at, "it says where the bytes are"


async def test_events_are_published_with_key_and_trace_before_the_outcome(bus: str) -> None:
    lab = await new_lab(bus)
    out = lab.name + ".out"
    await create_topics(bus, out, partitions=3)
    trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    async with producer(bus) as kafka:
        await kafka.send_and_wait(
            lab.topic,
            message("s1", "hello").to_bytes(),
            key=b"s1",
            headers=[("traceparent", trace.encode())],
        )

    async def act(records: Sequence[Record]) -> Sequence[Result]:
        event = Outgoing(out, "ключ", message("s1", "result"))
        return [Done("stored", produced=(event.envelope.event_id,), emit=(event,))] * len(records)

    async with running(lab, SpyStage(act)):
        await nothing_left(lab)

    (record,) = await read_topic(bus, out)
    assert record.key.decode() == "ключ"
    assert dict(record.headers)["content-type"] == b"application/json"
    own = traceparent_of(record.headers)
    assert own is not None
    assert own.split("-")[1] == trace.split("-")[1]
    assert own.split("-")[2] != trace.split("-")[2]


async def test_a_fatal_error_ends_the_run_and_commits_nothing(bus: str) -> None:
    lab = await new_lab(bus)
    await lab.produce(message("s1", "a"))

    async def act(_: Sequence[Record]) -> Sequence[Result]:
        raise FatalError("another member has the epoch")

    with pytest.raises(FatalError, match="epoch"):
        await serve(lab, SpyStage(act))

    assert await lab.committed() == {}
    assert await lab.outcomes() == []


async def test_a_fault_that_everything_shares_halts_before_anything_is_parked(bus: str) -> None:
    lab = await new_lab(bus)
    await lab.produce(*[message(f"s{n}", "a", user=f"u{n}") for n in range(30)])

    async def act(_: Sequence[Record]) -> Sequence[Result]:
        raise KeyError("a bug that came with the last release")

    with pytest.raises(FatalError, match="20 keys of 5 producers failed with InternalError"):
        await serve(lab, SpyStage(act))

    assert await lab.dead_letters() == []
    assert await lab.committed() == {}


async def test_rubbish_of_one_client_halts_nobody(bus: str) -> None:
    lab = await new_lab(bus)
    rubbish = [message(f"s{n}", "bad", user="mallory") for n in range(40)]
    await lab.produce(*rubbish, message("good", "fine"))

    async def act(records: Sequence[Record]) -> Sequence[Result]:
        if any(text_of(record) == "bad" for record in records):
            raise MalformedError("rubbish")
        return [Done("stored")] * len(records)

    stage = SpyStage(act)
    async with running(lab, stage):
        await nothing_left(lab)

    assert stage.texts == ["fine"]
    assert len(await lab.dead_letters()) == 40
