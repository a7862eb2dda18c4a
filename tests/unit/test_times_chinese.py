"""Chinese times against Thursday 30 May 2024, 00:30 in Shanghai."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.times import local

# The words, where they stand, [begin, until), how they were put.
TIMES = [
    ("昨天9点见", "昨天9点", "05-29 09:00", "05-29 10:00", "at"),
    ("今晚八点", None, "05-30 20:00", "05-30 21:00", "at"),
    ("明早八点", None, "05-31 08:00", "05-31 09:00", "at"),
    ("明天下午三点半", None, "05-31 15:30", "05-31 15:31", "at"),
    ("大后天", None, "06-02", "06-03", "at"),
    ("下周三", None, "06-05", "06-06", "at"),
    ("上周三", None, "05-22", "05-23", "at"),
    ("下下周一", None, "06-10", "06-11", "at"),
    ("周三下午两点", None, "06-05 14:00", "06-05 15:00", "at"),
    ("我周三见了他", "周三", "05-29", "05-30", "at"),
    ("这个周末", None, "06-01", "06-03", "at"),
    ("下周", None, "06-03", "06-10", "at"),
    ("上个月", None, "04-01", "05-01", "at"),
    ("下个月15号", None, "06-15", "06-16", "at"),
    ("月底", None, "05-31", "06-01", "at"),
    ("年底", None, "12-01", "2025-01-01", "at"),
    ("去年三月", None, "2023-03-01", "2023-04-01", "at"),
    ("前年", None, "2022-01-01", "2023-01-01", "at"),
    ("二〇二〇年", None, "2020-01-01", "2021-01-01", "at"),
    ("2024年6月8日", None, "06-08", "06-09", "at"),
    ("6月5号上午10点", None, "06-05 10:00", "06-05 11:00", "at"),
    ("已于5月2日发货，预计6月4日送达", None, "05-02", "05-03", "at"),
    ("三天后", None, "06-02", "06-03", "at"),
    ("两周前", None, "05-16", "05-17", "at"),
    ("半小时后", None, "05-30 01:00", "05-30 01:01", "at"),
    ("国庆节", None, "10-01", "10-02", "at"),
    ("明年春节", None, "2025-01-29", "2025-01-30", "at"),
    ("除夕", None, "2025-01-28", "2025-01-29", "at"),
    ("下周周一到周三", None, "06-03", "06-06", "range"),
    ("6月3日到9日", None, "06-03", "06-10", "range"),
    ("明天下午三点到五点", None, "05-31 15:00", "05-31 17:00", "range"),
    ("从2010年到2015年", None, "2010-01-01", "2015-01-01", "range"),
    ("2010-2015年住在北京", "2010-2015年", "2010-01-01", "2015-01-01", "range"),
    ("两天内", None, "05-30 00:30", "06-01 00:30", "range"),
    ("自2015年起", None, "2015-01-01", None, "since"),
    ("住了五年了", "五年了", "2019-01-01", None, "since"),
    ("周五之前", None, None, "06-01", "until"),
    ("15号之前", None, None, "06-16", "until"),
    ("最迟周五", None, None, "06-01", "until"),
]

NO_TIMES = [
    "2月30日",
    "13月5日",
    "合同2024-118",
    "订单A1001",
    "每周三打球",
    "三个月",
    "3天",
    "五点",
    "三点到五点",
    "我在三里屯",
    "文三路18号",
    "前台",
    "装饰圣诞树",
    "1850年",
]


@pytest.mark.parametrize(
    ("text", "words", "begin", "until", "relation"), TIMES, ids=[row[0] for row in TIMES]
)
def test_resolves(
    text: str, words: str | None, begin: str | None, until: str | None, relation: str
) -> None:
    found = local(text, "zh")
    assert found[0][1:] == (begin, until, relation)
    if "，" not in text:
        assert [row[0] for row in found] == [words or text]


@pytest.mark.parametrize("text", NO_TIMES)
def test_names_no_time(text: str) -> None:
    assert local(text, "zh") == []


PIECES = (
    "从 到 至 之前 以后 起 下 上 周 三 日 天 月 年 号 点 半 3 30 99 2015年 下周三 明天 下午 "
    "五一 春节 除夕 2月 月底 、 ， - 内 前 后 去年 一 十"
)


@given(words=st.lists(st.sampled_from(PIECES.split()), max_size=10))
def test_no_words_make_it_fail_and_no_stretch_is_empty(words: list[str]) -> None:
    for _, begin, until, _ in local("".join(words), "zh", full=True):
        assert begin is None or until is None or begin < until
        assert (begin, until) != (None, None)
