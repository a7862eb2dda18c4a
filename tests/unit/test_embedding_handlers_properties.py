"""However changes are cut into batches and redelivered, the ledger is the fold of the log."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.changes import OWNER, TTL, day, fact, fact_set
from tests.support.writing import Writing

from membus.contracts.base import Contract
from membus.contracts.events.changes import (
    ExpiryProposed,
    FeedbackGiven,
    HitCounted,
    MemoryCommanded,
    MergeProposed,
    SourceAnchor,
)
from membus.contracts.memory import Fact, Memory
from membus.domain.deciding import Change, OwnerView, decide, turn_of
from membus.errors import MalformedError, UnavailableError
from membus.kafka.stage import Record

FACTS: tuple[Callable[[str], Fact], ...] = (
    lambda m: fact("user", "lives_in", "Oslo", m),
    lambda m: fact("user", "lives_in", "Rome", m),
    lambda m: fact("user", "lives_in", "Oslo", m, polarity="negative"),
    lambda m: fact("user", "lives_in", "Rome", m, valid_from=day(1), valid_to=day(4)),
    lambda m: fact("user", "order_status", "shipped", m, type="short"),
    lambda m: fact("user", "order_status", "delivered", m, type="short"),
    lambda m: fact("user", "likes", "tea", m),
    lambda m: fact("user", "dislikes", "tea", m, start=4, end=9),
    lambda m: fact("user", "said", "Yes", m, kind="utterance", content="Yes", context=["Tea?"]),
    lambda m: fact("user", "meeting", "Li Wei", m, kind="event", valid_from=day(9)),
)

sets = st.tuples(
    st.just("facts"),
    st.lists(st.integers(0, len(FACTS) - 1), max_size=3, unique=True),
    st.integers(0, 5),
    st.integers(1, 3),
    st.integers(0, 12),
)
commands = st.tuples(
    st.sampled_from(["forget", "restore", "erase", "pin", "correct", "anchor", "hit", "expire"]),
    st.integers(0, 9),
)
others = st.tuples(st.sampled_from(["merge", "feedback", "all"]), st.integers(0, 9))
steps = st.lists(sets | sets | commands | others, max_size=14)


def body_of(step: tuple[Any, ...], known: list[Memory], number: int) -> Contract | None:
    """The change of a step; all but a fact set are about memories that there are by then."""
    if step[0] == "facts":
        _, chosen, turn, revision, when = step
        made = [FACTS[index](f"m{turn}") for index in chosen]
        return fact_set(
            *made, turn=f"t{turn}", revision=revision, at=day(when), appended=day(20 + number)
        )
    if not known:
        return None
    kind, place = step
    target, other = known[place % len(known)], known[(place + 1) % len(known)]
    name, versions = target.memory_id, {item.memory_id: item.version for item in (target, other)}
    changes: dict[str, Contract] = {
        "all": MemoryCommanded(command="forget"),
        "anchor": MemoryCommanded(
            command="forget", memory_id="elsewhere", anchor=SourceAnchor(message_id=f"m{place}")
        ),
        "correct": MemoryCommanded(command="correct", memory_id=name, value="user likes cocoa"),
        "hit": HitCounted(request_id="r", memory_ids=[name], at=day(30)),
        "expire": ExpiryProposed(memory_ids=[name], versions=versions, at=day(50)),
        "feedback": FeedbackGiven(memory_id=name, helpful=True),
        "merge": MergeProposed(memory_ids=list(versions) * 2, versions=versions, content="tea"),
    }
    return changes.get(kind) or MemoryCommanded(command=kind, memory_id=name)


def folded(view: OwnerView, record: Record) -> None:
    change = Change(
        record.envelope, record.body, record.partition, record.offset, record.appended_at
    )
    try:
        view.apply(decide(change, view, TTL), turn_of(change))
    except MalformedError:
        return


@settings(deadline=None)
@given(steps, st.randoms(use_true_random=False))
def test_any_batches_and_any_redelivery_give_the_fold_of_the_log(
    plan: list[tuple[Any, ...]], random: Random
) -> None:
    writing, view, records = Writing(), OwnerView(OWNER), []
    for number, step in enumerate(plan):
        known = sorted(view.memories, key=lambda memory: memory.memory_id)
        body = body_of(step, known, number)
        if body is not None:
            records.append(writing.record(body, session_id=""))
            folded(view, records[-1])
    asyncio.run(_deliver(writing, records, random))

    rows = writing.ledger.rows
    expected = {memory.memory_id: memory for memory in view.memories}
    assert rows.current == expected
    spans = {(key[0], key[1:]): row for key, row in rows.evidence.items()}
    assert spans == {
        (memory_id, key): row
        for memory_id in expected
        for key, row in view.evidence(memory_id).items()
    }
    points = writing.vectors.points
    for memory in expected.values():
        if memory.decision == "erased":
            assert memory.memory_id not in points
        else:
            point = points[memory.memory_id]
            assert (point.version, point.payload["status"]) == (memory.version, memory.status)


async def _deliver(writing: Writing, records: list[Record], random: Random) -> None:
    """Hand the records in in batches; now and then the index fails, or the process is killed."""
    await writing.started()
    at = 0
    while at < len(records):
        end = at + random.randint(1, len(records) - at)
        accident = random.choice(["", "", "index", "killed"])
        if accident == "index":
            writing.vectors.fail_next = 1
        try:
            results = await writing.stage.handle(records[at:end])
        except UnavailableError:
            continue  # the runtime hands the batch in again
        if accident == "killed":
            await writing.started()  # nothing was committed
            continue
        await writing.finish(records[at:end], results)
        at = end
