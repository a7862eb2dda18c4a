"""Patterns of phrases: choices, what may be left out, and how they join to whole messages."""

import pytest

from membus.domain.relevance.empty_talk import kinds_of_empty_talk
from membus.domain.relevance.phrase_patterns import PhraseGraph


def graph(patterns: str, **classes: str) -> PhraseGraph:
    made = PhraseGraph(str.split)
    made.add("x", patterns, classes)
    return made


def whole(made: PhraseGraph, text: str) -> bool:
    tokens = text.split()
    return len(tokens) in made.ends(tokens, 0)


@pytest.mark.parametrize(
    ("pattern", "fits", "fails"),
    [
        ("a b | c", ["a b", "c"], ["a", "a b c"]),
        ("a (b/c d) e", ["a b e", "a c d e"], ["a e", "a c e", "a b c d e"]),
        ("[a/b] c", ["c", "a c", "b c"], ["a", "a b c"]),
        ("a [b]", ["a", "a b"], ["b"]),
        ("(a [b]/c) d", ["a d", "a b d", "c d"], ["c b d"]),
        ("{k} d", ["p d", "q r d"], ["d", "p q d"]),
    ],
)
def test_a_pattern_stands_for_its_phrases(pattern: str, fits: list[str], fails: list[str]) -> None:
    made = graph(pattern, k="p/q r")
    assert [text for text in fits if not whole(made, text)] == []
    assert [text for text in fails if whole(made, text)] == []


def test_the_first_kind_of_a_phrase_counts() -> None:
    made = graph("a b")
    made.add("y", "a b | a c", {})
    assert made.ends(["a", "b"], 0) == {2: "x"}
    assert made.ends(["a", "c"], 0) == {2: "y"}


def test_a_promise_is_a_courtesy_of_assistants_alone() -> None:
    assert not kinds_of_empty_talk("I'll look into it")
    assert kinds_of_empty_talk("I'll look into it", by_assistant=True) == {"courtesy"}
    assert not kinds_of_empty_talk("我来处理")
    assert kinds_of_empty_talk("我来处理", by_assistant=True) == {"courtesy"}


@pytest.mark.parametrize(
    "text",
    [
        *("me too", "same here", "I'm tired", "nope", "never mind", "see you on Tuesday"),
        *(
            "it's painful",
            "我也是",
            "好难受",
            "太甜了",
            "还没收到",
            "没有收到",
            "算我一个",
            "明天见",
        ),
    ],
)
def test_what_informs_in_few_words_is_no_empty_talk(text: str) -> None:
    assert not kinds_of_empty_talk(text)
