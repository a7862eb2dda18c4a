from typing import Any

import pytest

from membus.domain.canonical import canonical_statement
from membus.domain.duplicates import Wording, say_the_same


def wording(
    content: str,
    predicate: str = "does",
    polarity: str = "positive",
    subject: str = "user",
    entities: tuple[str, ...] = (),
) -> Wording:
    return Wording(
        content, canonical_statement(subject, predicate, content, polarity), tuple(entities)
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("User likes hiking in the mountains", "User likes mountain hiking"),
        ("User works as an engineer at Acme", "User is an engineer working at Acme"),
        ("User never eats cilantro", "User doesn't eat cilantro"),
        ("User ran 5 km", "User ran five kilometres"),
        ("User paid 1,200 dollars", "User paid $1200"),
        ("用户对花生过敏", "用户花生过敏"),
        ("The meeting is in room 302 at 9", "The meeting: in room 302, at 9"),
    ],
)
def test_other_words_of_the_same_details_say_the_same(one: Any, other: Any) -> None:
    assert say_the_same(wording(one), wording(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The meeting is in room 302 at 9", "The meeting is in room 303 at 9"),
        ("User takes the pill before breakfast", "User takes the pill after breakfast"),
        ("User drinks coffee every morning", "User drinks coffee every evening"),
        ("User ran 5 km", "User ran 5 miles"),
        ("User ran 5 km", "User ran 15 km"),
        ("User has a 5% share", "User has a 5 kg share"),
        ("Alice lent Bob the money", "Bob lent Alice the money"),
        ("Alice was paid by Bob", "Alice paid Bob"),
        ("User flies to Paris on Monday", "User flies to Paris on Tuesday"),
        ("User flies from Oslo to Rome", "User flies from Rome to Oslo"),
        ("User eats cilantro", "User never eats cilantro"),
        ("User was a teacher", "User is a teacher"),
        ("用户对花生过敏", "用户对花粉过敏"),
        ("用户吃香菜", "用户不吃香菜"),
        ("李雷借钱给韩梅梅", "韩梅梅借钱给李雷"),
    ],
)
def test_a_detail_keeps_two_apart(one: Any, other: Any) -> None:
    assert not say_the_same(wording(one), wording(other))


def test_subject_and_polarity_keep_two_apart() -> None:
    same = "User likes tea"
    assert not say_the_same(wording(same), wording(same, subject="emma"))
    assert not say_the_same(wording(same), wording(same, polarity="negative"))


def test_how_an_equal_predicate_is_worded_does_not_matter() -> None:
    loves, enjoys = "User loves hiking in the mountains", "User enjoys mountain hiking"
    assert say_the_same(wording(loves, "likes"), wording(enjoys, "likes"))
    assert not say_the_same(wording(loves, "fears"), wording(enjoys, "does"))


def test_lower_case_names_keep_their_order_when_they_are_known_as_names() -> None:
    one = wording("alice lent bob money", entities=("alice", "bob"))
    other = wording("bob lent alice money", entities=("alice", "bob"))
    assert not say_the_same(one, other)
