"""Whom English speaks of: relations, titles, names behind pronouns, over up to three messages."""

import pytest
from tests.support.extraction import Said, facts, turn

Told = set[tuple[str, str, str, str]]


def told(*said: Said, **fields: object) -> Told:
    """(subject, predicate, object, + or -) of every fact of a turn."""
    return {
        (fact.subject, fact.predicate, fact.object, "+" if fact.polarity == "positive" else "-")
        for fact in facts(turn(*said, **fields))  # type: ignore[arg-type]
    }


RELATIONS = [
    ("My manager is Tom Hughes.", {("user", "manager", "Tom Hughes", "+")}),
    ("Dr. Weber is my dentist.", {("user", "dentist", "Dr. Weber", "+")}),
    ("Our team lead is Priya.", {("user", "manager", "Priya", "+")}),
    ("My boss is called Ms. Tanaka.", {("user", "manager", "Ms. Tanaka", "+")}),
    ("I have a new manager, Priya Nair.", {("user", "manager", "Priya Nair", "+")}),
    ("I report to Sandra.", {("user", "manager", "Sandra", "+")}),
    ("My lawyer is Mr. Okafor.", {("user", "lawyer", "Mr. Okafor", "+")}),
    ("Tom is Ana's husband.", {("Ana", "spouse", "Tom", "+")}),
    ("Ana's husband is called Tom.", {("Ana", "spouse", "Tom", "+")}),
    ("Élodie is my sister.", {("user", "sister", "Élodie", "+")}),
    (
        "My kids are called Nora and Emil.",
        {("user", "child", "Nora", "+"), ("user", "child", "Emil", "+")},
    ),
    ("My ex-wife lives in Rome.", {("user's ex-wife", "lives_in", "Rome", "+")}),
    ("My sister's boss lives in Rome.", {("user's sister's boss", "lives_in", "Rome", "+")}),
    ("My supervisor is Professor Lindqvist.", {("user", "manager", "Professor Lindqvist", "+")}),
    ("I prefer to be called Sam.", {("user", "nickname", "Sam", "+")}),
    ("My nephew's at Hill Juniors.", {("user's nephew", "studies_at", "Hill Juniors", "+")}),
    ("We don't have pet insurance.", {("user", "owns", "pet insurance", "-")}),
]


@pytest.mark.parametrize(("text", "expected"), RELATIONS, ids=[text for text, _ in RELATIONS])
def test_reads_who_is_who(text: str, expected: Told) -> None:
    assert told(text) == expected


PRONOUNS = [
    (
        ["My sister Ana is visiting us."],
        "She lives in Lyon.",
        {("Ana", "lives_in", "Lyon", "+")},
    ),
    (
        ["My sister Ana is visiting. My brother Tom can't come."],
        "She lives in Lyon and he lives in Oslo.",
        {("Ana", "lives_in", "Lyon", "+"), ("Tom", "lives_in", "Oslo", "+")},
    ),
    (
        ["My sister Ana is visiting."],
        "Her husband is called Marc. He works at Airbus.",
        {("Ana", "spouse", "Marc", "+"), ("Marc", "works_at", "Airbus", "+")},
    ),
    (
        ["My dad moved in with us."],
        "He is allergic to nuts.",
        {("user's dad", "allergic_to", "nuts", "+")},
    ),
    (["My brother Tom is here."], "She lives in Lyon.", set()),
    ([], "She lives in Lyon.", set()),
    (
        ["My sister Ana is visiting.", "What a week.", "I had pasta.", "It rained."],
        "She lives in Lyon.",
        set(),
    ),
]


@pytest.mark.parametrize(("before", "text", "expected"), PRONOUNS)
def test_a_pronoun_means_whom_the_three_messages_before_spoke_of(
    before: list[str], text: str, expected: Told
) -> None:
    assert told(text, before=[("user", each) for each in before]) == expected


def test_what_the_assistant_said_between_does_not_hide_who_was_meant() -> None:
    before = [("user", "My sister Ana is visiting."), ("assistant", "How nice!")]
    assert told("She lives in Lyon.", before=before) == {("Ana", "lives_in", "Lyon", "+")}
