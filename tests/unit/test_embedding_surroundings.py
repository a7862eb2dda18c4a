"""The writer gives a message's context the words of the two messages that follow it."""

from typing import Any

import pytest
from tests.support.changes import fact, fact_set
from tests.support.writing import Writing

from membus.contracts.events.changes import DocumentChunked, FactSetExtracted, MemoryCommanded
from membus.contracts.memory import Fact
from membus.domain.lexical import query_vector
from membus.errors import UnavailableError
from membus.kafka.stage import Record

WORDS = ("drum", "violin", "harp", "flute", "piano")


def said(writing: Writing, seq: int, text: str = "", **envelope: Any) -> Record:
    """One message, the session's number `seq`, with its own words."""
    return writing.record(turn(seq, utterance(text or WORDS[seq], f"m{seq}")), **envelope)


def utterance(text: str, message: str, **fields: Any) -> Fact:
    values = {"kind": "utterance", "content": text, "speaker": "Li"} | fields
    return fact("user", "said", text, message, **values)


def turn(seq: int, *facts: Fact, **fields: Any) -> FactSetExtracted:
    body = fact_set(*facts, **fields)
    refs = [ref.model_copy(update={"ordinal": seq}) for ref in body.messages]
    return body.model_copy(update={"messages": refs})


async def contexts(writing: Writing, *users: str) -> dict[str, set[str]]:
    """Which of WORDS the context vector of each memory has, by its text, its own left out."""
    found = {}
    for user in users or ("ann",):
        for memory in await writing.memories(user):
            point = writing.vectors.points.get(memory.memory_id)
            if point is not None:
                held = set(point.context.indices)
                words = {word for word in WORDS if held & set(query_vector(word).indices)}
                found[memory.content] = words - {memory.content}
    return found


IN_ORDER = {
    "drum": {"violin", "harp"},
    "violin": {"harp", "flute"},
    "harp": {"flute", "piano"},
    "flute": {"piano"},
    "piano": set(),
}


@pytest.mark.parametrize("size", [5, 2, 1])
@pytest.mark.parametrize("late", [(0, 1, 2, 3, 4), (4, 3, 2, 1, 0), (2, 0, 4, 1, 3)])
async def test_a_context_covers_the_two_messages_after_it_in_whatever_batches_they_come(
    size: int, late: tuple[int, ...]
) -> None:
    writing = await Writing().started()
    records = [said(writing, seq) for seq in late]
    for start in range(0, 5, size):
        await writing.take(*records[start : start + size])
    assert await contexts(writing) == IN_ORDER


async def test_one_batch_writes_each_point_once() -> None:
    writing = await Writing().started()
    await writing.take(*(said(writing, seq) for seq in range(5)))
    assert (writing.vectors.upserts, writing.vectors.contexts) == (5, 0)


async def test_a_message_renews_the_two_before_it_and_nothing_else() -> None:
    writing = await Writing().started()
    await writing.take(*(said(writing, seq) for seq in range(4)))
    versions = {key: point.version for key, point in writing.vectors.points.items()}
    await writing.take(said(writing, 4))
    assert (writing.vectors.upserts, writing.vectors.contexts) == (5, 2)
    assert versions.items() <= {k: p.version for k, p in writing.vectors.points.items()}.items()


async def test_redelivered_changes_leave_the_same_contexts() -> None:
    writing = await Writing().started()
    records = [said(writing, seq) for seq in range(5)]
    await writing.take(*records)
    await writing.started()
    for record in (*records, *reversed(records)):
        await writing.take(record)
        assert await contexts(writing) == IN_ORDER


async def test_an_index_that_was_away_gets_the_contexts_when_it_is_back() -> None:
    writing = await Writing().started()
    await writing.take(said(writing, 0), said(writing, 1))
    record = said(writing, 2)
    writing.vectors.fail_next = 1
    with pytest.raises(UnavailableError):
        await writing.take(record)
    await writing.started()
    await writing.take(record)
    assert await contexts(writing) == {
        "drum": {"violin", "harp"},
        "violin": {"harp"},
        "harp": set(),
    }


async def test_an_index_that_is_filled_anew_gets_the_same_contexts() -> None:
    writing = await Writing().started()
    records = [said(writing, seq) for seq in range(5)]
    await writing.take(*records)
    writing.vectors.points.clear()
    for record in records:
        await writing.take(record)
    assert await contexts(writing) == IN_ORDER


@pytest.mark.parametrize(
    "elsewhere", [{"session_id": "s2"}, {"user_id": "bob"}, {"tenant_id": "globex"}]
)
async def test_no_other_session_owner_or_tenant_is_heard(elsewhere: dict[str, str]) -> None:
    writing = await Writing().started()
    await writing.take(said(writing, 0), said(writing, 1, **elsewhere))
    await writing.take(said(writing, 2, **elsewhere))
    assert await contexts(writing, "ann", "bob") in (
        {"drum": set(), "violin": {"harp"}, "harp": set()},
        {"drum": set()},  # another tenant's are not listed
    )


@pytest.mark.parametrize(
    ("first", "second", "heard"),
    [
        (("bot", "private"), ("bot", "private"), True),
        (("bot", "private"), ("bot", "shared"), True),
        (("bot", "private"), ("other", "shared"), True),
        (("bot", "private"), ("other", "private"), False),
        (("bot", "shared"), ("bot", "private"), False),
        (("bot", "shared"), ("other", "private"), False),
    ],
)
@pytest.mark.parametrize("together", [True, False])
async def test_what_is_private_is_heard_where_nobody_else_looks(
    first: tuple[str, str], second: tuple[str, str], heard: bool, together: bool
) -> None:
    writing = await Writing().started()
    records = [
        said(writing, seq, agent_id=agent, visibility=visibility)
        for seq, (agent, visibility) in enumerate((first, second))
    ]
    for batch in [records] if together else [[record] for record in records]:
        await writing.take(*batch)
    points = list(writing.vectors.points.values())
    (context,) = [p.context for p in points if p.payload["session_seq"] == 0]
    assert bool(set(query_vector("violin").indices) & set(context.indices)) is heard


async def test_a_message_is_heard_word_for_word_and_else_as_its_first_fact() -> None:
    writing = await Writing().started()
    await writing.take(said(writing, 0))
    whole = turn(1, fact(message="m1", content="harp", start=0), utterance("violin", "m1"))
    await writing.take(writing.record(whole))
    later = fact("user", "likes", "piano", "m2", content="piano", start=30)
    first = fact("user", "likes", "flute", "m2", content="flute", start=3)
    await writing.take(writing.record(turn(2, later, first)))
    found = await contexts(writing)
    assert found["drum"] == {"violin", "flute"}
    assert found["violin"] == found["harp"] == {"flute"}


async def test_a_document_is_no_message() -> None:
    writing = await Writing().started()
    chunks = DocumentChunked(source_id="d", chunks=list(WORDS[1:4]), document_hash="h")
    await writing.take(said(writing, 0), writing.record(chunks))
    await writing.take(said(writing, 4))
    assert len(writing.vectors.points) == 5
    assert not any((await contexts(writing)).values())


@pytest.mark.parametrize("command", ["erase", "forget"])
async def test_what_was_taken_back_is_heard_no_more(command: Any) -> None:
    writing = await Writing().started()
    await writing.take(*(said(writing, seq) for seq in range(3)))
    (violin,) = [m for m in await writing.memories() if m.content == "violin"]
    gone = writing.record(MemoryCommanded(command=command, memory_id=violin.memory_id))
    await writing.take(gone)
    assert (await contexts(writing))["drum"] == {"harp"}
    await writing.take(gone)
    assert (await contexts(writing))["drum"] == {"harp"}
    if command == "forget":
        await writing.take(said(writing, 3))
        back = MemoryCommanded(command="restore", memory_id=violin.memory_id)
        await writing.take(writing.record(back))
        found = await contexts(writing)
        assert (found["drum"], found["violin"]) == ({"violin", "harp"}, {"harp", "flute"})


async def test_a_corrected_message_is_heard_as_it_is_now() -> None:
    writing = await Writing().started()
    await writing.take(said(writing, 0), said(writing, 1))
    (violin,) = [m for m in await writing.memories() if m.content == "violin"]
    right = MemoryCommanded(command="correct", memory_id=violin.memory_id, value="piano")
    await writing.take(writing.record(right))
    assert await contexts(writing) == {"drum": {"piano"}, "piano": set()}
