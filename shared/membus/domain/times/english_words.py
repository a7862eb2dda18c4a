"""How English words a time: the tables and the pattern that finds dates and clock times."""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from membus.domain.times.calendar import Half
from membus.domain.times.joining import Words

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "monday mon",
            "tuesday tues tue",
            "wednesday",
            "thursday thurs thu",
            "friday fri",
            "saturday",
            "sunday",
        )
    )
    for name in names.split()
}
_COUNTED = ("zero one two three four five six seven eight nine ten eleven twelve").split()  # noqa: SIM905
NUMBERS = {word: number for number, word in enumerate(_COUNTED)} | {
    "a": 1,
    "an": 1,
    "a couple of": 2,
    "couple of": 2,
    "a few": 3,
    "few": 3,
    "several": 3,
}
DAY_WORDS = {
    "today": 0,
    "tonight": 0,
    "this morning": 0,
    "this afternoon": 0,
    "this evening": 0,
    "yesterday": -1,
    "last night": -1,
    "the day before yesterday": -2,
    "tomorrow": 1,
    "the day after tomorrow": 2,
    "day after tomorrow": 2,
}
HALVES: Mapping[str, Half] = MappingProxyType(
    {"morning": "am", "afternoon": "pm", "evening": "pm", "night": "pm", "tonight": "pm"}
)
# Holidays by the moon, under the names that their own calendar knows.
LUNAR = {
    "lunar new year": "春节",
    "mid-autumn festival": "中秋节",
    "dragon boat festival": "端午节",
    "lantern festival": "元宵节",
}
STEPS = {"last": -1, "past": -1, "previous": -1, "this": 0, "coming": 0, "next": 1}


def _either(words: Iterable[str]) -> str:
    """Return an alternation, longest first, in which any blank may be several."""
    return "|".join(word.replace(" ", r"\s+") for word in sorted(words, key=len, reverse=True))


_MONTH, _WEEKDAY = _either(MONTHS), _either(WEEKDAYS)
_NUMBER = r"\d{1,4}|" + _either(NUMBERS)
_DAY_WORD = _either(DAY_WORDS)
_UNIT = r"minute|hour|day|week|month|year"
_YEAR = r"(?:19|20|21)\d\d"
_HOLIDAY = (
    r"(?:(?:last|next|this)\s+)?(?:Christmas(?:\s+(?:Eve|Day))?|Thanksgiving|"
    r"Easter(?:\s+(?:Sunday|Monday))?|Halloween|New\s+Year'?s(?:\s+(?:Eve|Day))|"
    r"Chinese\s+New\s+Year|(?:Valentine'?s|Mother'?s|Father'?s|Labor|Memorial|Veterans|"
    r"Independence|Boxing|Presidents'?|Columbus|MLK|Martin\s+Luther\s+King|Earth|Groundhog|May|"
    r"St\.?\s+Patrick'?s|Ascension)\s+Day|(?:the\s+)?(?:4th|Fourth)\s+of\s+July|Juneteenth|"
    r"Black\s+Friday|Cyber\s+Monday|Good\s+Friday|Ash\s+Wednesday|Palm\s+Sunday|Pentecost|"
    r"Whit\s+Monday|Mardi\s+Gras|Epiphany|Ramadan|Eid\s+al-(?:Fitr|Adha)|Hanukkah|Passover|"
    r"Yom\s+Kippur|Rosh\s+Hashanah|Purim|Kwanzaa|Diwali|Holi|Vesak)"
    rf"(?:\s+{_YEAR})?(?!\s+(?:break|holidays?|dinner|party|tree|presents?|gifts?|market|eggs?|cards?|cookies|week))"
    r"|(?:last|next|this|(?<=in\s)the)\s+(?:spring|summer|autumn|fall|winter)"
)
_NTH_WEEKDAY = (
    rf"the\s+(?:first|second|third|fourth|last)\s+(?:{_WEEKDAY})\s+"
    rf"(?:of|in)\s+(?:(?:this|next|last)\s+month|{_MONTH})(?:\s+{_YEAR})?"
)

ATOM = re.compile(
    rf"""(?<![\w'-])(?<!every\ )(?<!each\ )(?:
      (?P<iso>(?P<iso_y>{_YEAR})[-/.](?P<iso_m>\d{{1,2}})[-/.](?P<iso_d>\d{{1,2}}))(?![\w-])
    | (?P<years>(?P<years_a>{_YEAR})\s?[-–—~]\s?(?P<years_b>{_YEAR}))(?![\w-])
    | (?P<days>(?P<days_m>{_MONTH})\.?\s+(?P<days_a>\d{{1,2}})(?:st|nd|rd|th)?\s*(?:-|–|to|until)\s*
        (?P<days_b>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(?P<days_y>{_YEAR}))?)(?![\w:])
    | (?P<md>(?P<md_m>{_MONTH})\.?\s+(?:the\s+)?(?P<md_d>\d{{1,2}})(?:st|nd|rd|th)?
        (?:,?\s+(?P<md_y>{_YEAR}))?)(?![\w:])
    | (?P<dm>(?:the\s+)?(?P<dm_d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<dm_m>{_MONTH})\b
        (?:,?\s+(?P<dm_y>{_YEAR}))?)
    | (?P<my>(?P<my_m>{_MONTH}),?\s+(?:of\s+)?(?P<my_y>{_YEAR}))
    | (?P<calendar>{_NTH_WEEKDAY}|{_HOLIDAY})\b
    | (?P<lunar>(?:the\s+)?(?P<lunar_n>{_either(LUNAR)}))\b
    | (?P<nth>(?<=\s)the\s+(?P<nth_d>\d{{1,2}})(?:st|nd|rd|th))
        (?=\s*(?:$|[,.;!?)]|(?:at|and|because|so|but|of\s+(?:this|next)\s+month)\b))
        (?:\s+of\s+(?P<nth_m>this|next)\s+month)?
    | (?P<word>(?P<word_d>{_DAY_WORD})(?:\s+(?P<word_h>morning|afternoon|evening|night))?)\b
    | (?P<ago>(?P<ago_n>{_NUMBER})\s+(?P<ago_u>{_UNIT})s?\s+ago)\b
    | (?P<ahead>(?:in|within)\s+(?P<ahead_n>{_NUMBER})\s+(?P<ahead_u>{_UNIT})s?)\b(?!\s+of\b)
    | (?P<later>(?P<later_n>{_NUMBER})\s+(?P<later_u>{_UNIT})s?\s+from\s+now)\b
    | (?P<lasting>for\s+(?:(?:about|almost|over|nearly|more\s+than)\s+)?(?:the\s+(?:last|past)\s+)?
        (?P<lasting_n>{_NUMBER})\s+(?P<lasting_u>{_UNIT})s?(?:\s+now)?)\b
    | (?P<far>the\s+(?P<far_u>week|month|year)\s+(?P<far_w>after\s+next|before\s+last))\b
    | (?P<end>(?:the\s+)?end\s+of\s+(?:the|this|next)\s+(?P<end_u>week|month|year))\b
    | (?P<unit>(?P<unit_s>last|past|previous|this|coming|next)\s+
        (?P<unit_u>weekend|week|month|year))\b
    | (?P<dow>(?:(?P<dow_s>last|past|this|coming|next)\s+)?(?P<dow_d>{_WEEKDAY})
        (?:\s+(?P<dow_h>morning|afternoon|evening|night))?)\b
    | (?P<month>(?:(?P<month_s>last|this|next)\s+)?(?P<month_m>{_MONTH}))\b
    | (?P<clock>(?P<clock_h>[01]?\d|2[0-3])(?::(?P<clock_m>[0-5]\d))?
        \s*(?P<clock_half>a\.?m\.?|p\.?m\.?)?(?:\s+o'clock)?)(?![\w:%/-]|\.\d|,\d)
    | (?P<noon>noon|midnight)\b
    | (?P<year>{_YEAR})(?![\w%/:]|-\d|\.\d|,\d)
    )""",
    re.IGNORECASE | re.VERBOSE,
)
PAST = re.compile(
    r"\b(?:was|were|did|had|went|came|got|bought|saw|met|ate|flew|left|took|told|said|made|gave|"
    r"sent|paid|lost|began|spent|drove|heard|"
    r"(?!(?:need|speed|feed|red|bed|indeed|scheduled|interested|married|allowed|based|named|called|"
    r"supposed|excited|tired|united)\b)\w+ed)\b",
    re.IGNORECASE,
)
FUTURE = re.compile(
    r"\b(?:will|going\s+to|gonna|promise[ds]?|(?:agreed|decided|supposed|asked\s+\w+)\s+to|plan(?:ned|ning)?|(?:re)?scheduled|need|must|should|have\s+to|please|"
    r"due|(?:been|was|is|got|were)\s+(?:moved|postponed|pushed|delayed|brought\s+forward))\b|'ll\b",
    re.IGNORECASE,
)
PERFECT = re.compile(r"\b(?:have|has)\b|'(?:ve|s)\b", re.IGNORECASE)
# A weekday or month without a word before it is a time where the sentence ends or goes on so.
FREE = re.compile(r"\s*(?:$|[,.;!?)]|at\b|from\b|between\b|and\b|to\b|[-–—])", re.IGNORECASE)

SEASON = re.compile(r"^the\s+(?=(?:spring|summer|autumn|fall|winter)$)", re.IGNORECASE)
SINCE = re.compile(r"\bsince\s+(?:the\s+|last\s+)?$", re.IGNORECASE)
# A number behind one of these counts or names something, and is no hour.
COUNTED = re.compile(
    r"\b(?:turn(?:s|ed|ing)?|aged?|size|room|number|gate|table|floor|seat|chapter|page|level|grade|"
    r"of|be|am|are)\s+$|'m\s+$",
    re.IGNORECASE,
)

WORDS = Words(
    clock_gap=re.compile(r"\s*,?\s*(?:(?:at|on|around|about|from|by|starting)\s+)?", re.IGNORECASE),
    range_gap=re.compile(r"\s*(?:-|–|—|~|to|until|till|through|and)\s*", re.IGNORECASE),
    at=re.compile(
        r"\b(?:on|in|at|around|during|for|of)\s+(?:(?:early|late|mid)[\s-]+)?$", re.IGNORECASE
    ),
    at_clock=re.compile(r"\b(?:at|around)\s+$", re.IGNORECASE),
    since=re.compile(
        r"\b(?:ever\s+)?(?:since|starting|as\s+of|from|after|beginning)\s+(?:in\s+|on\s+)?$",
        re.IGNORECASE,
    ),
    until=re.compile(
        r"\b(?:by|until|till|before|through|no\s+later\s+than)\s+(?:the\s+)?$", re.IGNORECASE
    ),
    range_start=re.compile(r"\b(?:from|between|in|on)\s+$", re.IGNORECASE),
    since_after=re.compile(r"\s*(?:onwards?)\b", re.IGNORECASE),
    until_after=re.compile(r"(?!)"),
)
