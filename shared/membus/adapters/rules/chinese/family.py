"""Relatives, friends, colleagues and pets, as Chinese introduces them."""

import re
from collections.abc import Iterator

from membus.adapters.rules.chinese.making import by
from membus.adapters.rules.chinese.objects import clean
from membus.adapters.rules.chinese.persons import is_name
from membus.adapters.rules.chinese.relations import RELATION, RELATIONS, SPEAKER
from membus.adapters.rules.clause import Clause, Draft

_NAME = r"(?P<o>[\u4e00-\u9fff·]{1,5}?|[A-Z][\w'-]*(?:\s[A-Z][\w'-]*){0,2})"
_END = r"(?=$|[，,。！\s]|今年|了$|的$|，)"
_ANIMAL = (
    r"(?:狗狗?|猫咪?|兔子|仓鼠|鹦鹉|乌龟|金鱼|鱼|鸟|柯基|金毛|泰迪|橘猫|三花|狸花|美短|加菲猫?|萨摩耶|布偶猫?|英短|"
    r"边牧|哈士奇|拉布拉多|柴犬|龙猫|小狗|小猫|宠物)"
)
_COUNT = {"一": "1", "两": "2", "二": "2", "三": "3", "四": "4"}
_WORDS = dict(RELATIONS.values())


def introduced(clause: Clause) -> Iterator[Draft]:
    """Yield the relation of a clause that opens with it: 我女儿小雨…."""
    found = _INTRODUCED.search(clause.text)
    if found and clause.subject and found["name"] == clause.subject:
        relation = RELATIONS[found["relation"]][1]
        yield Draft(
            relation, clause.subject, subject=clause.speaker, polarity="positive", when="timeless"
        )


_INTRODUCED = re.compile(
    rf"(?:{SPEAKER.pattern}的?)(?P<relation>{RELATION})"
    rf"(?P<name>[\u4e00-\u9fff]{{2,4}}?)(?=对|在|是|喜|不|没|住|也|今|很|爱|有|的|"
    r"叫|要|会|最|特别)"
)


def _named(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 我女儿叫小雨: the relation, besides the name that the name rule reads."""
    prefix = f"{clause.speaker}'s "
    word = clause.subject.removeprefix(prefix)
    if _ANIMALS.search(clause.thing) and clause.raw.startswith(("叫", "名叫")):
        return  # 我妹养了猫，叫煤球 names the cat
    if clause.subject.startswith(prefix) and word in _WORDS and not clause.negative:
        name = clean(found["o"])
        if found["is"] and not is_name(name or "的"):
            return  # 我爸爸是医生 says what he does, not who he is
        if name and not re.search(r"我|你|什么|车|做|的|不|一", name):
            yield Draft(_WORDS[word], name, subject=clause.speaker, when="timeless")


def _has_relative(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    relation = RELATIONS[found["relation"]][1]
    if relation in {"manager", "doctor", "teacher"}:
        return
    count = _COUNT.get(found["count"] or "", found["count"] or "")
    if clause.negative and relation == "child":
        yield Draft("children_count", "0", polarity="positive")
    elif clause.negative:
        yield Draft(relation, found["relation"])
    elif found["name"]:
        yield Draft(relation, found["name"])
    elif relation == "child" and count:
        yield Draft("children_count", count)
    else:
        yield Draft(
            relation, f"{found['count'] or ''}{'个' if found['count'] else ''}{found['relation']}"
        )


def _pet(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    animal = found["animal"]
    yield Draft("has_pet", clean(found["kind"] + animal) or animal)
    if found["name"] and not clause.negative:
        relation = (
            "dog"
            if re.search(r"狗|柯基|金毛|泰迪|边牧|哈士奇|拉布拉多|柴犬", animal)
            else "cat"
            if "猫" in animal or "英短" in animal
            else ""
        )
        if relation:
            yield Draft(relation, found["name"])


def _called(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 取名叫酥饼 behind 抱回一只三花."""
    if _ANIMALS.search(clause.thing):
        kind = (
            "dog" if _DOGS.search(clause.thing) else "cat" if _CATS.search(clause.thing) else "pet"
        )
        yield Draft(kind if kind != "pet" else "has_pet", found["o"])


_DOGS = re.compile(r"狗|柯基|金毛|泰迪|边牧|哈士奇|拉布拉多|柴犬|萨摩耶")
_CATS = re.compile(r"猫|英短|三花|狸花|美短")
_ANIMALS = re.compile(_ANIMAL)


def _another(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 一只叫咪咪 behind 我有两只猫."""
    kind = re.search(r"狗|猫", clause.thing)
    if kind:
        yield Draft({"狗": "dog", "猫": "cat"}[kind.group()], found["o"], subject=clause.speaker)


def _parted(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 我和陈默分手了: a partner no more."""
    if not clause.negative and "了" in clause.text:
        yield Draft("partner", found["o"], polarity="negative", when="timeless")


RULES = (
    by(r"(?:已经)?(?:和|跟|与)(?P<o>[\u4e00-\u9fff]{2,4}?)(?:已经)?(?:分手|分开|离婚)", _parted),
    by(rf"(?:(?:取|起)名(?:字)?)?(?:叫|名叫)(?:做)?{_NAME}{_END}", _called),
    by(
        rf"(?:[一另两]外?一?[只条个])(?:名字)?(?:就)?叫{_NAME}{_END}",
        _another,
        whole=True,
        of_things=True,
    ),
    by(rf"(?:名字)?(?:就)?(?:叫|名叫|(?P<is>是)){_NAME}{_END}", _named),
    by(
        r"有(?:了)?(?:(?P<count>[一两二三四]|\d)(?:个|位|名)"
        rf")?(?P<relation>{RELATION})(?:[，,]?(?:叫|名叫)"
        rf"(?P<name>[\u4e00-\u9fff]{{2,4}}|[A-Z]\w+))?(?=$|[，,。了])",
        _has_relative,
    ),
    by(
        r"(?:养|领养|有|抱回|捡回?|收养|接回)(?:了|着|过|来)?(?:[一两二三]|\d)?(?:只|条|"
        rf"个)?(?P<kind>[\u4e00-\u9fff]{{0,4}}?)(?P<animal>{_ANIMAL})"
        rf"(?:[，,]?(?:名字)?(?:叫|名叫)(?P<name>[\u4e00-\u9fff]{{1,4}}|[A-Z]\w+)"
        r")?(?=$|[，,。了])",
        _pet,
    ),
)
