"""English that takes back or mends what was said: the earlier closes, nothing else does."""

from datetime import datetime, timedelta
from typing import Literal

import pytest
from tests.support.changes import Fold, fact_set
from tests.support.extraction import SAID_AT, SHANGHAI, facts, message, stated, turn, turn_of

from membus.adapters.rules.extractor import RulesExtractor
from membus.contracts.events.turns import ContextMessage
from membus.contracts.memory import Fact

Stated = set[tuple[str, str, str]]

MENDED = [
    ("My room number is 303.", "I made a mistake, it's 302.", {("room", "302", "+")}),
    ("My room number is 303.", "Sorry, I made a mistake. It's room 302.", {("room", "302", "+")}),
    ("I live in Oslo.", "Sorry, Bergen.", {("lives_in", "Bergen", "+")}),
    (
        "My order number is A1001.",
        "I was wrong about the order number, it's A1002.",
        {("order", "A1002", "+"), ("order", "A1001", "-")},
    ),
    (
        "I have a meeting with Anna on Friday.",
        "What I said about the meeting on Friday was wrong, it's on Monday.",
        {("meeting", "meeting with Anna", "+"), ("meeting", "meeting with Anna", "-")},
    ),
    (
        "I have a meeting with Anna on Friday.",
        "The meeting has been moved to Monday at 3.",
        {("meeting", "meeting with Anna", "+"), ("meeting", "meeting with Anna", "-")},
    ),
    ("My name is Anna.", "My name isn't Anna, it's Anne.", {("name", "Anne", "+")}),
    ("", "Tom isn't my manager anymore, it's Priya now.", {("manager", "Priya", "+")}),
]
TAKEN_BACK = [
    (
        "I'm moving to Berlin in June. I love pizza.",
        "Forget what I said about Berlin.",
        {("plans", "move to Berlin", "-")},
    ),
    ("", "Forget what I said about being allergic to nuts.", {("allergic_to", "nuts", "-")}),
    ("", "It's not true that I work at Acme.", {("works_at", "Acme", "-")}),
    ("", "I told you I'm vegan, but that was wrong.", {("diet", "vegan", "-")}),
    ("", "I'm not allergic to nuts after all.", {("allergic_to", "nuts", "-")}),
    (
        "",
        "Forget what I told you about my peanut allergy, the tests were fine.",
        {("allergic_to", "peanut", "-")},
    ),
    (
        "I'm going to join the choir in May.",
        "I changed my mind about the choir.",
        {("plans", "join the choir", "-")},
    ),
    (
        "I'm going to join the choir in May.",
        "I'm not joining the choir after all.",
        {("plans", "join the choir", "-")},
    ),
    ("", "I changed my mind about the cruise.", {("called_off", "the cruise", "+")}),
    ("I like tea.", "Scrap that.", {("likes", "tea", "-")}),
    ("I like tea.", "I take that back.", {("likes", "tea", "-")}),
    (
        "I'm flying to Berlin on Friday.",
        "I'm not going to Berlin after all.",
        {("travels_to", "Berlin", "-")},
    ),
    (
        "We're planning a trip to Rome in October.",
        "The trip to Rome is off.",
        {("plans", "a trip to Rome", "-")},
    ),
    (
        "I have a meeting with Anna on Friday.",
        "The meeting with Anna was cancelled.",
        {("meeting", "meeting with Anna", "-")},
    ),
]
NOTHING = [
    ("I live in Oslo.", "Never mind."),
    ("I live in Oslo.", "Actually yes."),
    ("I live in Oslo.", "No, thanks."),
    ("I live in Oslo.", "Sorry, what?"),
    ("I live in Oslo.", "Forget what I said about Rome."),
    ("I live in Oslo.", "Please cancel the meeting on Friday."),
    ("", "Scrap that."),
    ("I live in Oslo.", "I changed my mind about Rome."),
    ("", "I made a mistake, it's 302."),
]


def before(text: str) -> list[tuple[Literal["user", "assistant"], str]]:
    return [("user", text), ("assistant", "All right.")] if text else []


@pytest.mark.parametrize(("said", "text", "expected"), [*MENDED, *TAKEN_BACK])
def test_reads_what_is_mended_or_taken_back(said: str, text: str, expected: Stated) -> None:
    assert stated(text, before=before(said)) == expected


@pytest.mark.parametrize(("said", "text"), NOTHING)
def test_what_takes_nothing_back_states_nothing(said: str, text: str) -> None:
    assert stated(text, before=before(said)) == set()


def test_the_rest_of_the_message_is_read_too() -> None:
    assert stated("Sorry, it's room 302. I like tea.", before=before("My room number is 303.")) == {
        ("room", "302", "+"),
        ("likes", "tea", "+"),
    }


def test_a_mending_quotes_its_own_sentence() -> None:
    text = "Thanks a lot! I made a mistake. It's room 302."
    (fact,) = facts(turn(text, before=before("My room number is 303.")))
    assert fact.quote == "I made a mistake. It's room 302."


def test_another_speaker_takes_back_only_what_was_their_own() -> None:
    closed = turn_of(
        [message("No, it's Globex.", name="Bo")],
        closed_by="message",
        before=[ContextMessage(role="user", name="Al", text="I work at Acme.", at=SAID_AT)],
    )
    assert facts(closed) == []


def _remembered(*texts: str) -> Fold:
    """What the writer keeps of messages that were said an hour after another."""
    fold = Fold()
    rules, said = RulesExtractor(), list[ContextMessage]()
    for index, text in enumerate(texts):
        at = SAID_AT + timedelta(hours=index)
        told = message(text, index).model_copy(update={"at": at})
        found = [
            fact
            for fact in rules.read(turn_of([told], before=said), SHANGHAI)
            if fact.kind != "utterance"
        ]
        if found:
            fold.apply(fact_set(*found, at=at))
        said.append(ContextMessage(role="user", text=text, at=at))
    return fold


@pytest.mark.parametrize(
    ("said", "taken_back", "content"),
    [
        ("I'm allergic to nuts.", "Forget what I said about nuts.", "User is allergic to nuts"),
        ("I work at Acme.", "It's not true that I work at Acme.", "User works at Acme"),
        ("My room number is 303.", "Sorry, it's 302.", "User's room is 303"),
        ("I work at Acme.", "I joined Globex as a lead.", "User works at Acme"),
        ("I own a car.", "I sold my car.", "User owns car"),
        ("I'm applying for a visa.", "I'm done with applying for a visa.", "User is applying"),
    ],
)
def test_the_writer_closes_what_was_taken_back(said: str, taken_back: str, content: str) -> None:
    (earlier,) = [
        memory
        for memory in _remembered(said, taken_back).memories()
        if memory.content.startswith(content)
    ]
    assert earlier.status == "superseded"
    assert earlier.valid_to == SAID_AT + timedelta(hours=1)


def test_two_likes_still_stand_beside_each_other() -> None:
    fold = _remembered("I like tea.", "I like hiking.")
    assert [memory.status for memory in fold.memories()] == ["active", "active"]


def _times(found: list[Fact], polarity: str) -> list[datetime | None]:
    return [fact.valid_from for fact in found if fact.polarity == polarity]


def test_an_event_is_denied_at_its_own_time_as_it_was_said() -> None:
    """Told yesterday that it is tomorrow: what is taken back today is today's."""
    yesterday = SAID_AT - timedelta(days=1)
    told = ContextMessage(role="user", text="I have a meeting with Anna tomorrow.", at=yesterday)
    closed = turn_of([message("The meeting with Anna was cancelled.")], before=[told])
    (denied,) = _times(facts(closed), "negative")
    assert denied is not None
    assert denied.astimezone(SAID_AT.tzinfo) == datetime(2024, 5, 29, 16, tzinfo=SAID_AT.tzinfo)


def test_a_denial_without_a_time_is_of_the_event_that_was_spoken_of() -> None:
    closed = turn(
        "I'm not flying to Berlin after all.", before=before("I'm flying to Berlin on Friday.")
    )
    (denied,) = facts(closed)
    assert denied.content == "User does not travel to Berlin (on 2024-05-31)"
    assert denied.quote == "I'm not flying to Berlin after all."
