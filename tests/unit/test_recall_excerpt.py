import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from membus.domain.lexical import terms
from membus.domain.recalling.excerpt import excerpt


def cut(text: str, most: int, question: str = "") -> str:
    return excerpt(text, most, lambda shown: len(shown) <= most, frozenset(terms(question)))


ENGLISH = (
    "We went to the lake with Ann. She had packed a tent. It rained for two days, so we read,"
    " played cards and slept. On the third day Ann caught a trout. We ate it with lemon."
)
CHINESE = (
    "上周和小林去了湖边。她带了帐篷。下了两天雨，我们看书、打牌、睡觉。第三天小林钓到一条鳟鱼。"
)

CASES = [
    (ENGLISH, 400, "", ENGLISH),
    (ENGLISH, 60, "", "We went to the lake with Ann. She had packed a tent.…"),
    (
        "Yes. It rained for two days, so we read and slept",
        40,
        "",
        "Yes. It rained for two days…",
    ),
    ("It rained on and on and on and on", 20, "", "It rained on and on…"),
    ("aaaaaaaaaaaaaaaaaaaa", 10, "", "aaaaaaaaa…"),
    (
        ENGLISH,
        75,
        "What did Ann do on the third day?",
        "…On the third day Ann caught a trout. We ate it with lemon.",
    ),
    (
        ENGLISH,
        70,
        "Who played cards before Ann ate?",
        "…It rained for two days, so we read, played cards and slept.…",
    ),
    (ENGLISH, 60, "Who caught it?", "…On the third day Ann caught a trout. We ate it with lemon."),
    (ENGLISH, 80, "Who packed?", "We went to the lake with Ann. She had packed a tent.…"),
    (ENGLISH, 60, "Where is the moon?", "We went to the lake with Ann. She had packed a tent.…"),
    (CHINESE, 20, "", "上周和小林去了湖边。她带了帐篷。…"),
    (CHINESE, 20, "谁钓到了鳟鱼？", "…第三天小林钓到一条鳟鱼。"),
    (CHINESE, 14, "下雨的时候做什么？", "…下了两天雨，我们看书…"),
    ("word", 0, "", "…"),
]


@pytest.mark.parametrize(("text", "most", "question", "shown"), CASES)
def test_keeps_whole_sentences_that_the_question_is_about(
    text: str, most: int, question: str, shown: str
) -> None:
    assert cut(text, most, question) == shown


@settings(deadline=None)
@given(
    text=st.text(st.sampled_from("ab .,?。，记\n👩‍"), max_size=200),
    most=st.integers(5, 120),
    question=st.sampled_from(["", "a", "记", "b a"]),
)
def test_what_is_shown_fits_and_stands_in_the_text(text: str, most: int, question: str) -> None:
    shown = cut(text, most, question)
    assert len(shown) <= max(most, len("…"))
    assert shown.removeprefix("…").removesuffix("…") in text
