"""Questions about a time, asked on Thursday 30 May 2024, 00:30 in Shanghai."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.times import SAID_AT

from membus.contracts.base import EARLIEST, LATEST, as_utc
from membus.domain.languages import has_han
from membus.domain.recalling.time_range import time_range

ZONE = ZoneInfo("Asia/Shanghai")
NOW = "05-30 00:30"

# The question, [begin, end) there; 2024 where no year is given.
RANGES = [
    ("What did I do last weekend?", "05-25", "05-27"),
    ("what did I do yesterday evening", "05-29", "05-30"),
    ("What did Ann say on Friday?", "05-24", "05-25"),
    ("What happened in June 2023?", "2023-06-01", "2023-07-01"),
    ("What did I buy between March and May?", "03-01", "06-01"),
    ("Where was I in 2019?", "2019-01-01", "2020-01-01"),
    ("Where did I live from 2010 to 2015?", "2010-01-01", "2016-01-01"),
    ("What have I done since March?", "03-01", NOW),
    ("What do I have to do by Friday?", NOW, "06-01"),
    ("Who did I meet before 2020?", None, "2020-01-01"),
    ("What is planned after next Monday?", "06-03", None),
    ("What am I doing tomorrow?", "05-31", "06-01"),
    ("What did I spend this month?", "05-01", "06-01"),
    ("What did I eat today?", "05-30", "05-31"),
    ("When I was in Oslo last year, what did I eat?", "2023-01-01", "01-01"),
    ("What did I do on 30 February, or last week?", "05-20", "05-27"),
    ("What did I read in March 2023 and in May 2023?", "2023-03-01", "2023-06-01"),
    ("上周三我去了哪", "05-22", "05-23"),
    ("上个周末我做了什么？", "05-25", "05-27"),
    ("昨天晚上我吃了什么", "05-29", "05-30"),
    ("去年六月发生了什么", "2023-06-01", "2023-07-01"),
    ("三月到五月我买了什么", "03-01", "06-01"),
    ("我2019年住在哪", "2019-01-01", "2020-01-01"),
    ("从2010年到2015年我住哪", "2010-01-01", "2016-01-01"),
    ("三月以来我做了什么", "03-01", NOW),
    ("周五之前我要做什么", NOW, "06-01"),
    ("明天有什么安排", "05-31", "06-01"),
    ("这个月花了多少钱", "05-01", "06-01"),
    ("今天我吃了什么", "05-30", "05-31"),
]
NO_RANGES = [
    "When did I go to Oslo last year?",
    "Do you remember when I moved in 2019?",
    "What day was the meeting last week?",
    "How long did I stay in Oslo in 2019?",
    "How many days was I away in May?",
    "What did I do on 30 February?",
    "What did I do on 2024-02-30?",
    "What should I eat today?",
    "What do I need today?",
    "Where do I live now?",
    "Where do I live?",
    "Where is order 2024-118?",
    "May I go?",
    "🙂",
    "",
    "去年我几月去的杭州",
    "我什么时候去的杭州，去年吗",
    "上周哪天开会",
    "2019年我在奥斯陆待了多久",
    "2月30日我做了什么",
    "今天吃什么好",
    "我现在住哪",
    "合同2024-118签了吗",
    "我喜欢什么",
    "每周三我做什么",
]


def shown(moment: datetime) -> str:
    there = moment.astimezone(ZONE)
    return f"{there:%Y-%m-%d %H:%M}".removesuffix(" 00:00").removeprefix("2024-")


def asked(question: str) -> tuple[datetime, datetime] | None:
    return time_range(question, "zh" if has_han(question) else "en", SAID_AT, ZONE)


@pytest.mark.parametrize(("question", "begin", "end"), RANGES)
def test_a_question_about_a_time(question: str, begin: str | None, end: str | None) -> None:
    found = asked(question)
    assert found is not None
    assert found[0] == EARLIEST if begin is None else shown(found[0]) == begin
    assert found[1] == LATEST if end is None else shown(found[1]) == end


@pytest.mark.parametrize("question", NO_RANGES)
def test_a_question_about_no_time_or_for_one(question: str) -> None:
    assert asked(question) is None


PIECES = (
    "when did what do I from to until since by before after on in next last June May Friday 3 99"
    " 2010 2015 2198 2199 yesterday today February 30 year years between and"
    " 上周 三 去年 以前 以来 之前 从 到 2015年 2198年 今天 明天 什么时候 了 2月 30日"
)


@settings(deadline=None)
@given(words=st.lists(st.sampled_from(PIECES.split()), max_size=12), chinese=st.booleans())
def test_no_words_make_it_fail_and_no_stretch_is_empty(words: list[str], chinese: bool) -> None:
    found = time_range(" ".join(words), "zh" if chinese else "en", SAID_AT, ZONE)
    if found is not None:
        begin, end = found
        assert begin < end
        assert as_utc(begin) == begin
        assert end == LATEST or as_utc(end) == end
