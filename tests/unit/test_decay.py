from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.changes import day

from membus.domain.decay import decay, decay_of_age

AGES = st.floats(-10, 100_000, allow_nan=False)


@pytest.mark.parametrize(
    ("age", "left"), [(0, 1.0), (3, 1.0), (7, 0.6), (30, 0.2), (5, 0.6**0.5), (18.5, 0.12**0.5)]
)
def test_fixed_points_and_the_geometric_mean_between_them(age: float, left: float) -> None:
    assert decay_of_age(age) == pytest.approx(left)


def test_it_goes_on_beyond_the_last_point_at_the_same_rate() -> None:
    assert decay_of_age(53) == pytest.approx(0.2 * 0.2 / 0.6)


@given(AGES, AGES)
def test_the_older_never_weighs_more(one: Any, other: Any) -> None:
    younger, older = sorted((one, other))
    assert decay_of_age(younger) >= decay_of_age(older)


@given(AGES)
def test_something_is_always_left_and_never_more_than_all(age: float) -> None:
    assert 0 < decay_of_age(age) <= 1


def test_it_is_counted_from_the_last_use() -> None:
    assert decay(day(0), day(7)) == pytest.approx(0.6)
    assert decay(day(7), day(0)) == 1.0
