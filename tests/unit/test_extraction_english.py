"""English sentences and what the rules must read in them: nothing more, nothing less."""

import pytest
from tests.support.extraction import facts, stated, turn

STATEMENTS = [
    # who and where
    ("My name is Anna Berg.", {("name", "Anna Berg", "+")}),
    ("Call me Annie", {("nickname", "Annie", "+")}),
    ("I'm 34 years old", {("age", "34", "+")}),
    ("My birthday is June 3", {("birthday", "June 3", "+")}),
    ("I'm from Norway", {("is_from", "Norway", "+")}),
    ("I speak English and Norwegian", {("speaks", "English", "+"), ("speaks", "Norwegian", "+")}),
    ("I live in Oslo", {("lives_in", "Oslo", "+")}),
    ("i live in oslo now", {("lives_in", "oslo", "+")}),
    ("I moved to Berlin last month", {("lives_in", "Berlin", "+")}),
    (
        "I moved from Oslo to Bergen in January",
        {("moved_from", "Oslo", "+"), ("lives_in", "Bergen", "+")},
    ),
    ("I don't live in Oslo anymore.", {("lives_in", "Oslo", "-")}),
    ("I no longer live in Oslo", {("lives_in", "Oslo", "-")}),
    ("I used to live in Paris", {("lived_in", "Paris", "+")}),
    ("I lived in Oslo from 2010 to 2015.", {("lives_in", "Oslo", "+")}),
    # work and study
    (
        "I live in Oslo and work at Acme.",
        {("lives_in", "Oslo", "+"), ("works_at", "Acme", "+")},
    ),
    ("I started at Globex in March.", {("works_at", "Globex", "+")}),
    (
        "I started at Globex today as a lead designer.",
        {("works_at", "Globex", "+"), ("role", "lead designer", "+")},
    ),
    ("I joined Globex last week", {("works_at", "Globex", "+")}),
    ("I joined a gym last week", {("member_of", "gym", "+")}),
    ("I no longer work at Acme", {("works_at", "Acme", "-")}),
    (
        "I quit my job at Acme last week",
        {("left_job", "Acme", "+"), ("works_at", "Acme", "-")},
    ),
    (
        "I'm a software engineer at Initech",
        {("role", "software engineer", "+"), ("works_at", "Initech", "+")},
    ),
    (
        "I work as a nurse at St. Olav hospital",
        {("role", "nurse", "+"), ("works_at", "St. Olav hospital", "+")},
    ),
    ("I got promoted to senior engineer", {("role", "senior engineer", "+")}),
    ("My manager is Li Wei", {("manager", "Li Wei", "+")}),
    ("I graduated from MIT in 2012", {("graduated_from", "MIT", "+")}),
    ("I'm learning Spanish", {("studies", "Spanish", "+")}),
    (
        "I'm working on a draft of the annual report",
        {("works_on", "a draft of the annual report", "+")},
    ),
    # family and pets
    (
        "My daughter Emma is allergic to peanuts.",
        {("daughter", "Emma", "+"), ("allergic_to", "peanuts", "+")},
    ),
    ("My mom's name is Ingrid.", {("mother", "Ingrid", "+")}),
    ("My sister lives in Bergen.", {("lives_in", "Bergen", "+")}),
    ("I have two kids", {("children_count", "2", "+")}),
    ("I don't have any kids", {("children_count", "0", "+")}),
    ("I have a dog named Max", {("has_pet", "dog", "+"), ("dog", "Max", "+")}),
    ("Emma's birthday is May 3rd", {("birthday", "May 3rd", "+")}),
    # tastes and health
    ("I like tea", {("likes", "tea", "+")}),
    (
        "I like hiking, coffee and jazz.",
        {("likes", "hiking", "+"), ("likes", "coffee", "+"), ("likes", "jazz", "+")},
    ),
    ("I don't like tea", {("likes", "tea", "-")}),
    ("I don’t like tea", {("likes", "tea", "-")}),
    ("I hate mushrooms", {("dislikes", "mushrooms", "+")}),
    ("I can't stand horror movies.", {("dislikes", "horror movies", "+")}),
    (
        "I love my new apartment, but I hate the noise.",
        {("likes", "new apartment", "+"), ("dislikes", "noise", "+")},
    ),
    ("I don't eat cilantro", {("eats", "cilantro", "-")}),
    ("I never drink coffee", {("drinks", "coffee", "-")}),
    ("I stopped eating meat", {("eats", "meat", "-")}),
    ("I quit smoking last year", {("smokes", "tobacco", "-")}),
    ("My favourite color is green", {("favorite_color", "green", "+")}),
    ("My favorite band is Radiohead.", {("favorite_band", "Radiohead", "+")}),
    (
        "I prefer aisle seats over window seats",
        {("prefers", "aisle seats over window seats", "+")},
    ),
    ("I'd rather take the train", {("prefers", "to take the train", "+")}),
    ("I'm vegetarian", {("diet", "vegetarian", "+")}),
    ("I play the guitar", {("plays", "guitar", "+")}),
    (
        "I'm allergic to shellfish and penicillin.",
        {("allergic_to", "shellfish", "+"), ("allergic_to", "penicillin", "+")},
    ),
    ("I'm not allergic to nuts", {("allergic_to", "nuts", "-")}),
    ("I have diabetes", {("has_condition", "diabetes", "+")}),
    # identifiers
    ("My phone number is +47 22 33 44 55", {("phone", "+47 22 33 44 55", "+")}),
    ("My email is anna.berg@example.com.", {("email", "anna.berg@example.com", "+")}),
    ("My account number is 12345678", {("account_number", "12345678", "+")}),
    ("The contract number is 2024-118.", {("contract", "2024-118", "+")}),
    ("My order number is A1001", {("order", "A1001", "+")}),
    # orders
    (
        "My order A1001 hasn't arrived yet",
        {("order", "A1001", "+"), ("order_status", "hasn't arrived", "+")},
    ),
    ("I want to return the blue jacket", {("return", "the blue jacket", "+")}),
    (
        "I'd like a refund for order A1001.",
        {("order", "A1001", "+"), ("refund", "order A1001", "+")},
    ),
    ("I bought a red bicycle last Saturday", {("bought", "a red bicycle", "+")}),
    ("The jacket is torn", {("complaint", "The jacket is torn", "+")}),
    ("My budget is $1,500", {("budget", "$1500", "+")}),
    # tasks, plans, meetings
    ("I need to send the report by Friday", {("task", "send the report", "+")}),
    ("Remind me to call mom tomorrow at 5pm.", {("task", "call mom", "+")}),
    (
        "I have a dentist appointment next Tuesday at 3pm",
        {("meeting", "dentist appointment", "+")},
    ),
    (
        "The meeting with Anna is on Friday at 10am.",
        {("meeting", "meeting with Anna", "+")},
    ),
    ("The deadline for the report is Friday", {("deadline", "report", "+")}),
    ("Next Tuesday, I fly to Madrid.", {("travels_to", "Madrid", "+")}),
    ("I'm going to visit Rome next month.", {("plans", "visit Rome", "+")}),
    ("We're planning a trip to Japan in October", {("plans", "a trip to Japan", "+")}),
    ("I'll send you the contract tomorrow", {("commitment", "send you the contract", "+")}),
    (
        "Please remember that the door code is 4711",
        {("remember", "the door code is 4711", "+")},
    ),
    # a statement beside a question
    ("I live in Oslo, what's the weather there?", {("lives_in", "Oslo", "+")}),
]

SILENCE = [
    "Do I like tea?",
    "do i like tea",
    "Where do I live?",
    "What's the weather in Oslo?",
    "Can you help me find a hotel in Rome?",
    "You know I live in Oslo, right?",
    "If I lived in Oslo, I would ski.",
    "I wish I lived in Paris",
    "Imagine I work at NASA",
    "Maybe I'll move to Berlin",
    "I might like sushi",
    'She said "I live in Rome"',
    "He told me he hates cats",
    "Anna says she is vegan",
    "I feel great today",
    "I like it",
    "Sounds like fun!",
    "That works for me",
    "I have a question",
    "I need help",
    "I think that's right.",
    "Thanks, that helps!",
    "Their love and support means a lot",
    "Networking plays a big role here",
    "I've got lots of kids' books",
    "I had to laugh",
    "> I live in Rome",
    "```\nI live in Rome\n```",
]


@pytest.mark.parametrize(("text", "expected"), STATEMENTS, ids=[text for text, _ in STATEMENTS])
def test_reads_what_is_stated(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert stated(text) == expected


@pytest.mark.parametrize("text", SILENCE)
def test_reads_nothing_where_nothing_is_stated(text: str) -> None:
    assert stated(text) == set()


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("I live in Oslo", "User lives in Oslo"),
        ("I don't eat cilantro", "User does not eat cilantro"),
        ("My wife works at the hospital", "User's wife works at the hospital"),
        ("I lived in Oslo from 2010 to 2015", "User used to live in Oslo (2010 to 2015)"),
        ("I need to call my mom by Friday", "User has to call their mom (by 2024-05-31)"),
        ("I have a meeting with Anna tomorrow at 9", None),
    ],
)
def test_says_it_in_the_third_person_with_its_date(text: str, content: str | None) -> None:
    (fact,) = facts(turn(text))
    assert fact.content == (content or "User has meeting with Anna (on 2024-05-31 09:00)")


def test_tells_whose_fact_it_is() -> None:
    found = {fact.predicate: fact for fact in facts(turn("My daughter Emma is allergic to nuts."))}
    assert (found["daughter"].subject, found["allergic_to"].subject) == ("user", "Emma")
    (unnamed,) = facts(turn("My daughter is allergic to nuts."))
    assert unnamed.subject == "user's daughter"


def test_a_pronoun_means_who_was_introduced() -> None:
    said = "I have a daughter named Emma. She is allergic to peanuts. Her birthday is May 3."
    found = {fact.predicate: fact.subject for fact in facts(turn(said))}
    assert found == {"daughter": "user", "allergic_to": "Emma", "birthday": "Emma"}


def test_names_and_identifiers_are_entities() -> None:
    (works,) = facts(turn("I work at Acme Corp"))
    assert "Acme Corp" in works.entities
    order = next(f for f in facts(turn("My order A1001 hasn't arrived")) if f.predicate == "order")
    assert order.entities == ["A1001"]
