"""However changes are cut into batches, whatever is redelivered: the ledger is the fold of the log."""

import asyncio
from collections.abc import Callable

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
from membus.errors import MalformedError
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


def body_of(step: tuple[object, ...], known: list[Memory], number: int) -> Contract | None:
    """The change of a step; a command is about one of the memories that there are by then."""
    if step[0] == "facts":
        _, chosen, turn, revision, when = step
        made = [FACTS[index](f"m{turn}") for index in chosen]  # type: ignore[attr-defined] # ints
        return fact_set(
            *made, turn=f"t{turn}", revision=revision, at=day(when), appended=day(20 + number)
        )
    if not known:
        return None
    target = known[step[1] % len(known)]  # type: ignore[operator] # an int
    other = known[(step[1] + 1) % len(known)]  # type: ignore[operator] # an int
    versions = {target.memory_id: target.version, other.memory_id: other.version}
    ids = [target.memory_id]
    match step[0]:
        case "anchor":
            anchor = SourceAnchor(message_id=f"m{step[1]}")
            return MemoryCommanded(command="forget", memory_id="elsewhere", anchor=anchor)
        case "all":
            return MemoryCommanded(command="forget")
        case "correct":
            return MemoryCommanded(command="correct", memory_id=ids[0], value="user likes cocoa")
        case "hit":
            return HitCounted(request_id="r", memory_ids=ids, at=day(30))
        case "expire":
            return ExpiryProposed(memory_ids=ids, versions=versions, at=day(50))
        case "feedback":
            return FeedbackGiven(memory_id=ids[0], helpful=True)
        case "merge":
            return MergeProposed(memory_ids=list(versions) * 2, versions=versions, content="tea")
        case command:
            return MemoryCommanded(command=command, memory_id=ids[0])  # type: ignore[arg-type] # of the list above


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
    plan: list[tuple[object, ...]], random: object
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
        (memory_id, key): row for memory_id in expected for key, row in view.evidence(memory_id).items()
    }
    points = writing.vectors.points
    for memory in expected.values():
        if memory.decision == "erased":
            assert memory.memory_id not in points
        else:
            point = points[memory.memory_id]
            assert (point.version, point.payload["status"]) == (memory.version, memory.status)


async def _deliver(writing: Writing, records: list[Record], random: object) -> None:
    """Hand the records in in batches; now and then the index fails, or the process is killed."""
    await writing.started()
    at = 0
    while at < len(records):
        end = at + random.randint(1, len(records) - at)  # type: ignore[attr-defined] # a Random
        accident = random.choice(["", "", "index", "killed"])  # type: ignore[attr-defined] # a Random
        if accident == "index":
            writing.vectors.fail_next = 1
        try:
            results = await writing.stage.handle(records[at:end])
        except Exception:  # noqa: BLE001 - the accident; the runtime would hand the batch in again
            continue
        if accident == "killed":
            await writing.started()
            end = at + random.randint(0, end - at)  # type: ignore[attr-defined] # a Random
            continue
        await writing.finish(records[at:end], results)
        at = end
