from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from membus.domain.canonical import MAX_VALUE, canonical_statement, opposite, plain
from membus.domain.predicates import PREDICATES


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("user", "likes", "tea", "positive"), ("User", "LOVES", " the Tea. ", "positive")),
        (("user", "likes", "tea", "positive"), ("我", "喜欢", "茶", "positive")),
        (("user", "likes", "cilantro", "negative"), ("user", "dislikes", "香菜", "positive")),
        (("user", "eats", "cilantro", "negative"), ("用户", "不吃", "coriander", "positive")),
        (("user", "eats", "meat", "negative"), ("user", "does_not_eat", "meat", "positive")),
        (("user", "lives_in", "北京", "positive"), ("user", "resides-in", "Beijing", "positive")),
        (("Emma", "allergic_to", "peanuts", "positive"), ("emma", "过敏", "花生", "positive")),
        (("user", "order", "A1001", "positive"), ("user", "订单", "Ａ１００１", "positive")),
        (("user", "likes", "jazz", "positive"), ("user", "dislikes", "jazz", "negative")),
        (("user", "likes", "麻婆豆腐", "positive"), ("user", "likes", "麻婆 豆腐", "positive")),
    ],
)
def test_what_says_the_same_has_one_form(one: Any, other: Any) -> None:
    assert canonical_statement(*one) == canonical_statement(*other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("user", "likes", "tea", "positive"), ("user", "likes", "tea", "negative")),
        (("user", "likes", "tea", "positive"), ("emma", "likes", "tea", "positive")),
        (("user", "order", "A1001", "positive"), ("user", "order", "a1001", "positive")),
        (("user", "order", "A1001", "positive"), ("user", "order", "A1002", "positive")),
        (("user", "contract", "2024-118", "positive"), ("user", "contract", "2024118", "positive")),
        (("user", "temperature", "-5", "positive"), ("user", "temperature", "5", "positive")),
        (("user", "knows", "C#", "positive"), ("user", "knows", "C", "positive")),
        (("user", "said", "x" * 300, "positive"), ("user", "said", "x" * 301, "positive")),
    ],
)
def test_what_differs_stays_apart(one: Any, other: Any) -> None:
    assert canonical_statement(*one) != canonical_statement(*other)


def test_an_email_is_folded_though_it_holds_digits() -> None:
    assert plain("Anna1@Example.com") == "anna1@example.com"


def test_a_long_value_is_short_enough_for_an_index() -> None:
    assert len(canonical_statement("user", "said", "长" * 5000, "positive")[2]) <= MAX_VALUE


def test_the_opposite_of_the_opposite_is_the_statement() -> None:
    statement = canonical_statement("user", "likes", "tea", "positive")
    assert opposite(statement) != statement
    assert opposite(opposite(statement)) == statement


@given(st.text(), st.text(), st.text(), st.sampled_from(["positive", "negative"]))
def test_a_canonical_statement_is_its_own_canonical_statement(
    subject: str, predicate: str, value: Any, polarity: str
) -> None:
    once = canonical_statement(subject, predicate, value, polarity)
    assert canonical_statement(*once) == once


@pytest.mark.parametrize("name", PREDICATES)
def test_a_predicate_of_the_table_and_its_synonyms_have_one_name(name: str) -> None:
    known = canonical_statement("", name, "", "positive")
    assert canonical_statement(*known) == known
    for other in PREDICATES[name].synonyms:
        assert canonical_statement("", other, "", "positive")[1] == known[1], other
