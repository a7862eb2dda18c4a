"""Birthdays, by date, by the moon or by "next Friday", as Chinese puts them."""

import re
from collections.abc import Iterator

from membus.adapters.rules.chinese.making import by
from membus.adapters.rules.chinese.persons import is_name
from membus.adapters.rules.chinese.relations import RELATION, RELATIONS, SPEAKER
from membus.adapters.rules.clause import DAY_OF_YEAR, Clause, Draft

_MONTH = r"(?:\d{1,2}|正|冬|腊|[一二三四五六七八九十]{1,3})月"
_DAY = re.compile(
    r"(?:(?:19|20)?\d{2}年)?(?:农历|阳历|阴历|公历|旧历)?(?:的)?"
    rf"{_MONTH}(?:初|廿)?(?:\d{{1,2}}|[一二三四五六七八九十]{{1,3}})[日号]?"
)
_OWNER = re.compile(
    rf"(?:{SPEAKER.pattern}的?)?(?P<relation>{RELATION})?(?P<name>[\u4e00-\u9fff]{{2,4}}?)?的?"
    r"(?:\d{1,3}岁|[一二三四五六七八九十]{1,3}岁)?(?:的)?(?:阴历|农历|阳历)?生日"
)


def _birthday(clause: Clause, _found: re.Match[str]) -> Iterator[Draft]:
    if clause.negative:
        return
    subject = _owner(clause)
    day = _DAY.search(clause.raw)
    if day:
        yield Draft("birthday", day.group(), subject=subject, when="timeless")
    elif clause.times and not re.search(r"礼物|蛋糕|派对|聚会|快乐|卡", clause.text):
        # 下周五 says nothing once it is remembered: the day itself is the object.
        yield Draft("birthday", DAY_OF_YEAR, subject=subject, when="timeless")


def _owner(clause: Clause) -> str:
    """Return whose birthday it is: the person named before it, else whom the clause is about."""
    owner = re.search(rf"是(?P<who>{_OWNER.pattern}$)", clause.text)
    found = _OWNER.fullmatch(owner["who"]) if owner else None
    if found is None:
        return clause.subject or clause.speaker
    if found["name"] and is_name(found["name"]):
        return found["name"]
    if found["relation"]:
        return f"{clause.speaker}'s {RELATIONS[found['relation']][0]}"
    return clause.speaker


def _born(clause: Clause, _found: re.Match[str]) -> Iterator[Draft]:
    day = _DAY.search(clause.raw)
    if day and not clause.negative:
        yield Draft("birthday", day.group(), when="timeless")


RULES = (
    by(r"(?=.*生日).*", _birthday, whole=True, of_things=True),
    by(r"(?=.*(?:生于|出生|生的)).*", _born, whole=True),
)
