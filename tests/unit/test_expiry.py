from datetime import timedelta
from typing import Any

import pytest
from tests.support.changes import TTL, day
from tests.support.memories import memory

from membus.contracts.base import LATEST
from membus.contracts.memory import Memory
from membus.domain.expiry import demoted_importance, expires_at, lapses_at, may_be_demoted
from membus.domain.hits import counted, with_hit


def short(**fields: Any) -> Memory:
    return memory("draft", type="short", **{"expires_at": day(7), **fields})


def test_time_to_live_counts_from_the_later_of_event_and_append() -> None:
    assert expires_at(day(0), day(100), TTL) == day(107)
    assert expires_at(day(5), day(1), TTL) == day(12)


def test_what_is_said_at_the_end_of_all_years_still_has_an_end() -> None:
    last = LATEST - timedelta(hours=1)
    assert last < expires_at(last, day(0), TTL) < LATEST
    ends = lapses_at(short(last_hit_at=last), TTL)
    assert ends is not None
    assert ends < LATEST


def test_a_hit_puts_the_end_off_and_an_old_hit_does_not() -> None:
    assert lapses_at(short(), TTL) == day(7)
    assert lapses_at(short(last_hit_at=day(6)), TTL) == day(13)
    assert lapses_at(short(last_hit_at=day(-3)), TTL) == day(7)


@pytest.mark.parametrize("fields", [{"pinned": True}, {"type": "long"}, {"expires_at": None}])
def test_some_never_lapse(fields: Any) -> None:
    assert lapses_at(memory("x", **{"type": "short", "expires_at": day(7), **fields}), TTL) is None


def test_a_long_memory_is_demoted_once_until_it_is_mentioned_again() -> None:
    kept = memory("x", importance=0.8)
    assert may_be_demoted(kept)
    assert demoted_importance(0.8) == 0.4
    assert demoted_importance(0.12) == 0.1
    assert not may_be_demoted(kept.model_copy(update={"decision": "demoted"}))
    assert not may_be_demoted(kept.model_copy(update={"pinned": True}))


def test_a_hit_counts_once_and_never_turns_the_clock_back() -> None:
    once = with_hit(memory("x"), counted(memory("x"), day(4)))
    twice = with_hit(once, counted(once, day(2)))
    assert (twice.hit_count, twice.last_hit_at) == (2, day(4))
