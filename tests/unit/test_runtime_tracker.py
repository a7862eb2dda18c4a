import pytest
from hypothesis import given
from hypothesis import strategies as st

from membus.kafka.tracker import Tracker

gaps = st.lists(st.integers(1, 5), min_size=1, max_size=60)


@given(gaps, st.data())
def test_what_is_committed_is_never_beyond_a_record_in_work(
    steps: list[int], data: st.DataObject
) -> None:
    offsets = [sum(steps[: index + 1]) for index in range(len(steps))]
    tracker = Tracker()
    tracker.take(offsets)

    left = data.draw(st.permutations(offsets))
    seen = []
    while left:
        size = data.draw(st.integers(1, len(left)))
        chunk, left = left[:size], left[size:]
        tracker.finish(chunk)
        commit = tracker.to_commit()
        if commit is not None:
            seen.append(commit)
            tracker.committed(commit)
        low = min(left, default=offsets[-1] + 1)
        assert (seen[-1] if seen else offsets[0]) <= low
        assert tracker.in_flight == len(left)

    assert seen[-1] == offsets[-1] + 1
    assert seen == sorted(set(seen))


@given(gaps)
def test_every_record_below_the_commit_is_done(steps: list[int]) -> None:
    offsets = [sum(steps[: index + 1]) for index in range(len(steps))]
    tracker = Tracker()
    tracker.take(offsets)

    done = set(offsets[::2])
    tracker.finish(done)

    low = tracker.to_commit()
    assert low is None or all(offset in done for offset in offsets if offset < low)


def test_a_slow_record_holds_the_commit_until_it_is_done() -> None:
    tracker = Tracker()
    tracker.take([10, 11, 12])

    tracker.finish([11, 12])
    assert tracker.to_commit() == 10

    tracker.finish([10])
    assert tracker.to_commit() == 13


def test_nothing_is_to_commit_before_anything_is_done_or_after_it_was_committed() -> None:
    tracker = Tracker()
    tracker.take([5])
    assert tracker.to_commit() is None

    tracker.finish([5])
    tracker.committed(6)
    assert tracker.to_commit() is None


def test_an_offset_that_was_taken_is_not_taken_again() -> None:
    tracker = Tracker()
    tracker.take([5])
    with pytest.raises(ValueError, match="taken already"):
        tracker.take([5])
