import asyncio
from collections.abc import Callable, Sequence

import pytest
from tests.support.kafka import message
from tests.support.runtime import item
from tests.support.stages import Handle, SpyStage, text_of

from membus.errors import FatalError, MalformedError, RateLimitedError, UnavailableError
from membus.kafka.attempt import Attempt, Tried
from membus.kafka.decode import Decoder
from membus.kafka.records import PASSED, Forward, Item
from membus.kafka.retries import BlockedKeys
from membus.kafka.stage import Done, Park, Record, Result, Retry

STORED = Done("stored")


def said(*texts: str, session: str = "s1", start: int = 0) -> list[Item]:
    return [
        item(start + number, message(session, text), key=session.encode())
        for number, text in enumerate(texts)
    ]


def one_by_one(answer: Callable[[str], Result]) -> Handle:
    async def handle(records: Sequence[Record]) -> Sequence[Result]:
        return [answer(text_of(record)) for record in records]

    return handle


async def tried(items: Sequence[Item], act: Handle, **options: object) -> tuple[Tried, SpyStage]:
    stage = SpyStage(act)
    deadline_s = float(str(options.pop("deadline_s", 10)))
    attempt = Attempt(stage, Decoder((), {}), deadline_s, **options)  # type: ignore[arg-type]  # as given
    return await attempt.make(items), stage


def fates(found: Tried) -> dict[int, object]:
    return {one.item.offset: one.verdict for one in found.finished}


async def test_results_belong_to_their_records() -> None:
    answers: dict[str, Result] = {
        "a": STORED,
        "b": Done(None),
        "c": Park("no"),
        "d": Done("skipped", "dull"),
    }
    found, stage = await tried(said("a", "b", "c", "d"), one_by_one(answers.__getitem__))

    assert fates(found) == dict(enumerate(answers.values()))
    assert found.again == []
    assert stage.calls == 1


async def test_a_broken_record_parks_and_its_neighbours_reach_the_stage() -> None:
    good = said("a", "b")
    found, stage = await tried(
        [good[0], item(9, b"not json"), good[1]], one_by_one(lambda _: STORED)
    )

    assert isinstance(fates(found)[9], Park)
    assert [text_of(record) for record in stage.handled] == ["a", "b"]


async def test_a_transient_error_is_a_retry_of_all() -> None:
    async def act(_: Sequence[Record]) -> Sequence[Result]:
        raise UnavailableError("the store is down")

    found, stage = await tried(said("a", "b"), act)

    assert found.finished == []
    assert [one.offset for one, _ in found.again] == [0, 1]
    assert found.again[0][0].attempts == 1
    assert stage.calls == 1


async def test_a_server_that_asks_to_wait_is_listened_to() -> None:
    async def act(_: Sequence[Record]) -> Sequence[Result]:
        raise RateLimitedError("slow down", retry_after_s=7.0)

    found, _ = await tried(said("a"), act)

    assert found.again[0][1].after_s == 7.0


@pytest.mark.parametrize(
    ("error", "error_class"),
    [(MalformedError("bad"), "MalformedError"), (KeyError("bug"), "InternalError")],
)
async def test_the_one_at_fault_is_found_and_parked(error: Exception, error_class: str) -> None:
    async def act(records: Sequence[Record]) -> Sequence[Result]:
        if any(text_of(record) == "poison" for record in records):
            raise error
        return [STORED] * len(records)

    found, _ = await tried(said("a", "poison", "b"), act)

    verdicts = fates(found)
    assert verdicts[0] == verdicts[2] == STORED
    assert isinstance(verdicts[1], Park)
    assert verdicts[1].error_class == error_class


async def test_one_that_takes_too_long_parks_and_its_neighbours_are_handled() -> None:
    async def act(records: Sequence[Record]) -> Sequence[Result]:
        if any(text_of(record) == "slow" for record in records):
            await asyncio.sleep(60)
        return [STORED] * len(records)

    found, _ = await tried(said("a", "slow", "b"), act, deadline_s=0.05)

    verdicts = fates(found)
    assert verdicts[0] == verdicts[2] == STORED
    assert isinstance(verdicts[1], Park)
    assert verdicts[1].error_class == "DeadlineExceeded"


async def test_a_timeout_of_the_stages_own_is_its_fault_and_not_the_deadline() -> None:
    async def act(_: Sequence[Record]) -> Sequence[Result]:
        raise TimeoutError("a socket")

    found, _ = await tried(said("a"), act)

    verdict = fates(found)[0]
    assert isinstance(verdict, Park)
    assert verdict.error_class == "InternalError"


async def test_a_fatal_error_goes_through() -> None:
    async def act(_: Sequence[Record]) -> Sequence[Result]:
        raise FatalError("another member has the epoch")

    with pytest.raises(FatalError, match="epoch"):
        await tried(said("a", "b"), act)


async def test_a_stage_that_forgets_a_record_is_fatal() -> None:
    async def act(_: Sequence[Record]) -> Sequence[Result]:
        return [STORED]

    with pytest.raises(FatalError, match="1 results for 2 records"):
        await tried(said("a", "b"), act)


async def test_what_follows_a_retry_of_its_key_waits_though_it_was_done() -> None:
    items = [*said("a", "wait", "b"), *said("c", session="s2", start=3)]
    found, _ = await tried(
        items, one_by_one(lambda text: Retry("later") if text == "wait" else STORED)
    )

    assert fates(found) == {0: STORED, 3: STORED}
    assert [one.offset for one, _ in found.again] == [1, 2]


async def test_looking_for_the_one_at_fault_never_overtakes_a_retry() -> None:
    async def act(records: Sequence[Record]) -> Sequence[Result]:
        if len(records) > 1:
            raise MalformedError("one of these")
        return [Retry("later") if text_of(records[0]) == "wait" else STORED]

    found, stage = await tried(said("wait", "b"), act)

    assert [one.offset for one, _ in found.again] == [0, 1]
    assert [text_of(record) for record in stage.handled] == ["wait", "b", "wait"]


async def test_a_record_stays_until_it_is_overdue_then_goes_to_the_retry_topic() -> None:
    stage = SpyStage(one_by_one(lambda _: Retry("no model")))
    blocked, clock = BlockedKeys(), [100.0]
    attempt = Attempt(
        stage,
        Decoder((), {}),
        10,
        blocked=blocked,
        overdue=lambda seconds: seconds >= 30,
        now=lambda: clock[0],
    )
    first, second = said("a", "b")
    other = said("c", session="s2", start=2)[0]

    stays = await attempt.make([first, second])
    clock[0] += 30
    goes = await attempt.make([first, second, other])
    follows = await attempt.make(said("d", start=3))

    assert [one for one, _ in stays.again] == [first, second]
    assert isinstance(fates(goes)[0], Forward)
    assert isinstance(fates(goes)[1], Forward)
    assert [one for one, _ in goes.again] == [other]
    assert isinstance(fates(follows)[3], Forward)
    assert "d" not in [text_of(record) for record in stage.handled]


async def test_a_record_of_the_retry_topic_stays_there_however_long_it_takes() -> None:
    blocked = BlockedKeys()
    one = item(0, message("s1", "a"), retried=True)
    blocked.add(one.source)
    found, _ = await tried(
        [one], one_by_one(lambda _: Retry("no model")), blocked=blocked, overdue=lambda _: True
    )

    assert [again for again, _ in found.again] == [one]


async def test_what_is_not_the_stages_business_passes_without_it() -> None:
    stage = SpyStage()
    attempt = Attempt(stage, Decoder(["SessionEnded"], {}), 10)

    found = await attempt.make(said("a"))

    assert fates(found) == {0: PASSED}
    assert stage.calls == 0
