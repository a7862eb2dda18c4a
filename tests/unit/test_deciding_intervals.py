"""What holds when: one home after the other, whatever order they are told in."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.changes import Fold, day, fact, fact_set, intervals, lives


def test_a_new_employer_retires_the_old_one_and_keeps_it_as_history() -> None:
    fold = Fold()
    fold.apply(fact_set(fact("user", "works_at", "Acme", "m1"), at=day(0)))
    fold.apply(fact_set(fact("user", "works_at", "Globex", "m2"), at=day(90)))
    assert intervals(fold) == [
        ("Acme", day(0), day(90), "superseded"),
        ("Globex", day(90), None, "active"),
    ]


def test_another_persons_employer_retires_nothing() -> None:
    fold = Fold()
    fold.apply(fact_set(fact("user", "works_at", "Acme", "m1"), at=day(0)))
    fold.apply(fact_set(fact("Emma", "works_at", "Globex", "m2"), at=day(9)))
    assert len(fold.memories("active")) == 2


def test_liking_then_disliking_supersedes_and_liking_again_is_a_third_interval() -> None:
    fold = Fold()
    fold.apply(fact_set(fact(message="m1"), at=day(0)))
    fold.apply(fact_set(fact(predicate="dislikes", message="m2"), at=day(5)))
    fold.apply(fact_set(fact(message="m3"), at=day(9)))
    found = [(memory.predicate, memory.valid_from, memory.status) for memory in fold.memories()]
    assert found == [
        ("likes", day(0), "superseded"),
        ("dislikes", day(5), "superseded"),
        ("likes", day(9), "active"),
    ]


STORY = [
    lives("Oslo", "m1", valid_from=day(0), valid_to=day(50)),
    lives("Rome", "m2", valid_from=day(50), valid_to=day(90)),
    lives("Oslo", "m3", valid_from=day(110)),
]


@given(st.permutations(STORY))
def test_oslo_rome_oslo_gives_three_intervals_in_any_order(order: Any) -> None:
    fold = Fold()
    for item in order:
        fold.apply(fact_set(item, at=day(200)))
    assert intervals(fold) == [
        ("Oslo", day(0), day(50), "superseded"),
        ("Rome", day(50), day(90), "superseded"),
        ("Oslo", day(110), None, "active"),
    ]


MOVES = st.lists(
    st.tuples(
        st.sampled_from(["Oslo", "Rome", "Bergen"]),
        st.integers(0, 9),
        st.none() | st.integers(1, 4),
        st.sampled_from(["positive", "positive", "negative"]),
    ),
    min_size=1,
    max_size=7,
)


@settings(deadline=None)
@given(MOVES, st.randoms(use_true_random=False), st.sampled_from(["lives_in", "likes"]))
def test_any_arrival_order_gives_the_same_chain(moves: Any, random: Random, predicate: str) -> None:
    sets = []
    for number, (place, start, length, polarity) in enumerate(moves):
        ends = None if length is None else day(start + length)
        item = fact(
            "user", predicate, place, f"m{number}", valid_from=day(start), valid_to=ends,
            polarity=polarity,
        )  # fmt: skip
        sets.append(fact_set(item, at=day(20 + number)))
    chains = []
    for _ in range(2):
        fold = Fold()
        for body in sets:
            fold.apply(body)
        live = fold.memories("active", "superseded")
        chains.append(
            sorted(
                (m.object, m.polarity, m.valid_from, str(m.valid_to), m.status, m.mention_count)
                for m in live
            )
        )
        rows = [row for m in live for row in fold.view.evidence(m.memory_id).values()]
        assert sorted(row.message_id for row in rows) == sorted(
            f"m{number}" for number in range(len(moves))
        )
        random.shuffle(sets)
    assert chains[0] == chains[1]


def test_a_late_statement_splits_what_was_one_interval() -> None:
    fold = Fold()
    fold.apply(fact_set(lives("Oslo", "m1"), at=day(0)))
    fold.apply(fact_set(lives("Oslo", "m2"), at=day(60)))
    assert fold.one().mention_count == 2
    fold.apply(fact_set(lives("Rome", "m3"), at=day(30), appended=day(70)))
    assert intervals(fold) == [
        ("Oslo", day(0), day(30), "superseded"),
        ("Rome", day(30), day(60), "superseded"),
        ("Oslo", day(60), None, "active"),
    ]
    assert [fold.quotes(memory) for memory in fold.memories()] == [["m1"], ["m3"], ["m2"]]


def test_what_ended_before_it_was_said_without_a_beginning_is_history_since_long() -> None:
    fold = Fold()
    fold.apply(fact_set(lives("Oslo", "m1", valid_to=day(10)), at=day(40)))
    memory = fold.one()
    assert memory.valid_to == day(10)
    assert memory.valid_from < day(-10_000)
