"""What the index keeps of a memory: its lexical vectors, and what its payload tells."""

from datetime import timedelta

import pytest
from tests.support.memories import T0, memory

from membus.domain.lexical import query_vector
from membus.domain.points import context_vector, payload, same_point, text_vector
from membus.domain.sparse import SparseVector


def weight(vector: SparseVector, question: str) -> float:
    """BM25 without IDF."""
    weights = dict(zip(vector.indices, vector.values, strict=True))
    return sum(weights.get(number, 0.0) for number in query_vector(question).indices)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_memory_is_found_by_its_words_its_speaker_and_its_day(language: str) -> None:
    text, words, day = {
        "en": ("I bought a flute", "flute", "1 March 2025"),
        "zh": ("我买了一支长笛", "长笛", "2025年3月1日"),
    }[language]
    bought = memory(text, speaker="李雷", language=language)
    for vector in (text_vector(bought), context_vector(bought)):
        assert weight(vector, words) > 0
        assert weight(vector, "李雷") > 0
        assert weight(vector, day) >= weight(vector, "2025") > 0
    assert weight(text_vector(memory(text, language=language)), "李雷") == 0


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_context_covers_two_messages_before_and_two_after(language: str) -> None:
    lines = {
        "en": ["Li: drums", "Li: violin", "Li: harp", "Han: flute", "Han: piano", "Han: organ"],
        "zh": ["李雷：打鼓", "李雷：提琴", "李雷：吹箫", "韩：长笛", "韩：小号", "韩：铜锣"],
    }[language]
    words = [line.replace("：", ":").partition(":")[2].strip() for line in lines]
    vector = context_vector(
        memory("那是什么？" if language == "zh" else "What was it?", context=lines[:3]), lines[3:]
    )
    assert [weight(vector, word) > 0 for word in words] == [False, True, True, True, True, False]
    assert weight(text_vector(memory("x", context=lines[:3])), words[2]) == 0


def test_a_memorys_own_words_weigh_more_than_those_around_it() -> None:
    vector = context_vector(memory("flute", context=["violin"]), ["harp"])
    assert weight(vector, "flute") > weight(vector, "violin") == weight(vector, "harp")


def test_a_very_long_neighbour_drowns_nothing() -> None:
    long = "word " * 10_000
    alone = weight(context_vector(memory("flute")), "flute")
    assert weight(context_vector(memory("flute", context=[long]), [long]), "flute") > alone / 2


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("What was it?", True),
        ("那是什么？", True),
        ('Did she say "a flute?"', True),
        ("Really?!  ", True),
        ("你会吹长笛吗", True),
        ("你呢。", True),
        ("这是什么", True),
        ("那怎么办呢…", True),
        ("A flute.", False),
        ("一支长笛。", False),
        ("他在吗啡的作用下睡着了。", False),
        ("Why? Because I like it.", False),
        ("https://example.com/?q=flute", False),
        ("", False),
    ],
)
def test_a_question_is_told_from_a_statement(text: str, asks: bool) -> None:
    assert payload(memory(text))["asks"] is asks
    assert payload(memory("x", context=["Why?", f"李雷: {text}"]))["answers"] is asks


def test_the_payload_tells_who_spoke_and_how_much() -> None:
    told = payload(memory("I bought a flute", speaker="李雷"))
    assert (told["speaker"], told["answers"]) == ("李雷", False)
    assert payload(memory(""))["terms"] == 0
    assert 0 < told["terms"] < payload(memory("I bought a flute and a violin"))["terms"]
    assert payload(memory("我买了一支长笛"))["terms"] > 3


def test_what_changes_a_vector_makes_another_point() -> None:
    tea = memory("tea", speaker="Ann", context=["a"])
    for changed in (
        {"content": "coffee"},
        {"speaker": "Bob"},
        {"context": ["b"]},
        {"first_mentioned_at": T0 - timedelta(days=1)},
    ):
        assert not same_point(tea, tea.model_copy(update=changed))
    later = {"status": "superseded", "version": 4, "first_mentioned_at": T0 + timedelta(minutes=1)}
    assert same_point(tea, tea.model_copy(update=later))
