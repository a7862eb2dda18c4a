"""Ingestion over its ports: outcomes, what it publishes, what it stores, and doing it again."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from services.ingestion.handlers import IngestionStage
from tests.support.conversations import NOON, Said, conversations, end, record, tick
from tests.support.embedder import TrigramEmbedder
from tests.support.ingestion import FixedClock, Ingestion, WordCounter
from tests.support.sessions import InMemorySessionStore

from membus.adapters.memory_stores.working import WorkingReader
from membus.bootstrap import IngestionParts
from membus.contracts import ids
from membus.contracts.envelope import body_as
from membus.contracts.events.messages import Tick
from membus.contracts.msg import Msg
from membus.kafka.stage import Done, Park
from membus.ports.scope import Scope
from membus.ports.sessions import SessionFacts
from membus.settings import Settings

SESSION = ids.session_identity("default", "s1")


def user(number: int, text: str, **msg: Any) -> Said:
    return Said(
        number, 0, Msg.model_validate({"id": f"m{number}", "role": "user", "content": text} | msg)
    )


def reply(number: int, text: str) -> Said:
    said = {"role": "assistant", "finished_at": NOON, "finished_reason": "completed"}
    return user(number, text, **said)


@pytest.mark.parametrize("size", [2, 6], ids=["one after the other", "in one batch"])
async def test_an_event_id_is_a_sessions_own(size: int) -> None:
    ingestion = Ingestion()
    records = [
        record(said, offset, event_id=f"e{said.number}", **session)
        for session in ({"tenant_id": "one"}, {"tenant_id": "two"}, {"session_id": "s2"})
        for offset, said in enumerate((user(0, "I moved to Oslo"), reply(1, "Noted")))
    ]
    for first in range(0, len(records), size):
        await ingestion.take(*records[first : first + size])
    closed = [event.envelope.session for event in ingestion.published]
    assert closed == ["one/s1", "two/s1", "default/s2"]


async def test_a_closed_turn_is_published_for_the_owner_with_its_cause() -> None:
    ingestion = Ingestion()
    fields: dict[str, Any] = {
        "space_id": "team",
        "agent_id": "bot",
        "user_zone": "Asia/Shanghai",
        "task_id": "t1",
        "correlation_id": "c1",
        "visibility": "private",
    }
    asked = record(user(0, "I moved to Oslo"), 7, **fields)
    answered = record(reply(1, "Noted, Oslo it is"), 8, **fields)
    first, second = await ingestion.take(asked, answered)
    assert first == Done("stored")
    assert isinstance(second, Done)
    (event,) = ingestion.published
    assert second.produced == (event.envelope.event_id,)
    assert (event.topic, event.key) == ("membus.turns.v1", "s1")
    assert event.envelope.owner == "default/s/team"
    assert event.envelope.causation_id == answered.envelope.event_id
    for name, value in fields.items():
        assert getattr(event.envelope, name) == value
    (turn,) = ingestion.closed()
    assert (turn.covers, turn.settled_to, turn.skipped) == ([7, 8], 9, False)


async def test_a_turn_with_a_private_message_is_private_to_the_agent_of_that_message() -> None:
    ingestion = Ingestion()
    await ingestion.take(
        record(user(0, "I moved to Oslo"), 0, agent_id="clerk"),
        record(reply(1, "Noted, Oslo it is"), 1, agent_id="doctor", visibility="private"),
    )
    (event,) = ingestion.published
    assert (event.envelope.visibility, event.envelope.agent_id) == ("private", "doctor")


async def test_what_is_private_stands_before_no_turn_that_others_see() -> None:
    ingestion = Ingestion()
    secret = {"agent_id": "doctor", "visibility": "private"}
    await ingestion.take(
        record(user(0, "I have diabetes"), 0, **secret),
        record(reply(1, "I keep that to myself"), 1, **secret),
        record(user(2, "I moved to Oslo"), 2, agent_id="clerk"),
        record(reply(3, "Noted, Oslo it is"), 3, agent_id="clerk"),
        record(user(4, "And the insulin?"), 4, **secret),
        record(reply(5, "Twice a day"), 5, **secret),
    )
    _, shared, private = ingestion.closed()
    assert shared.before == []
    assert [each.text for each in private.before] == [
        "I keep that to myself",
        "I moved to Oslo",
        "Noted, Oslo it is",
    ]


async def test_private_messages_keep_their_agent_in_window_and_task() -> None:
    ingestion = Ingestion()
    secret = {"agent_id": "doctor", "visibility": "private"}
    await ingestion.take(record(user(0, "I have diabetes"), 0, task_id="t1", **secret))
    (entry,) = await ingestion.sessions.window(SESSION, NOON, 10)
    assert (entry.agent_id, entry.visibility) == ("doctor", "private")
    working = WorkingReader(ingestion.sessions, TrigramEmbedder())
    found = [
        await working.by_task(Scope("default", ("default/u/ann",), agent), "t1")
        for agent in ("doctor", "clerk", None)
    ]
    assert [[memory.content for memory in each] for each in found] == [["I have diabetes"], [], []]


async def test_memory_that_was_put_before_what_a_user_said_is_no_part_of_it() -> None:
    ingestion = Ingestion()
    block = "<memory>\n- 2024-01-01 · fact · lives in Rome\n</memory>\n\n"
    await ingestion.take(
        record(user(0, f"{block}I moved to Oslo"), 0, task_id="t1"),
        record(reply(1, "Noted, Oslo it is"), 1),
        record(user(2, "Which tram goes to work?"), 2),
        record(reply(3, "Number 12 goes there"), 3),
    )
    first = (await ingestion.sessions.window(SESSION, NOON, 10))[0]
    assert (first.text, first.tokens) == ("I moved to Oslo", 4)
    assert ingestion.closed()[1].before[0].text == "I moved to Oslo"
    (entry,) = await ingestion.sessions.task("default", "t1")
    assert entry["text"] == "I moved to Oslo"


@pytest.mark.parametrize(
    ("text", "reason"),
    [("hi!", "greeting"), ("谢谢", "acknowledgement"), ("", "empty"), ("🙂", "no words")],
)
async def test_what_says_nothing_is_skipped_with_its_reason(text: str, reason: str) -> None:
    (result,) = await Ingestion().take(record(user(0, text), 0))
    assert result == Done("skipped", reason)


async def test_a_grown_reply_is_merged_and_a_copy_is_a_duplicate() -> None:
    ingestion = Ingestion()
    part = user(1, "It is on", role="assistant")
    results = await ingestion.take(
        record(user(0, "where is order A1001?"), 0),
        record(part, 1),
        record(reply(1, "It is on its way"), 2, event_id="whole"),
        record(reply(1, "It is on its way"), 3, event_id="copy"),
        record(part, 4, event_id="late"),
    )
    kinds = [result.outcome for result in results if isinstance(result, Done)]
    assert kinds == ["stored", "stored", "merged", "skipped", "skipped"]
    assert [result.reason for result in results[3:]] == ["duplicate", "duplicate"]
    assert len(ingestion.closed()) == 1


async def test_an_event_delivered_again_has_the_outcome_it_had_and_publishes_nothing() -> None:
    ingestion = Ingestion()
    records = [record(user(0, "I moved to Oslo"), 0), record(reply(1, "I see, to Oslo"), 1)]
    before = await ingestion.take(*records)
    ingestion.restart()
    again = await ingestion.take(*records, record(user(0, "I moved to Oslo"), 2))
    told = [(each.outcome, each.reason, each.produced) for each in before if isinstance(each, Done)]
    assert [
        (each.outcome, each.reason, each.produced) for each in again if isinstance(each, Done)
    ] == [*told, told[0]]
    assert len(ingestion.published) == 1


async def test_another_users_message_is_parked_and_the_session_goes_on() -> None:
    ingestion = Ingestion()
    results = await ingestion.take(
        record(user(0, "I moved to Oslo"), 0),
        record(user(1, "and I to Rome"), 1, user_id="bob"),
        record(reply(2, "Noted, Oslo it is"), 2),
    )
    assert isinstance(results[1], Park)
    assert results[1].error_class == "NotAllowedError"
    (turn,) = ingestion.closed()
    assert [each.msg.id for each in turn.messages] == ["m0", "m2"]


async def test_a_record_in_the_wrong_partition_is_published_again_in_the_right_one() -> None:
    ingestion = Ingestion(partition=3)
    astray = record(user(0, "I moved to Oslo"), 0)
    (result,) = await ingestion.take(astray)
    (again,) = ingestion.published
    assert result == Done("skipped", "rerouted", (again.envelope.event_id,), (again,))
    assert (again.topic, again.key, again.partition) == ("membus.messages.v1", "s1", 3)
    old = astray.envelope.event_id
    assert again.envelope.event_id == ids.event_id("MessagePublished", old, "reroute")
    assert again.envelope.causation_id == old
    assert ingestion.turns.states == {}


async def test_a_message_without_a_session_is_parked() -> None:
    (result,) = await Ingestion().take(record(user(0, "I moved to Oslo"), 0, session_id=""))
    assert isinstance(result, Park)
    assert "session_id" in result.reason


async def test_a_message_without_an_id_is_named_after_its_event() -> None:
    ingestion = Ingestion()
    nameless = record(user(0, "I moved to Oslo", id=""), 0)
    await ingestion.take(nameless, end(1))
    assert ingestion.closed()[0].messages[0].msg.id == nameless.envelope.event_id


async def test_an_unknown_zone_is_taken_as_utc_and_the_outcome_says_so() -> None:
    ingestion = Ingestion()
    (result, _) = await ingestion.take(
        record(user(0, "I moved to Oslo"), 0, user_zone="Mars/Base"), end(1)
    )
    assert isinstance(result, Done)
    assert result.outcome == "stored"
    assert "Mars/Base" in result.reason
    assert ingestion.published[0].envelope.user_zone == "UTC"


async def test_message_ids_may_repeat_across_sessions_and_tenants() -> None:
    ingestion = Ingestion()
    results = await ingestion.take(
        record(user(0, "I moved to Oslo"), 0, event_id="a"),
        record(user(0, "I moved to Oslo"), 1, event_id="b", session_id="s2"),
        record(user(0, "I moved to Oslo"), 2, event_id="c", tenant_id="acme"),
    )
    assert results == [Done("stored")] * 3
    assert len(ingestion.turns.states) == 3


async def test_closings_of_nothing_are_skipped() -> None:
    ingestion = Ingestion()
    results = await ingestion.take(
        end(0), record(user(0, "I moved to Oslo"), 1), record(reply(1, "I see"), 2), end(3)
    )
    assert results[0] == Done("skipped", "unknown session")
    assert results[3] == Done("skipped", "nothing was open")


async def test_window_facts_tasks_and_marks_follow_a_batch() -> None:
    ingestion = Ingestion()
    await ingestion.take(
        record(user(0, "I moved to Oslo"), 4, task_id="t1"),
        record(reply(1, "Noted, Oslo it is"), 5, task_id="t1"),
        record(user(2, "you are a memory", name="memory"), 6),
        record(user(3, "and I work at Acme"), 7),
    )
    window = await ingestion.sessions.window(SESSION, NOON, 10)
    assert [(each.text, each.offset, each.tokens) for each in window] == [
        ("I moved to Oslo", 4, 4),
        ("Noted, Oslo it is", 5, 4),
        ("and I work at Acme", 7, 5),
    ]
    assert window[0].turn_id == ids.turn_id(SESSION, "m0")
    assert await ingestion.sessions.marks(SESSION, 0) == {"ingestion": 8}
    assert await ingestion.sessions.facts(SESSION) == SessionFacts("default/u/ann", 6, 7)
    task = await ingestion.sessions.task("default", "t1")
    assert [entry["text"] for entry in task] == ["I moved to Oslo", "Noted, Oslo it is"]


async def test_a_lost_cache_is_filled_again_on_redelivery() -> None:
    ingestion = Ingestion()
    records = [record(user(0, "I moved to Oslo"), 0), record(reply(1, "I see, to Oslo"), 1)]
    await ingestion.take(*records)
    ingestion.sessions = InMemorySessionStore()
    ingestion.restart()
    await ingestion.take(*records)
    assert len(await ingestion.sessions.window(SESSION, NOON, 10)) == 2
    assert await ingestion.sessions.marks(SESSION, 0) == {"ingestion": 2}


async def test_a_late_member_overwrites_nothing() -> None:
    ingestion = Ingestion()
    paused = IngestionStage(
        IngestionParts(
            ingestion.turns, ingestion.sessions, WordCounter(), FixedClock(), ingestion.gate
        ),
        Settings(),
        lambda _: 0,
    )
    asked = record(user(0, "I moved to Oslo"), 0)
    results = await paused.handle([asked])
    await ingestion.take(asked, record(reply(1, "I see, to Oslo"), 1))
    newer = dict(ingestion.turns.states)
    assert isinstance(results[0], Done)
    await paused.settle([(asked, results[0])])
    assert ingestion.turns.states == newer


async def test_records_handed_in_alone_see_those_before_them() -> None:
    ingestion = Ingestion()
    records = [record(user(0, "I moved to Oslo"), 0), record(reply(1, "I see, to Oslo"), 1)]
    results = [(await ingestion.stage.handle([each]))[0] for each in records]
    await ingestion.finish(records, results)
    assert [each.msg.id for each in ingestion.closed()[0].messages] == ["m0", "m1"]
    assert ingestion.turns.states[SESSION].position == 2


async def test_a_record_refused_after_it_was_handled_leaves_no_trace() -> None:
    ingestion = Ingestion()
    records = [record(user(0, "I moved to Oslo"), 0), record(reply(1, "I see, to Oslo"), 1)]
    results = await ingestion.stage.handle(records)
    await ingestion.finish(records[:1], results[:1])
    state = ingestion.turns.states[SESSION]
    assert (state.position, state.open_from) == (1, 0)


async def test_idle_turns_get_one_tick_that_closes_them() -> None:
    ingestion = Ingestion()
    await ingestion.take(record(user(0, "I moved to Oslo"), 5))
    appended = NOON + timedelta(seconds=5)
    assert await ingestion.stage.due_ticks(appended + timedelta(seconds=29)) == []
    now = appended + timedelta(seconds=31)
    (event,) = await ingestion.stage.due_ticks(now)
    assert await ingestion.stage.due_ticks(now) == []
    assert event.envelope.event_id == ids.event_id("Tick", SESSION, "5")
    body = body_as(event.envelope, Tick)
    assert body.at == appended + timedelta(seconds=30)
    await ingestion.take(tick(6, 5))
    assert [turn.closed_by for turn in ingestion.closed()] == ["idle"]
    assert await ingestion.stage.due_ticks(now + timedelta(hours=1)) == []


async def test_a_tick_that_got_lost_is_published_again() -> None:
    ingestion = Ingestion()
    await ingestion.take(record(user(0, "I moved to Oslo"), 5))
    now = NOON + timedelta(minutes=5)
    first = await ingestion.stage.due_ticks(now)
    assert await ingestion.stage.due_ticks(now + timedelta(seconds=31)) == first


@settings(max_examples=100, deadline=None)
@given(conversations(largest=16), st.sampled_from(["one", "many"]), st.data())
async def test_batches_restarts_and_the_store_make_no_difference(
    said: list[Said], who: str, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(said))
    records = [record(each, offset, participants=who) for offset, each in enumerate(order)]
    records.append(end(len(records), participants=who))
    whole, piecewise = Ingestion(), Ingestion()
    await whole.take(*records)
    start = 0
    while start < len(records):
        size = data.draw(st.integers(1, 4))
        if data.draw(st.booleans()):
            # A crash between the flush and the transaction: handled, published, and forgotten.
            await piecewise.stage.handle(records[start : start + size])
            piecewise.restart()
        await piecewise.take(*records[start : start + size])
        start += size
    told = [(event.envelope.event_id, event.envelope.body) for event in piecewise.published]
    assert told == [(event.envelope.event_id, event.envelope.body) for event in whole.published]
