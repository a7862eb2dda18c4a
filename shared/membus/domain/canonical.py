"""The one form of a statement: what equals it after spelling, synonyms and negation are settled.

It must not know what is done with equal statements: that is duplicates.py and conflict.py.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType

from membus.contracts import ids
from membus.domain.predicates import PREDICATES

Statement = tuple[str, str, str, str]
Slot = tuple[str, str]

OTHERS = "anything else"
"""The object of the denial of all that was so besides what is said now."""

# Longer values are compared by their hash: a key must fit every index.
MAX_VALUE = 200

_TOKEN = re.compile(r"[A-Za-z0-9_./:@#+-]+")
_ARTICLE = re.compile(r"^(?:(?:a|an|the)\s+)+(?=\S)")
_WORD = re.compile(r"[^\W_]+")
_SPACE = re.compile(r"\s+")
_HAN = r"\u3400-\u4dbf\u4e00-\u9fff"
_SPACE_IN_HAN = re.compile(rf"(?<=[{_HAN}])\s+(?=[{_HAN}])")
_NEGATED = re.compile(r"^(?:does_not|do_not|doesnt|dont|did_not|not|never|no_longer)_(?=.)")
_NEGATED_HAN = re.compile(r"^(?:从来不|不再|不|没有|没)_?(?=.)")

# A predicate that denies another one says the same as the other one, negated.
_OPPOSITES: Mapping[str, str] = MappingProxyType(
    {
        "dislikes": "likes",
        "unafraid_of": "afraid_of",
        "uninterested_in": "interested_in",
        "忌口": "eats",
    }
)

_PREDICATE_SYNONYMS: Mapping[str, str] = MappingProxyType(
    {other: name for name, row in PREDICATES.items() for other in (*row.synonyms, name)}
    | {
        "like": "likes",
        "love": "likes",
        "enjoy": "likes",
        "dislike": "dislikes",
        "hate": "dislikes",
        "cannot_stand": "dislikes",
        "can_not_stand": "dislikes",
        "eat": "eats",
        "drink": "drinks",
        "live_in": "lives_in",
        "work_at": "works_at",
        "is_allergic_to": "allergic_to",
    }
)

_VALUE_GROUPS = (
    (OTHERS, "别的"),
    ("cilantro", "coriander", "香菜", "芫荽"),
    ("peanut", "peanuts", "花生"),
    ("shrimp", "shrimps", "prawn", "prawns", "虾", "虾仁"),
    ("seafood", "海鲜"),
    ("milk", "牛奶"),
    ("coffee", "咖啡"),
    ("tea", "茶"),
    ("green tea", "绿茶"),
    ("black tea", "红茶"),
    ("spicy food", "spicy", "辣", "辣的", "吃辣", "辣椒"),
    ("vegetarian", "素食", "吃素", "素食者"),
    ("vegan", "纯素"),
    ("male", "man", "男", "男性"),
    ("female", "woman", "女", "女性"),
    ("married", "已婚"),
    ("single", "unmarried", "单身", "未婚"),
    ("engineer", "工程师"),
    ("software engineer", "软件工程师"),
    ("teacher", "教师", "老师"),
    ("doctor", "医生"),
    ("student", "学生"),
    ("beijing", "北京", "北京市"),
    ("shanghai", "上海", "上海市"),
    ("shenzhen", "深圳", "深圳市"),
    ("guangzhou", "广州", "广州市"),
    ("hangzhou", "杭州", "杭州市"),
    ("chengdu", "成都", "成都市"),
    ("hong kong", "香港"),
    ("new york", "new york city", "nyc", "纽约"),
    ("london", "伦敦"),
    ("paris", "巴黎"),
    ("tokyo", "东京"),
    ("china", "中国"),
    ("japan", "日本"),
    ("united states", "usa", "u.s", "u.s.a", "america", "美国"),
    ("united kingdom", "uk", "u.k", "英国"),
    ("english", "英语", "英文"),
    ("chinese", "mandarin", "中文", "汉语", "普通话"),
    ("window seat", "靠窗座位", "靠窗"),
    ("aisle seat", "靠走道座位", "靠过道"),
    ("delivered", "已送达", "已签收", "送到了"),
    ("shipped", "已发货", "发货了"),
    ("cancelled", "canceled", "已取消", "取消了"),
    ("dog", "狗"),
    ("cat", "猫"),
)
_VALUE_SYNONYMS: Mapping[str, str] = MappingProxyType(
    {other: group[0] for group in _VALUE_GROUPS for other in group}
)

_SUBJECT_SYNONYMS: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(("user", "the user", "用户", "i", "me", "myself", "我", "本人"), "user")
)


@lru_cache(maxsize=1 << 14)
def canonical_statement(subject: str, predicate: str, object: str, polarity: str) -> Statement:  # noqa: A002 - the contract's field name
    """Return (subject, predicate, object, polarity) as equal statements share them.

    NFKC, case-folded, without outer punctuation and articles, synonyms (Chinese and English)
    replaced; a predicate that denies another becomes that one with the polarity turned. What holds
    a digit and a letter (A1001) is an identifier and keeps its case. A value of more than
    MAX_VALUE characters is its SHA-256.
    """
    name, turned = _predicate(predicate)
    if turned:
        polarity = "positive" if polarity == "negative" else "negative"
    who = plain(subject)
    value = plain(object)
    return (
        _bounded(_SUBJECT_SYNONYMS.get(who, who)),
        name,
        _bounded(_VALUE_SYNONYMS.get(value, value)),
        polarity,
    )


def plain(text: str) -> str:
    """Return a text in one spelling: NFKC, case-folded (not identifiers), trimmed, spaced once."""
    folded = _spelled(text, _fold)
    spaced = _SPACE_IN_HAN.sub("", _SPACE.sub(" ", folded))
    bare = _trim(spaced)
    while (shorter := _trim(_ARTICLE.sub("", bare))) != bare:
        bare = shorter
    return bare


def opposite(statement: Statement) -> Statement:
    """Return the same statement with the other polarity."""
    subject, predicate, value, polarity = statement
    return subject, predicate, value, "positive" if polarity == "negative" else "negative"


def _predicate(name: str) -> tuple[str, bool]:
    """Return the predicate's one name, and whether it denies it."""
    found = "_".join(_WORD.findall(_spelled(name, str.casefold)))
    turned = False
    while found not in _PREDICATE_SYNONYMS:
        bare = _NEGATED_HAN.sub("", _NEGATED.sub("", found))
        if bare == found:
            break
        found, turned = bare, not turned
    found = _PREDICATE_SYNONYMS.get(found, found).replace("favourite_", "favorite_", 1)
    positive = _OPPOSITES.get(found)
    return (_bounded(found), turned) if positive is None else (positive, not turned)


def _spelled(text: str, fold: Callable[[str], str]) -> str:
    """Fold in NFKC, which folding may leave."""
    return unicodedata.normalize("NFKC", fold(unicodedata.normalize("NFKC", text)))


def _fold(text: str) -> str:
    if text.isascii() and not any(char.isdigit() for char in text):
        return text.casefold()
    return _TOKEN.sub(
        lambda token: token[0] if _is_identifier(token[0]) else token[0].casefold(),
        _casefold_outside(text),
    )


def _casefold_outside(text: str) -> str:
    """Case-fold what is not ASCII; the tokens in ASCII are decided one by one."""
    return "".join(char if char.isascii() else char.casefold() for char in text)


def _is_identifier(token: str) -> bool:
    return (
        "@" not in token
        and any(char.isdigit() for char in token)
        and any(char.isalpha() for char in token)
    )


def _trim(text: str) -> str:
    """Cut white space and punctuation at both ends; signs of value (+, #, %, currency) stay."""
    start, end = 0, len(text)
    while start < end and _is_edge(text[start]):
        start += 1
    while end > start and _is_edge(text[end - 1]):
        end -= 1
    return text[start:end]


def _is_edge(char: str) -> bool:
    return char.isspace() or (char not in "#%@&*/\\_-" and unicodedata.category(char)[0] == "P")


def _bounded(value: str) -> str:
    return value if len(value) <= MAX_VALUE else f"sha256:{ids.digest(value)}"
