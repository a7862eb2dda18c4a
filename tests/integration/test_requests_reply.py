"""Request and reply over a real Kafka: in time or a clear error, once, to the one who asked."""

import asyncio
import sys

import pytest
from tests.support.kafka import TIMEOUT_S, eventually
from tests.support.recall import Answer, ask, echo, new_group, question, recall_server, requester

from membus.contracts.envelope import Envelope, body_as
from membus.contracts.events.recalls import RecallAnswered, RecallRecorded, RecallRequested
from membus.errors import (
    DeadlineError,
    UnavailableError,
)
from membus.kafka import topics
from membus.kafka.answering import answer_id
from membus.kafka.reader import LogRecord, read_log
from membus.kafka.requests import Requester

pytestmark = pytest.mark.kafka


@pytest.fixture(scope="module")
async def bus(kafka: str) -> str:
    await topics.apply(kafka)
    return kafka


async def records(bus: str, topic: str) -> list[LogRecord]:
    return [record async for record in read_log(bus, topic)]


async def copies_of(bus: str, envelope: Envelope) -> list[LogRecord]:
    """The records of one question."""
    sent = await records(bus, topics.RECALL_REQUESTS)
    return [one for one in sent if one.envelope and one.envelope.event_id == envelope.event_id]


async def test_a_member_that_says_ready_misses_nothing(bus: str) -> None:
    async with requester(bus) as asker:
        for _ in range(3):
            # A new group each time: it has no place yet, and `latest` would find one too late.
            async with recall_server(bus):
                answers = await asyncio.gather(*(ask(asker, f"{n}") for n in range(12)))
                assert [answer.context for answer in answers] == [f"echo {n}" for n in range(12)]


async def test_an_answer_goes_where_it_is_waited_for_and_says_what_it_answers(bus: str) -> None:
    async with recall_server(bus), requester(bus) as asker:
        envelope = question(asker.reply_partition)
        await asker.ask(envelope, envelope.event_id, timeout_s=TIMEOUT_S)
    expected = answer_id(envelope.event_id)
    replies = await records(bus, topics.RECALL_REPLIES)
    (reply,) = [one for one in replies if one.envelope and one.envelope.event_id == expected]
    assert reply.partition == asker.reply_partition
    assert dict(reply.headers)["ce_id"].decode() == expected
    assert reply.envelope is not None
    assert reply.envelope.causation_id == envelope.event_id


async def test_without_an_answer_the_deadline_ends_it_on_both_sides(bus: str) -> None:
    stopped = asyncio.Event()
    deadline_s = 2.0  # what reaches the member after its deadline is not even begun

    async def never(_: Envelope, __: RecallRequested) -> RecallAnswered:
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()
        raise AssertionError

    async with recall_server(bus, never), requester(bus) as asker:
        envelope = question(asker.reply_partition, deadline_s=deadline_s)
        with pytest.raises(DeadlineError, match="within 2 s"):
            await asker.ask(envelope, envelope.event_id, timeout_s=deadline_s)
        assert asker.waiting == 0
        await asyncio.wait_for(stopped.wait(), TIMEOUT_S)


async def test_a_late_question_goes_out_once_more_but_one_member_answers_it_once(bus: str) -> None:
    seen: list[str] = []
    late = asyncio.Event()

    async def slow(envelope: Envelope, request: RecallRequested) -> RecallAnswered:
        seen.append(request.request_id)
        await late.wait()
        return await echo(envelope, request)

    async with recall_server(bus, slow), requester(bus) as asker:
        envelope = question(asker.reply_partition, "hedged")
        asking = asyncio.create_task(
            asker.ask(envelope, envelope.event_id, timeout_s=TIMEOUT_S, hedge_after_s=0.05)
        )

        async def hedged() -> bool:
            return len(await copies_of(bus, envelope)) == 2

        await eventually(hedged, "the question went out twice")
        assert len({copy.partition for copy in await copies_of(bus, envelope)}) == 2
        late.set()
        assert (await asking).context == "echo hedged"
        # The copy would only have doubled the load of a member that is late already.
        assert (await ask(asker, "next")).context == "echo next"
        assert seen.count(envelope.event_id) == 1
        assert asker.waiting == 0


async def test_a_quick_answer_is_not_hedged(bus: str) -> None:
    async with recall_server(bus), requester(bus) as asker:
        envelope = question(asker.reply_partition)
        await asker.ask(envelope, envelope.event_id, timeout_s=TIMEOUT_S, hedge_after_s=TIMEOUT_S)
    assert len(await copies_of(bus, envelope)) == 1


async def test_of_two_answers_the_first_counts_and_the_second_harms_nobody(bus: str) -> None:
    async with recall_server(bus), recall_server(bus), requester(bus) as asker:
        answers = await asyncio.gather(*(ask(asker, f"{n}") for n in range(30)))
        assert [answer.context for answer in answers] == [f"echo {n}" for n in range(30)]
        assert asker.waiting == 0


async def test_askers_that_share_a_partition_get_their_own_answers(bus: str) -> None:
    partitions = topics.registry()[topics.RECALL_REPLIES].partitions["embedded"]
    askers = [Requester(bus) for _ in range(partitions + 1)]
    await asyncio.gather(*(asker.start() for asker in askers))
    try:
        async with recall_server(bus):
            queries = [f"of {number}" for number in range(len(askers))]
            answers = await asyncio.gather(*map(ask, askers, queries))
        assert [answer.context for answer in answers] == [f"echo {query}" for query in queries]
    finally:
        await asyncio.gather(*(asker.close() for asker in askers))


async def test_a_cancelled_question_leaves_nothing_behind(bus: str) -> None:
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def when_told(envelope: Envelope, request: RecallRequested) -> RecallAnswered:
        asked.set()
        await go_on.wait()
        return await echo(envelope, request)

    async with recall_server(bus, when_told), requester(bus) as asker:
        waiting = asyncio.create_task(ask(asker, "given up"))
        await asyncio.wait_for(asked.wait(), TIMEOUT_S)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert asker.waiting == 0
        go_on.set()
        assert (await ask(asker, "next")).context == "echo next"


async def test_who_still_waits_when_the_asker_is_closed_is_told(bus: str) -> None:
    async with requester(bus) as asker:
        envelope = question(asker.reply_partition, "nobody answers")
        waiting = asyncio.create_task(asker.ask(envelope, envelope.event_id, timeout_s=TIMEOUT_S))

        async def sent() -> bool:
            return bool(await copies_of(bus, envelope))

        await eventually(sent, "the question goes out")
    with pytest.raises(UnavailableError, match="closed"):
        await waiting


async def test_a_recall_is_recorded_under_its_owner_and_a_wait_is_not(bus: str) -> None:
    user = f"rec/{new_group()}"
    async with recall_server(bus), requester(bus) as asker:
        asked = question(asker.reply_partition, "kept", user=user)
        waited = question(asker.reply_partition, " ", user=user)
        for envelope in (waited, asked):
            await asker.ask(envelope, envelope.event_id, timeout_s=TIMEOUT_S)
    kept = [one for one in await records(bus, topics.RECALLS) if one.key == asked.owner]
    (record,) = [one.envelope for one in kept if one.envelope]
    assert record.causation_id == asked.event_id
    body = body_as(record, RecallRecorded)
    assert body.request.query == "kept"


async def test_what_a_killed_member_held_is_answered_by_its_successor(bus: str) -> None:
    group = new_group()
    doomed = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.support.recall", bus, group, stdout=asyncio.subprocess.PIPE
    )
    assert doomed.stdout is not None
    assert (await doomed.stdout.readline()).strip() == b"ready"
    async with requester(bus) as asker:
        waiting = asyncio.create_task(ask(asker, "survives"))
        assert (await doomed.stdout.readline()).strip() == b"asked survives"
        doomed.kill()
        await doomed.wait()
        # The same instance comes back: it takes over at once, without the session's time-out.
        async with recall_server(bus, group=group):
            assert (await waiting).context == "echo survives"


async def test_a_second_member_takes_its_share_and_nothing_is_missed(bus: str) -> None:
    group, answered_by = new_group(), set()

    def member(name: str) -> Answer:
        async def answer(envelope: Envelope, request: RecallRequested) -> RecallAnswered:
            answered_by.add(name)
            return await echo(envelope, request)

        return answer

    async def keep_asking(until: asyncio.Event) -> int:
        count = 0
        while not until.is_set():
            assert (await ask(asker, f"{count}")).context == f"echo {count}"
            count += 1
        return count

    joined = asyncio.Event()
    async with requester(bus) as asker, recall_server(bus, member("first"), group=group):
        asking = [asyncio.create_task(keep_asking(joined)) for _ in range(4)]
        async with recall_server(bus, member("second"), group=group, instance="1"):
            await eventually(lambda: "second" in answered_by, "the second answers too")
            joined.set()
            assert min(await asyncio.gather(*asking)) > 0
    assert answered_by == {"first", "second"}


async def test_only_so_many_questions_are_in_work_at_once(bus: str) -> None:
    in_work, most = 0, 0
    go_on = asyncio.Event()

    async def count(envelope: Envelope, request: RecallRequested) -> RecallAnswered:
        nonlocal in_work, most
        in_work += 1
        most = max(most, in_work)
        await go_on.wait()
        await asyncio.sleep(0.005)
        in_work -= 1
        return await echo(envelope, request)

    async with recall_server(bus, count, concurrency=3), requester(bus) as asker:
        asking = asyncio.gather(*(ask(asker, f"{n}") for n in range(30)))
        await eventually(lambda: in_work == 3, "as many as may be")
        go_on.set()
        answers = await asking
    assert [answer.context for answer in answers] == [f"echo {n}" for n in range(30)]
    assert most == 3
