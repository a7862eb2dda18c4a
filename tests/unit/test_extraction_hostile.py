"""Texts that are made to hurt: each is read in a moment, and what was said beside them is kept."""

import pytest
from tests.support.extraction import stated

from membus.adapters.rules.masking import own_words
from membus.adapters.rules.sentences import statements
from membus.adapters.rules.summariser_signs import bears_identifier, sign_of

# By the square of their length these would take hours, so that a test of them would never end.
LONG = 300_000


@pytest.mark.parametrize(
    "text",
    [
        "I like" + " " * LONG + "x",
        "I like" + "\t" * LONG + "tea if",
        "." * LONG + "x",
        "<" + "memory" * (LONG // 6),
        "还是" * (LONG // 2),
        "what " + "and " * (LONG // 4),
    ],
    ids=["blanks", "tabs", "dots", "half a tag", "or", "and"],
)
def test_a_text_without_end_is_cut_into_sentences(text: str) -> None:
    assert len(own_words(text)) == len(text)
    assert len(list(statements(text))) <= 1


@pytest.mark.parametrize("run", ["x", "一", "a.", "-"])
def test_a_word_without_end_is_told_to_be_nothing(run: str) -> None:
    word = run * (LONG // len(run))
    assert not bears_identifier(word)
    assert sign_of(word) == "plain"


@pytest.mark.parametrize("text", ["write to mei@sea.example", "约在三点", "order A1", "两块"])
def test_what_cannot_be_guessed_again_is_an_identifier(text: str) -> None:
    assert bears_identifier(text)


def test_what_is_said_under_a_quoted_line_is_heard() -> None:
    assert stated("> I live in Rome\nI live in Oslo.") == {("lives_in", "Oslo", "+")}
