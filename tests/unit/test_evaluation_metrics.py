"""Figures of ranked answers against values worked out by hand."""

import pytest

from membus.evaluation.metrics import mean, ndcg_at, percentile, recall_at

FOUND_SECOND_AND_FOURTH = [["x"], ["a"], ["y"], ["b"], ["z"]]


def test_recall_is_the_share_of_the_relevant_among_the_first_hits() -> None:
    assert recall_at(5, FOUND_SECOND_AND_FOURTH, {"a", "b", "c"}) == pytest.approx(2 / 3)
    assert recall_at(3, FOUND_SECOND_AND_FOURTH, {"a", "b", "c"}) == pytest.approx(1 / 3)
    assert recall_at(1, FOUND_SECOND_AND_FOURTH, {"a", "b", "c"}) == 0


def test_a_hit_with_several_sources_brings_them_all() -> None:
    assert recall_at(1, [["a", "b"]], {"a", "b"}) == 1


def test_a_source_that_comes_twice_counts_once() -> None:
    assert recall_at(2, [["a"], ["a"]], {"a", "b"}) == 0.5
    assert ndcg_at(2, [["a"], ["a"]], {"a", "b"}) == pytest.approx(1 / 1.63093, abs=1e-5)


def test_ndcg_discounts_by_rank() -> None:
    # (1/log2(3) + 1/log2(5)) / (1 + 1/log2(3) + 1/log2(4)) = (0.63093 + 0.43068) / 2.13093
    found = ndcg_at(10, FOUND_SECOND_AND_FOURTH, {"a", "b", "c"})
    assert found == pytest.approx(1.06161 / 2.13093, abs=1e-5)


def test_ndcg_of_the_best_order_is_1_also_with_more_relevant_than_places() -> None:
    assert ndcg_at(2, [["a"], ["b"]], {"a", "b"}) == pytest.approx(1)
    assert ndcg_at(2, [["a"], ["b"], ["c"]], {"a", "b", "c"}) == pytest.approx(1)


def test_nothing_that_came_is_nothing_gained() -> None:
    assert recall_at(10, [], {"a"}) == 0
    assert ndcg_at(10, [], {"a"}) == 0


@pytest.mark.parametrize(("share", "value"), [(0.5, 2), (0.95, 4), (0.0, 1), (0.25, 1)])
def test_percentiles_are_of_the_nearest_rank(share: float, value: float) -> None:
    assert percentile([4, 1, 3, 2], share) == value


def test_the_mean_of_nothing_is_0() -> None:
    assert mean([]) == 0
    assert mean([1, 0]) == 0.5
