from hypothesis import given
from hypothesis import strategies as st

from membus.domain.recalling.scoring import (
    CHINESE,
    ENGLISH,
    Candidate,
    factor,
    relevance,
    substance,
)

scores = st.one_of(st.none(), st.floats(0, 100, allow_nan=False))


@given(st.dictionaries(st.text("abc", min_size=1, max_size=3), st.tuples(scores, scores, scores)))
def test_every_part_lies_between_0_and_1(raw: dict[str, tuple[float | None, ...]]) -> None:
    candidates = {
        key: Candidate(key, "s", at, dense=dense, text=text, context=context)
        for at, (key, (dense, text, context)) in enumerate(raw.items())
    }
    for scored in relevance(candidates, ENGLISH).values():
        assert 0 <= scored.dense <= 1
        assert 0 <= scored.text <= 1
        assert 0 <= scored.context <= 1


def test_the_best_of_every_search_is_the_best() -> None:
    candidates = {
        "a": Candidate("a", "s", 1, dense=0.9, text=5.0, context=7.0),
        "b": Candidate("b", "s", 5, dense=0.5, text=2.0),
        "c": Candidate("c", "s", 9, dense=0.4),
    }
    scored = relevance(candidates, ENGLISH)
    assert scored["a"].total > scored["b"].total > scored["c"].total


def test_a_message_of_a_session_that_holds_the_best_gains_from_it() -> None:
    candidates = {
        "good": Candidate("good", "s", 4, dense=0.9, text=5.0),
        "beside": Candidate("beside", "s", 5, dense=0.5),
        "elsewhere": Candidate("elsewhere", "t", 5, dense=0.5),
    }
    scored = relevance(candidates, ENGLISH)
    assert scored["beside"].total > scored["elsewhere"].total


def test_what_tells_more_goes_before_an_equal_score() -> None:
    answer = substance("utterance", 20, asks=False, answers=True)
    question = substance("utterance", 20, asks=True, answers=False)
    nothing = substance("utterance", 1, asks=False, answers=False)
    assert 1 >= answer > question > nothing >= 0
    assert substance("preference", 3, asks=False, answers=False) > nothing


def test_chinese_leans_on_the_dense_part() -> None:
    candidates = {
        "meaning": Candidate("meaning", "s", 1, dense=0.9, context=1.0),
        "words": Candidate("words", "s", 9, dense=0.2, context=9.0),
    }
    assert (
        relevance(candidates, CHINESE)["meaning"].total
        > relevance(candidates, CHINESE)["words"].total
    )
    assert (
        relevance(candidates, ENGLISH)["words"].total
        > relevance(candidates, ENGLISH)["meaning"].total
    )


@given(st.floats(0, 1), st.floats(0, 1), st.integers(0, 1000))
def test_the_factor_is_bounded_except_for_short_memories(
    decay: float, importance: float, hits: int
) -> None:
    def of(*, short: bool = False, present: bool = False) -> float:
        value, access = factor(
            decay=decay, importance=importance, hits=hits, short=short, present=present
        )
        assert 0 <= access <= 1
        return value

    assert 0.75 <= of() <= 1.25
    assert 0.4 <= of(present=True) <= of() + 1e-9
    assert 0 <= of(short=True) <= of(present=True) + 1e-9
