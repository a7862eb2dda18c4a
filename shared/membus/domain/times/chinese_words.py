"""How Chinese words a time: the tables and the pattern that finds dates and clock times."""

import re
from collections.abc import Iterable

from membus.domain.times.calendar import Half, Unit
from membus.domain.times.joining import Words

DAY_WORDS = {
    "大前天": -3,
    "前天": -2,
    "前晚": -2,
    "昨天": -1,
    "昨日": -1,
    "昨晚": -1,
    "昨": -1,
    "今天": 0,
    "今日": 0,
    "今早": 0,
    "今晚": 0,
    "今": 0,
    "当天": 0,
    "明天": 1,
    "明日": 1,
    "明早": 1,
    "明晚": 1,
    "明": 1,
    "后天": 2,
    "大后天": 3,
}
STEPS = {"上上": -2, "上": -1, "这": 0, "本": 0, "当": 0, "下": 1, "下下": 2}
YEARS = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "本年": 0, "明年": 1, "后年": 2}
WEEKDAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6}
UNITS: dict[str, Unit] = {
    "分钟": "minute",
    "小时": "hour",
    "天": "day",
    "日": "day",
    "周": "week",
    "星期": "week",
    "礼拜": "week",
    "月": "month",
    "年": "year",
}
HALVES: dict[str, Half] = {
    "凌晨": "am",
    "清晨": "am",
    "早上": "am",
    "早晨": "am",
    "上午": "am",
    "早": "am",
    "中午": "pm",
    "下午": "pm",
    "傍晚": "pm",
    "晚上": "pm",
    "晚": "pm",
}
# Month and day of the holidays that keep their date; the others need a calendar.
HOLIDAYS = {
    "元旦": (1, 1),
    "情人节": (2, 14),
    "妇女节": (3, 8),
    "劳动节": (5, 1),
    "五一": (5, 1),
    "儿童节": (6, 1),
    "六一": (6, 1),
    "国庆节": (10, 1),
    "国庆": (10, 1),
    "十一假期": (10, 1),
    "双十一": (11, 11),
    "双11": (11, 11),
    "平安夜": (12, 24),
    "圣诞节": (12, 25),
}
MOVING_HOLIDAYS = ("春节", "除夕", "元宵节", "清明节", "清明", "母亲节", "父亲节", "复活节")

_DIGITS = {digit: number for number, digit in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "两": 2,
}


def _either(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_N = r"(?:\d{1,4}|[一二两三四五六七八九十]{1,3})"
_HALF = _either(tuple(HALVES))
_YEAR = r"(?:(?:19|20|21)\d\d|[一二]\s?[九〇零][一二三四五六七八九〇零]{2})"
_THAT_YEAR = rf"(?:{_either(tuple(YEARS))})"
_STEP = _either(tuple(STEPS))

_LAST = r"底|末|初|中旬"
_WEEK = r"(?:一?个)?(?:周|星期|礼拜)"
_LONG_UNIT = r"天|周|星期|礼拜|月|年"
_BACK_OR_ON = r"之前|以前|前|之后|以后|后|内|之内|以内"
_HOUR = r"\d{1,2}|十[一二]?|二十[一二三]?|[一二两三四五六七八九]"
_MINUTE = r"\d{1,2}|[一二三四五]?十[一二三四五六七八九]?"
_NAMED_MONTH = r"\d{1,2}|十[一二]?|[一二三四五六七八九]"
_HOLIDAY = _either((*HOLIDAYS, *MOVING_HOLIDAYS))


def _of_year(name: str) -> str:
    """Return the optional year before a month, day or holiday, in digits or as 去年."""
    return rf"(?:(?P<{name}_y>{_YEAR})年|(?P<{name}_ty>{_THAT_YEAR})的?)?"


ATOM = re.compile(
    rf"""(?<!每)(?:
      (?P<iso>(?<![\d-])(?P<iso_y>{_YEAR})[-/.](?P<iso_m>\d{{1,2}})[-/.](?P<iso_d>\d{{1,2}})
        (?![\d-]))
    | (?P<years>(?<![\d.-])(?P<years_a>{_YEAR})年?\s?[-–—~～至到]\s?(?P<years_b>{_YEAR})年?)
        (?![\d-])
    | (?P<day>{_of_year("day")}(?P<day_m>{_N})月(?:份)?(?P<day_d>{_N})(?:日|号)?
        (?:(?:到|至|[-–—~～])(?P<day_l>{_N})(?:日|号))?)(?![\d个月年])
    | (?P<month>{_of_year("month")}(?P<month_m>{_NAMED_MONTH})月(?:份)?(?P<month_p>{_LAST})?)
    | (?P<holiday>{_of_year("holiday")}(?P<holiday_n>{_HOLIDAY})(?:假期|期间|当天)?)
    | (?P<word>(?P<word_d>大前天|前天|前晚|昨[天日]|昨(?=早|晚|下午|上午|夜)|今[天日]|今(?=早|晚)
        |明[天日]|明(?=早|晚|天)|大后天|后天|当天)(?P<word_h>{_HALF})?)
    | (?P<week>(?P<week_s>{_STEP})?{_WEEK}(?:的?周)?(?P<week_d>[一二三四五六日天末])
        (?P<week_h>{_HALF})?)(?![天日个年月号])
    | (?P<weeks>(?P<weeks_s>{_STEP}){_WEEK})(?![一二三四五六日天末])
    | (?P<weekend>(?P<weekend_s>{_STEP})?个?周末)
    | (?P<near>(?P<near_s>{_STEP})(?:一?个)?月(?:份)?
        (?:(?P<near_d>{_N})(?:日|号)|(?P<near_p>{_LAST}))?)
    | (?P<part>(?P<part_u>月|年)(?P<part_p>底|末|初|中))
    | (?P<yearly>(?P<yearly_y>{_THAT_YEAR})(?P<yearly_p>底|末|初|年底|年初)?)
    | (?P<span>(?P<span_n>{_N}|半)\s*个?(?P<span_h>半)?
        (?P<span_u>分钟|小时|{_LONG_UNIT})(?P<span_w>{_BACK_OR_ON}))
    | (?P<lasting>(?:已经|快|都|有)?(?P<lasting_n>{_N})\s*个?多?(?P<lasting_u>{_LONG_UNIT})多?了)
    | (?P<only>(?<![路街弄巷道段村院栋楼第幢座门区镇\d-])(?P<only_d>\d{{1,2}})(?:号|日))
        (?![\d楼线院门])
    | (?P<year>(?P<year_n>{_YEAR})年(?P<year_p>底|末|初)?)(?![级代])
    | (?P<clock>(?P<clock_half>{_HALF})?(?P<clock_h>{_HOUR})
        (?:(?:点钟?|时)(?P<clock_f>半|[一三]刻)?(?:(?P<clock_m>{_MINUTE})分?)?
          |[:：](?P<clock_c>[0-5]\d)))(?![\d分秒点:])
    )""",
    re.VERBOSE,
)
PAST = re.compile(r"了|过|刚|曾|已")
FUTURE = re.compile(r"会|要|将|打算|准备|计划|预约|记得|提醒|安排|想|能|请")

WORDS = Words(
    clock_gap=re.compile(r"\s*(?:的|，|,|在|大概|大约)?\s*"),
    range_gap=re.compile(r"\s*(?:到|至|[-–—~～])\s*"),
    at=re.compile(r"(?:在|于|定在|改到|约在)$"),
    at_clock=re.compile(r"(?:在|于)?$"),
    since=re.compile(r"(?:自从?|打从|从|打)$"),
    until=re.compile(r"(?:截止到?|截至|直到|最迟|最晚|不晚于)$"),
    range_start=re.compile(r"(?:从|自|在)$"),
    since_after=re.compile(r"(?:以来|起|开始|之后|以后)"),
    until_after=re.compile(r"(?:之前|以前|前(?!天|年|台|往|面|两)|为止)"),
    clock_alone=True,
)


def number(text: str) -> int:
    """Read an Arabic or Chinese number up to 9999, also a year spelt digit by digit."""
    if text.isdigit() and text.isascii():
        return int(text)
    if "十" in text:
        tens, _, ones = text.partition("十")
        return _DIGITS.get(tens, 1) * 10 + _DIGITS.get(ones, 0)
    return int("".join(str(_DIGITS.get(char, 0)) for char in text if char in _DIGITS) or 0)
