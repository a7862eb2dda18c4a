"""How Chinese words a time: the tables and the pattern that finds dates and clock times."""

import re
from collections.abc import Iterable, Iterator

from membus.domain.times.calendar import Half, Unit
from membus.domain.times.chinese_holidays import NAMES
from membus.domain.times.joining import Words

DAY_WORDS = {
    "大前天": -3,
    "前天": -2,
    "前晚": -2,
    "前夜": -2,
    "昨天": -1,
    "昨日": -1,
    "昨晚": -1,
    "昨夜": -1,
    "昨": -1,
    "今天": 0,
    "今日": 0,
    "今早": 0,
    "今晚": 0,
    "今夜": 0,
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
STEPS = {"上上": -2, "上": -1, "这": 0, "本": 0, "当": 0, "下": 1, "下下": 2, "下下下": 3}
YEARS = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "本年": 0, "明年": 1, "后年": 2}
WEEKDAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6}
UNITS: dict[str, Unit] = {
    "分钟": "minute",
    "小时": "hour",
    "天": "day",
    "日": "day",
    "工作日": "day",
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
    "一早": "am",
    "一大早": "am",
    "中午": "pm",
    "正午": "pm",
    "午后": "pm",
    "下午": "pm",
    "傍晚": "pm",
    "晚上": "pm",
    "晚": "pm",
    "深夜": "pm",
    "半夜": "pm",
    "夜里": "pm",
    "夜间": "pm",
    "午夜": "pm",
    "夜": "pm",
}
NIGHT = frozenset({"晚上", "晚", "夜里", "夜", "深夜", "半夜", "夜间", "午夜", "当晚"})
DEAD_OF_NIGHT = frozenset({"夜里", "夜", "深夜", "半夜", "夜间", "午夜"})

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

_LAST = r"底|末|初|上旬|中旬|下旬"
_WEEK = r"(?:一?个)?(?:周|星期|礼拜)"
_LONG_UNIT = r"天|周|星期|礼拜|月|年"
_WITHIN = r"(?:之内|以内|内)?"
_BACK_OR_ON = r"之前|以前|前|之后|以后|后|内|之内|以内"
_HOUR = r"\d{1,2}|十[一二]?|二十[一二三]?|[一二两三四五六七八九]"
_MINUTE = r"\d{1,2}|[一二三四五]?十[一二三四五六七八九]?"
# 今晚12点 is one clock time: the half of the day belongs to it.
_NO_CLOCK = r"(?!\s*[\d一二两三四五六七八九十]{1,3}\s*(?:点|时|[:：]))"
_NAMED_MONTH = r"\d{1,2}|十[一二]?|[一二三四五六七八九]"
_HOLIDAY = _either(NAMES)
_LUNAR_DAY = (
    r"初[一二三四五六七八九十]|[一二]?十[一二三四五六七八九]?|三十|廿[一二三四五六七八九]?|\d{1,2}"
)
_LUNAR_MONTH = r"正|冬|腊|十[一二]?|[二三四五六七八九]|\d{1,2}"


def _of_year(name: str) -> str:
    """Return the optional year before a month, day or holiday, in digits or as 去年."""
    return rf"(?:(?P<{name}_y>{_YEAR})年|(?P<{name}_ty>{_THAT_YEAR})的?)?"


ATOM = re.compile(
    rf"""(?:
      (?P<iso>(?<![\d-])(?P<iso_y>{_YEAR})[-/.](?P<iso_m>\d{{1,2}})[-/.](?P<iso_d>\d{{1,2}})
        (?![\d-]))
    | (?P<years>(?<![\d.-])(?P<years_a>{_YEAR})年?\s?[-–—~～至到]\s?(?P<years_b>{_YEAR})年?)
        (?![\d-])
    | (?P<day>(?<![农阴旧]历){_of_year("day")}(?P<day_m>{_N})月(?:份)?(?P<day_d>{_N})(?:日|号)?
        (?:(?:到|至|[-–—~～])(?P<day_l>{_N})(?:日|号))?)(?![\d个月年])
    | (?P<month>(?<![十历]){_of_year("month")}(?P<month_m>{_NAMED_MONTH})月(?:份)?
        (?P<month_p>{_LAST})?)
    | (?P<holiday>{_of_year("holiday")}(?P<holiday_n>{_HOLIDAY})(?!节|树|老人|帽|卡|月饼|粽|快乐)
        (?:(?P<holiday_b>小?长?假期?|期间|放假(?:期间)?)|当天|那天)?)
    | (?P<lunar>{_of_year("lunar")}(?:(?:(?:农历|阴历|旧历)(?P<lunar_m>{_LUNAR_MONTH})月
        |(?P<lunar_x>正|腊|冬)月)(?P<lunar_d>{_LUNAR_DAY})(?![一二三四五六七八九十])(?:日|号)?
        |大年(?P<lunar_n>初[一二三四五六七]|三十)))
    | (?P<word>(?P<word_d>大前天|前天|前晚|前夜|昨[天日]|昨(?=早|晚|下午|上午|夜)|今[天日]
        |今(?=早|晚|夜)|明[天日]|明(?=早|晚|天)|大后天|后天|当天)(?:的)?(?:(?P<word_h>{_HALF}){_NO_CLOCK})?)
    | (?P<week>(?P<week_s>{_STEP})?{_WEEK}(?:的?周)?(?P<week_d>[一二三四五六日天末])
        (?:(?P<week_h>{_HALF}){_NO_CLOCK})?)(?![天日个年月号])
    | (?P<weeks>(?P<weeks_s>{_STEP}){_WEEK}{_WITHIN})(?![一二三四五六日天末])
    | (?P<weekend>(?P<weekend_s>{_STEP})?个?周末)
    | (?P<near>(?P<near_s>{_STEP})(?:一?个)?月(?:份)?
        (?:(?P<near_d>{_N})(?:日|号)|(?P<near_p>{_LAST}))?{_WITHIN})
    | (?P<part>(?<![一二三四五六七八九十冬腊正])(?P<part_u>月|年)(?P<part_p>底|末|初|中))
    | (?P<yearly>(?P<yearly_y>{_THAT_YEAR})(?P<yearly_p>底|末|初|年底|年初|上半年|
        下半年|[春夏秋冬][天季]?)?{_WITHIN})
    | (?P<span>(?:(?P<span_x>再?过)(?=[\d一两二三四五六七八九十半]{{1,3}}个?半?
        (?:分钟|小时|{_LONG_UNIT})(?!了|{_BACK_OR_ON})))?(?P<span_n>{_N}|半)\s*个?(?P<span_h>半)?
        (?P<span_u>分钟|小时|工作日|{_LONG_UNIT})(?(span_x)|(?P<span_w>{_BACK_OR_ON})))
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
_RECURRING = re.compile(r"每(?:个|隔|逢)?(?:工作)?(?:天|日|周|星期|礼拜|月|年|季度|晚|早)?(?:的)?$")
_MARKS = "，,；;。"
_SAYS_SOMETHING = 2
_PAST = re.compile(r"了|过|刚|曾|已")
_FUTURE = re.compile(
    r"会|要|将|打算|准备|计划|约(?!莫)|记得|提醒|安排|想|能|请|"
    r"(?:改|延期?|推迟|提前|挪|顺延|定)(?:到|至|在|于|成)"
)

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


def matches(text: str) -> Iterator[re.Match[str]]:
    """Yield the times of a text that come once: not 每个月15号, nor 每天八点到九点."""
    if "每" not in text:
        yield from ATOM.finditer(text)
        return
    again = -1
    for match in ATOM.finditer(text):
        start = match.start()
        if _RECURRING.search(text, max(0, start - 8), start) or 0 <= start - again <= 1:
            again = match.end()
        else:
            yield match


def is_past(text: str, match: re.Match[str]) -> bool:
    """Whether a time stands in a clause that tells of the past; one without words, in a text."""
    start = max(text.rfind(mark, 0, match.start()) for mark in _MARKS) + 1
    ends = [end for mark in _MARKS if (end := text.find(mark, match.end())) >= 0]
    clause = text[start : min(ends, default=len(text))]
    if len(clause.strip()) - (match.end() - match.start()) < _SAYS_SOMETHING:
        clause = text
    return _PAST.search(clause) is not None and _FUTURE.search(clause) is None


def number(text: str) -> int:
    """Read an Arabic or Chinese number up to 9999, also a year spelt digit by digit."""
    if text.isdigit() and text.isascii():
        return int(text)
    if "十" in text:
        tens, _, ones = text.partition("十")
        return _DIGITS.get(tens, 1) * 10 + _DIGITS.get(ones, 0)
    return int("".join(str(_DIGITS.get(char, 0)) for char in text if char in _DIGITS) or 0)
