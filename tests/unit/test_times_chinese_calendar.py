"""The calendar of the moon: what it answers itself, and what it leaves to the others."""

from datetime import datetime

import pytest

from membus.adapters.rules.lunar_calendar import LunarCalendar

SAID_AT = datetime(2024, 5, 30, 0, 30)  # noqa: DTZ001 - local time by contract


def asks_nobody(phrase: str, _local: datetime) -> None:
    pytest.fail(f"{phrase} was asked of others")


@pytest.mark.parametrize(
    ("phrase", "day"),
    [
        ("2025年春节", "2025-01-29"),
        ("2025年除夕", "2025-01-28"),
        ("2025年元宵节", "2025-02-12"),
        ("2024年清明节", "2024-04-04"),
        ("2025年清明", "2025-04-04"),
        ("2024年端午", "2024-06-10"),
        ("2024年中秋节", "2024-09-17"),
        ("2024年重阳", "2024-10-11"),
        ("2025年小年", "2025-01-22"),
        ("2024年冬至", "2024-12-21"),
        ("2024年农历8月15", "2024-09-17"),
    ],
)
def test_knows_days_by_the_moon(phrase: str, day: str) -> None:
    begin, until = LunarCalendar(asks_nobody)(phrase, SAID_AT) or pytest.fail("no such day")
    assert begin.date().isoformat() == day
    assert (until - begin).days == 1


@pytest.mark.parametrize(
    "phrase", ["2024年农历13月1", "2024年农历1月31", "1800年春节", "2500年中秋", "2024年农历0月0"]
)
def test_a_day_that_is_none_or_out_of_reach_is_none(phrase: str) -> None:
    assert LunarCalendar(asks_nobody)(phrase, SAID_AT) is None


@pytest.mark.parametrize("phrase", ["Easter 2025", "2025年母亲节", "中秋", ""])
def test_asks_others_what_it_does_not_know(phrase: str) -> None:
    answer = (SAID_AT, SAID_AT)
    assert (
        LunarCalendar(lambda asked, _local: answer if asked == phrase else None)(phrase, SAID_AT)
        == answer
    )
