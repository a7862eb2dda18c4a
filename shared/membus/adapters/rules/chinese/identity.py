"""Name, age, birthday, origin, home and languages, as Chinese puts them."""

import re
from collections.abc import Iterator

import rjieba

from membus.adapters.rules.chinese.making import by, each, one
from membus.adapters.rules.chinese.objects import clean
from membus.adapters.rules.clause import Clause, Draft

_NAME = r"(?P<o>[\u4e00-\u9fff·]{1,6}|[A-Z][\w'-]*(?:\s[A-Z][\w'-]*){0,2})"
_PARTICLE = re.compile(r"(?:了|的|啊|哦|呢|吧|呀|就行|就好|就可以|好了)+$")
_NO_NAME = re.compile(r"[车外快滴]|什么|一声|我|你|他|她|做|不|这|那|人|起来|醒|代驾")
_NO_PLACE = re.compile(
    r"^(?:宿|院|一起|这|那|哪|家(?!乡)|酒店|宾馆|宿舍|医院|学校|附近|楼|我|他|她|你|您|"
    r"公司|一|多|几|外面|习惯)"
)
_NATION = (
    r"(?:中国|美国|英国|法国|德国|日本|韩国|加拿大|澳大利亚|新加坡|马来西亚|意大利|"
    r"西班牙|俄罗斯|印度|泰国|越南|挪威|瑞典)"
)


def _name(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    name = _PARTICLE.sub("", found["o"])
    if "'s " in clause.subject:
        return  # 我女儿叫小雨 says who the daughter is: the family rules read that
    if re.search(r"狗|猫|兔|鸟|鱼|三花", clause.thing) and not clause.raw.startswith(("我", "名")):
        return  # 养了猫，叫煤球: the family rules read that
    if name and not _NO_NAME.search(name) and clause.subject:
        yield Draft("name", name)


def _am(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 我是王芳: a name only where the word cutter knows a person's name."""
    word = found["o"]
    if "'s " in clause.subject:
        return
    tags = rjieba.tag(word)
    if len(tags) == 1 and tags[0][1] in {"nr", "nrt"} and not clause.negative:
        yield Draft("name", word, confidence=0.8)


def _home(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    place = re.sub(r"^(?:了|过|在|到)", "", clean(found["o"]))
    place = re.sub(r"(?:这里|这边|那边|附近|里面)$", "", place)
    if not place or _NO_PLACE.match(place):
        return
    if re.search(r"栋|单元|弄|号楼|室$|\d号$", place):
        yield Draft("address", place)
        return
    was = (clause.past or "过" in found.group()[:3]) and not clause.negative
    closed = any(span.begin and span.until for span in clause.times)
    if not was:
        yield Draft("lives_in", place, when="during" if closed and _ranged(clause) else None)
    elif closed:
        yield Draft("lives_in", place, when="during")
    else:
        yield Draft("lived_in", place)


def _is_in(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 老婆在广州: where others are is where they live; the speaker may be passing through."""
    tags = rjieba.tag(found["o"])
    if clause.subject != clause.speaker and [tag for _, tag in tags] == ["ns"]:
        yield Draft("lived_in" if clause.past else "lives_in", found["o"])


def _ranged(clause: Clause) -> bool:
    return any(span.relation == "range" for span in clause.times)


def _moved(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if clause.negative or _INTENDED.search(clause.rest[: found.start("o")]):
        return
    place = clean(found["o"])
    if place and not _NO_PLACE.match(place):
        yield Draft("lives_in", place, when="begins")
        if found["a"]:
            yield Draft("moved_from", clean(found["a"]))


_INTENDED = re.compile(r"打算|准备|计划|想|要|将|考虑")


def _age(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("age", found["o"], when="timeless")


RULES = (
    by(rf"(?:名字)?叫(?:做)?{_NAME}(?=$|[，,。！\s]|今年|是)", _name),
    by(rf"名(?:字)?(?:是|叫){_NAME}", _name),
    by(rf"(?:真名|全名|本名|姓名)(?:是|叫|[:：]){_NAME}", _name),
    by(r"是(?P<o>[\u4e00-\u9fff]{2,4})$", _am),
    by(
        r"姓(?P<o>[\u4e00-\u9fff]{1,2})(?=$|[，,])",
        lambda _clause, found: [Draft("surname", found["o"])],
    ),
    by(
        rf"(?:请|你|您|可以|就|大家都?|以后|都)*(?<!别)(?:叫|称呼|喊)我(?:为)?{_NAME}(?=$|"
        r"[，,。]|就|吧|好了)",
        lambda clause, found: [
            Draft("nickname", _PARTICLE.sub("", found["o"]), subject=clause.speaker)
        ],
        whole=True,
        of_things=True,
    ),
    by(
        rf"(?:请|你|以后|就)*(?:别|不要|不用)(?:再)?(?:叫|称呼|喊)我{_NAME}(?=$|[，,。了吧])",
        lambda clause, found: [
            Draft(
                "nickname",
                _PARTICLE.sub("", found["o"]),
                subject=clause.speaker,
                polarity="negative",
            )
        ],
        whole=True,
        of_things=True,
    ),
    by(r"(?:今年)?(?:有)?(?:年龄)?(?:是)?(?P<o>\d{1,3})(?:周)?岁", _age),
    one(r"(?:是)?来自(?P<o>.+)", "is_from"),
    one(r"老家(?:是|在)(?P<o>.+)", "is_from"),
    one(
        r"(?:是)?(?:出生在|出生于|生在|在(?=[\u4e00-\u9fff]{2,6}(?:出生|长大)))"
        r"(?P<o>[\u4e00-\u9fff]{2,8}?)(?:出生|长大|$)",
        "is_from",
    ),
    by(rf"是(?P<o>{_NATION}人)", lambda _clause, found: [Draft("nationality", found["o"])]),
    by(
        r"是(?P<o>[\u4e00-\u9fff]{2,4}?)人(?=$|[，,。])",
        lambda _clause, found: (
            [Draft("is_from", found["o"])] if rjieba.tag(found["o"])[0][1] == "ns" else []
        ),
    ),
    by(
        r"(?:(?:和|跟|与)[^，,住]{1,8}?(?:一起)?)?(?:常住|现居|定居|居住|家住|常驻|派驻|住)"
        r"(?:在|于|到)?(?P<o>[^的]{2,30})",
        _home,
    ),
    by(r"家(?:就)?在(?P<o>.{2,20})", _home),
    by(r"(?:都|还|就)?在(?P<o>[\u4e00-\u9fff]{2,6})$", _is_in),
    by(
        r"(?:要|打算|准备|计划|想|刚|已经)*(?:从(?P<a>[\u4e00-\u9fff]{2,10})|"
        r"全家)?(?:搬家?|迁|定居)(?:到|去|至|来)(?:了)?(?P<o>.+)",
        _moved,
    ),
    each(
        r"(?:会|能|可以)(?:说|讲)?(?P<o>[\u4e00-\u9fff]{1,3}(?:语|文|话)"
        r"(?:[、和](?:[\u4e00-\u9fff]{1,3}(?:语|文|话)))*)",
        "speaks",
    ),
    each(
        r"(?:说|讲)(?P<o>[\u4e00-\u9fff]{1,3}(?:语|话)"
        r"(?:[、和](?:[\u4e00-\u9fff]{1,3}(?:语|话)))*)$",
        "speaks",
    ),
    by(
        r"(?:是)?(?:(?:和|跟)[^，,。]{1,6})?(?P<o>结婚|单身|离婚|已婚|未婚|离异)(?:了)?$",
        lambda _clause, found: [
            Draft("marital_status", {"结婚": "已婚", "离婚": "离异"}.get(found["o"], found["o"]))
        ],
    ),
)
