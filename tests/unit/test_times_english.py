"""English times against Thursday 30 May 2024, 00:30 in Shanghai."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.times import local

from membus.contracts.base import as_utc
from membus.domain.times import find_times, zone_of

# The words, where they stand, [begin, until), how they were put.
TIMES = [
    ("meet me yesterday at 9", "yesterday at 9", "05-29 09:00", "05-29 10:00", "at"),
    ("tonight at 8", "tonight at 8", "05-30 20:00", "05-30 21:00", "at"),
    ("tomorrow morning at 9:30", None, "05-31 09:30", "05-31 09:31", "at"),
    ("the day after tomorrow at noon", None, "06-01 12:00", "06-01 13:00", "at"),
    ("see you on Friday at 3", "on Friday at 3", "05-31 15:00", "05-31 16:00", "at"),
    ("next Tuesday", None, "06-04", "06-05", "at"),
    ("next week on Tuesday at 3pm", None, "06-04 15:00", "06-04 16:00", "at"),
    ("I saw her on Friday", "on Friday", "05-24", "05-25", "at"),
    ("I need it on Friday", "on Friday", "05-31", "06-01", "at"),
    ("last Friday", None, "05-24", "05-25", "at"),
    ("this weekend", None, "06-01", "06-03", "at"),
    ("the week after next", None, "06-10", "06-17", "at"),
    ("last month", None, "04-01", "05-01", "at"),
    ("three weeks ago", None, "05-09", "05-10", "at"),
    ("in three days", None, "06-02", "06-03", "at"),
    ("the end of the month", None, "05-31", "06-01", "at"),
    ("in May", None, "05-01", "06-01", "at"),
    ("in 2015", None, "2015-01-01", "2016-01-01", "at"),
    ("March 2022", None, "2022-03-01", "2022-04-01", "at"),
    ("the 5th of June 2023", None, "2023-06-05", "2023-06-06", "at"),
    ("on 2024-06-08", None, "06-08", "06-09", "at"),
    ("My birthday is June 3", "June 3", "06-03", "06-04", "at"),
    ("I bought it on December 20", "on December 20", "2023-12-20", "2023-12-21", "at"),
    ("from June 3 to June 9", None, "06-03", "06-10", "range"),
    ("June 3-9", None, "06-03", "06-10", "range"),
    ("next Monday to Wednesday", None, "06-03", "06-06", "range"),
    ("tomorrow from 3 to 5pm", None, "05-31 15:00", "05-31 17:00", "range"),
    ("from 2010 to 2015", None, "2010-01-01", "2015-01-01", "range"),
    ("Oslo 2010–2015", "2010–2015", "2010-01-01", "2015-01-01", "range"),
    ("within two days", None, "05-30 00:30", "06-01 00:30", "range"),
    ("since 2015", None, "2015-01-01", None, "since"),
    ("since last March", None, "03-01", None, "since"),
    ("I've lived here for five years", "for five years", "2019-01-01", None, "since"),
    ("by Friday", None, None, "06-01", "until"),
    ("call me by 5pm", "by 5pm", None, "05-30 17:00", "until"),
    ("until next year", None, None, "2025-01-01", "until"),
    ("at Christmas", None, "12-25", "12-26", "at"),
    ("we met at Thanksgiving", "at Thanksgiving", "2023-11-23", "2023-11-24", "at"),
    ("the third Thursday of next month", None, "06-20", "06-21", "at"),
    ("from Monday to Wednesday next week", None, "06-03", "06-06", "range"),
    ("until the end of the month", None, None, "06-01", "until"),
    ("I need it by the 5th", "by the 5th", None, "06-06", "until"),
    ("the exam is on the 12th at 9am", "on the 12th at 9am", "06-12 09:00", "06-12 10:00", "at"),
    ("I saw her on the 12th", "on the 12th", "05-12", "05-13", "at"),
    ("on the 4th of July", None, "07-04", "07-05", "at"),
    ("on Chinese New Year", None, "2025-01-29", "2025-01-30", "at"),
    ("on the Mid-Autumn Festival", None, "09-17", "09-18", "at"),
    ("on Boxing Day", None, "12-26", "12-27", "at"),
    ("for Yom Kippur", None, "10-11", "10-12", "at"),
    ("next summer", None, "06-21", "09-24", "range"),
    ("until next summer", None, None, "06-21", "until"),
    ("it broke, and since Christmas I walk", "since Christmas", "2023-12-25", None, "since"),
    ("it was moved to Monday", "Monday", "06-03", "06-04", "at"),
    ("I promised it by Monday", "by Monday", None, "06-04", "until"),
    ("my son turns 6 on June 12", "on June 12", "06-12", "06-13", "at"),
]

NO_TIMES = [
    "February 30",
    "on 2024-02-30",
    "the 31st of April",
    "contract 2024-118",
    "order 2015",
    "at 9",
    "from 3 to 5",
    "I may go",
    "the march was long",
    "I like Sunday roast",
    "every Tuesday",
    "I stayed for three days",
    "one of 3 kids",
    "it costs 20",
    "a 2:1 score",
    "in 99999 years",
    "the year 1850",
    "I live on the 5th floor",
    "the Easter break",
    "the winter coat",
]


@pytest.mark.parametrize(
    ("text", "words", "begin", "until", "relation"), TIMES, ids=[row[0] for row in TIMES]
)
def test_resolves(
    text: str, words: str | None, begin: str | None, until: str | None, relation: str
) -> None:
    assert local(text, "en") == [(words or text, begin, until, relation)]


@pytest.mark.parametrize("text", NO_TIMES)
def test_names_no_time(text: str) -> None:
    assert local(text, "en") == []


def test_finds_each_of_several_times() -> None:
    found = local("Oslo 2010–2015, Rome 2015-2019, and again since 2021", "en")
    assert [(begin, until) for _, begin, until, _ in found] == [
        ("2010-01-01", "2015-01-01"),
        ("2015-01-01", "2019-01-01"),
        ("2021-01-01", None),
    ]


PIECES = (
    "from to until since by on at in for ago next last June May Friday 3 9 30 99 2015 2024 9am "
    "12:30 week month years tomorrow February 31st the of - , Easter within"
)


@given(words=st.lists(st.sampled_from(PIECES.split()), max_size=12))
def test_no_words_make_it_fail_and_no_stretch_is_empty(words: list[str]) -> None:
    for _, begin, until, _ in local(" ".join(words), "en", full=True):
        assert begin is None or until is None or begin < until
        assert (begin, until) != (None, None)


@pytest.mark.parametrize("year", [1900, 1901, 2198, 2199])
def test_the_ends_of_the_calendar_stay_within_the_contract(year: int) -> None:
    said_at = datetime(year, 1, 1 if year < 2000 else 31, tzinfo=UTC)
    text = (
        f"yesterday, tomorrow, last year, since {year}, in 2 years, a week ago, by "
        f"Friday, {year}-01-01"
    )
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        for span in find_times(text, "en", said_at, zone_of(zone)):
            for moment in (span.begin, span.until):
                assert moment is None or as_utc(moment) == moment
