"""What a question finds by what it means: the latest matter, a stretch of time, its own window."""

from dataclasses import replace
from typing import Any

import pytest
from tests.support.changes import day, fact, fact_set
from tests.support.recalling import Recalling, contents

from membus.contracts.memory import Fact
from membus.settings import RecallSettings, Settings


def utterance(text: str, message: str, **fields: Any) -> Fact:
    return fact("user", "said", text, message, content=text, kind="utterance", **fields)


def order(number: str, message: str, **fields: Any) -> Fact:
    content = f"User has order {number}"
    return fact(
        "user",
        "order",
        number,
        message,
        content=content,
        entities=[number],
        domain="order",
        **fields,
    )


async def told(recalling: Recalling, number: float, session: str, *facts: Fact) -> None:
    """Take facts that are read in one session on a day."""
    writing = recalling.writing
    body = fact_set(*facts, at=day(number), turn=f"turn of {session} {number}")
    await writing.take(writing.record(body, session_id=session))


async def with_orders() -> Recalling:
    """A1001 on day 1, B2002 on day 5, each with the words that it was read in."""
    recalling = await Recalling.started()
    for number, name, thing in ((1, "A1001", "desk lamp"), (5, "B2002", "carpet")):
        text = f"My order {name} is a {thing}, it should come with the morning post"
        message = f"m {name}"
        await told(recalling, number, name, order(name, message), utterance(text, message))
    return recalling


@pytest.mark.parametrize(
    "question",
    ["Where is my order?", "I want to return what I bought", "我的订单到哪了", "我买的东西想退"],
)
async def test_who_names_no_order_means_the_latest_alone(question: str) -> None:
    recalling = await with_orders()
    for k in (None, 20):
        answer = await recalling.ask(question, k=k)
        assert "B2002" in contents(answer)[0]
        assert not any("A1001" in content for content in contents(answer))


@pytest.mark.parametrize("question", ["Where is order A1001?", "我的订单 a1001 到哪了"])
async def test_who_names_an_order_means_that_one(question: str) -> None:
    recalling = await with_orders()
    answer = await recalling.ask(question, k=20)
    assert "A1001" in contents(answer)[0]
    assert answer.hits[0].level == "exact"


async def test_who_asks_for_all_orders_gets_all() -> None:
    recalling = await with_orders()
    answer = await recalling.ask("What are all my orders, A1001 and B2002?", k=20)
    said = " ".join(contents(answer))
    assert "A1001" in said
    assert "B2002" in said


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("What did I do last weekend?", "market"),
        ("上个周末我做了什么？", "market"),
        ("Where did I go on 1 January?", "museum"),
        ("这周一我去了哪里？", "library"),
    ],
)
async def test_what_happened_at_the_time_that_is_asked_about_comes_first(
    question: str, place: str
) -> None:
    # Whether they are about the question at all is not decided here.
    recalling = await Recalling.started(Settings(recall=RecallSettings(floor_likelihood=0)))
    # Day 10 is Thursday 11 January 2024: its last weekend is days 5 and 6, its Monday day 7.
    for number, name in ((0.5, "museum"), (5.5, "market"), (7.5, "library")):
        content = f"User went to the {name}"
        event = fact("user", "visited", name, f"m {name}", content=content, valid_from=day(number))
        await told(recalling, number, name, event.model_copy(update={"kind": "event"}))
    # Only the time tells them apart: their vectors are one.
    points = recalling.writing.vectors.points
    (dense, *_) = (point.dense for point in points.values())
    points |= {key: replace(point, dense=dense) for key, point in points.items()}
    assert contents(await recalling.ask(question, k=3))[0] == f"User went to the {place}"


async def with_tea(session: str) -> Recalling:
    """The user has just said "I like tea" in s1; it was read in `session`."""
    recalling = await Recalling.started()
    likes = fact(message="m0", content="User likes tea")
    await told(recalling, 9, session, likes, utterance("I like tea", "m0"))
    await recalling.say("I like tea", 0, ordinal=0)
    return recalling


async def test_what_stands_in_the_window_is_no_hit_but_a_fact_of_it_is() -> None:
    recalling = await with_tea("s1")
    answer = await recalling.ask("Do I like tea?", session="s1", k=9)
    assert contents(answer) == ["User likes tea"]
    assert "I like tea" in answer.context


async def test_a_remark_calls_nothing_to_mind_that_stands_in_the_window() -> None:
    recalling = await with_tea("s1")
    assert contents(await recalling.ask("I like tea so much", session="s1", k=9)) == []


async def test_the_same_words_of_another_session_are_a_hit() -> None:
    recalling = await with_tea("another")
    answer = await recalling.ask("I like tea so much", session="s1", k=9, explain=True)
    found = {*contents(answer), *(each.memory_id for each in answer.excluded)}
    assert len(found) == 2
    assert contents(answer)


async def test_a_pronoun_finds_what_the_window_names() -> None:
    recalling = await with_orders()
    await recalling.say("Order A1001 is the one for my desk.", 0, ordinal=0)
    await recalling.say("Understood.", 1, ordinal=1)
    answer = await recalling.ask("When does it arrive?", session="s1", k=9)
    assert "A1001" in contents(answer)[0]
    assert answer.hits[0].level == "exact"
