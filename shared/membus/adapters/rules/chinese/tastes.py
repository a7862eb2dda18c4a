"""Likes, dislikes, favourites, preferences and habits, as Chinese puts them."""

import re
from collections.abc import Iterator

from membus.adapters.rules.chinese.making import by, each
from membus.adapters.rules.chinese.objects import clean, listed
from membus.adapters.rules.clause import Clause, Draft

_NO_TASTE = re.compile(
    r"^(?:就|的话|这|那|你|您|他|她|这样|那样|上|吗|呢|吧|不|得|到|这里|这儿|和我|自己$)"
)
_THINGS = {
    "颜色": "color",
    "食物": "food",
    "菜": "dish",
    "饮料": "drink",
    "水果": "fruit",
    "餐厅": "restaurant",
    "书": "book",
    "电影": "movie",
    "歌": "song",
    "乐队": "band",
    "歌手": "singer",
    "运动": "sport",
    "球队": "team",
    "季节": "season",
    "城市": "city",
    "动物": "animal",
}
_SKILL = (
    r"(?:游泳|开车|骑车|骑自行车|滑雪|滑冰|做饭|做菜|编程|写代码|画画|唱歌|跳舞|下棋|下围棋|下象棋|打字|"
    r"摄影|剪辑|剪视频|潜水|冲浪|书法|修车|织毛衣|烘焙|手语|打篮球|打网球|打羽毛球|踢足球)"
)
_DOES = (
    r"(?:跑步?|上班|上学|培训|上[^，,。]{1,6}课|健身|游泳|锻炼|冥想|散步|遛狗|打[球坐卡太]|练|读书|看书|写|学|吃药|喝|起床|睡觉|"
    r"睡|开会|值班|加班|做瑜伽|瑜伽|骑车|回家|去|给|和|跟|陪|接|送)"
)
_LIKE = (
    r"(?:喜欢|喜爱|热爱|钟爱|超爱|爱(?!人|好|情|心|国|尔|丽)|钟情于|着迷于|迷上了?|"
    r"爱上了?|好(?=这口))"
)
_DISLIKE = r"(?:讨厌|厌恶|反感|嫌弃|受不了|最烦|烦(?!恼|躁))"


def _likes(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if _NO_TASTE.match(found["o"]):
        return
    denied = clause.negative or clause.past
    for item in _items(found["o"]):
        yield Draft("likes", item, polarity="negative" if denied else "positive")


def _items(text: str) -> list[str]:
    """Return the things of a list; a verb before the first of them holds for all: 喝茶和咖啡."""
    return listed(re.sub(r"^(?:吃|喝)(?=[^，,。]{1,})", "", text)) or listed(text)


def _dislikes(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not clause.negative and not _NO_TASTE.match(found["o"]):
        for item in _items(found["o"]):
            yield Draft("dislikes", item, polarity="negative" if clause.past else "positive")


def _favorite_of(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    thing, value = found["thing"], clean(found["o"])
    name = next((english for chinese, english in _THINGS.items() if thing.endswith(chinese)), None)
    if name and value:
        yield Draft(f"favorite_{name}", value)
    elif value:
        yield Draft("favorite", value)


def _favorite(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    kind = {"喝": "favorite_drink", "吃": "favorite_food"}.get(found["verb"] or "", "favorite")
    for item in _items(found["o"]):
        yield Draft(kind, item)


def _prefers(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    value = clean(re.split(r"(?:而不是|胜过|超过|多过)", found["o"])[0])
    if value and not _NO_TASTE.match(value):
        yield Draft("prefers", value)


def _than(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("prefers", clean(found["o"]))


def _eats(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read a habit of eating or drinking: what is denied, or said to be usual."""
    denied = clause.negative or clause.past or "不" in (found["no"] or "")
    if not (denied or _USUAL.search(clause.text)) or _NO_TASTE.match(found["o"].lstrip("了过")):
        return
    predicate = "drinks" if found["verb"] == "喝" else "eats"
    for item in listed(found["o"]):
        if not _MEALS.match(item):
            yield Draft(predicate, item, polarity="negative" if denied else "positive")


_USUAL = re.compile(r"平时|一般|经常|常常|每天|天天|总是|只|习惯|都|爱|喜欢")
_MEALS = re.compile(
    r"(?:[一两三半\d]+(?:片|粒|颗|次|支)|早饭|午饭|晚饭|饭|饱|完|早餐|晚餐|午餐|药|东西|苦|亏|惊|得|下|过|上|醉|多|不)"
)


def _shunned(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 布洛芬我不能吃."""
    predicate = "drinks" if found["verb"] == "喝" else "eats"
    for item in listed(found["o"]):
        yield Draft(predicate, item, subject=clause.speaker, polarity="negative")


def _routine(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 每天早上六点跑步."""
    if not clause.past and "了" not in found["o"]:
        yield Draft("habit", clean(found["o"]), when="timeless")


def _abstains(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not clause.negative:
        for item in listed(found["o"]):
            predicate = {"吃": "eats", "喝": "drinks"}[found["verb"]]
            yield Draft(predicate, item, polarity="negative")


RULES = (
    by(
        r"最(?:喜欢|爱|喜爱)(?:吃|喝|看|听|去)?的(?P<thing>[\u4e00-\u9fff]{1,4}?)"
        r"(?:一直)?是(?P<o>.+)",
        _favorite_of,
    ),
    by(
        r"最(?:喜欢|爱|喜爱)(?P<verb>吃|喝)?(?:的(?:就|还)?是)?(?P<o>(?!(?:吃|喝|看|听|去|玩)?的|人).+)",
        _favorite,
    ),
    by(
        rf"(?:会|还|更加?)?{_LIKE}(?P<o>.+)",
        lambda clause, found: [] if found.group().startswith("更") else _likes(clause, found),
    ),
    by(r"是(?P<o>.{2,12})(?:迷|爱好者|粉丝?|控)$", _likes),
    by(rf"{_DISLIKE}(?P<o>.+)", _dislikes),
    by(
        r"(?:更加?喜欢|更爱|更偏好|偏好|偏爱|倾向于?|宁愿|宁可|更愿意|更习惯|prefer\s*)(?P<o>.+)",
        _prefers,
    ),
    by(
        r"(?:比起|相比|跟)(?P<less>.+?)(?:[，,])?(?:我)?更(?:喜欢|爱|偏好)(?P<o>.+)",
        _than,
        whole=True,
        of_things=True,
    ),
    by(
        r"习惯(?:了|于)?(?P<o>(?!的)[\u4e00-\u9fffA-Za-z]{2,20})",
        lambda _clause, found: [Draft("habit", clean(found["o"]))],
    ),
    each(r"(?:的)?(?:爱好|兴趣(?:爱好)?)(?:是|有|包括)(?P<o>.+)", "hobby"),
    by(
        r"对(?P<o>[^，,。]{1,16}?)(?P<no>不)?(?:很|比较|特别|非常|挺|蛮|也|怎么)*(?:感兴趣|有兴趣)",
        lambda clause, found: [
            Draft(
                "interested_in",
                item,
                polarity="negative" if found["no"] or clause.negative else "positive",
            )
            for item in listed(found["o"])
        ],
    ),
    each(r"(?:害怕|恐惧|怕(?!是|麻烦|你|您|来不及|晚|耽误))(?P<o>[^我你他她]+)$", "afraid_of"),
    by(r"(?:能|可以|会|敢|爱|想)?(?P<no>)(?P<verb>吃|喝|碰)(?P<o>(?!了|过)[^，,。]{1,20})", _eats),
    by(
        r"(?P<o>[^，,。我]{1,10})我(?:们)?(?:都|也|可|是)*(?:不能|不敢|不爱|不喜欢|从来不|从不|不)(?P<verb>吃|喝|碰)(?:了|的)?$",
        _shunned,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?:戒|戒掉|忌|忌口|不碰)(?:了)?(?P<verb>吃|喝)?(?P<o>(?!烟|酒)[^，,。]{1,12})",
        lambda clause, found: _abstains(clause, found) if found["verb"] else [],
    ),
    by(
        r"(?:会|能)?(?:抽|吸)烟",
        lambda clause, _found: [
            Draft(
                "smokes",
                "烟",
                polarity="negative" if clause.negative or clause.past else "positive",
            )
        ],
    ),
    by(
        r"(?:已经)?戒(?:掉)?(?:了)?(?P<o>烟|酒)",
        lambda clause, found: (
            []
            if clause.negative
            else [
                Draft("smokes" if found["o"] == "烟" else "drinks", found["o"], polarity="negative")
            ]
        ),
    ),
    by(
        r"(?:是)?(?:个)?(?:吃)?(?P<o>素食(?:主义)?者?|全素|纯素|清真)",
        lambda _clause, found: [Draft("diet", found["o"])],
    ),
    by(r"吃(?P<o>素)(?=$|[，,。的了])", lambda _clause, _found: [Draft("diet", "素食")]),
    by(
        r"(?:会|爱|喜欢)?(?:弹|拉|吹)(?P<o>钢琴|吉他|小提琴|大提琴|古筝|二胡|萨克斯|笛子)",
        lambda _clause, found: [
            Draft(
                "plays",
                clean(found.group().removeprefix("会").removeprefix("爱").removeprefix("喜欢")),
            )
        ],
    ),
    each(
        r"(?:在用|用的是|使用的?是?|一直用|用(?=[A-Za-z]))(?![^，,。]*(?:养伤|做|写|画|装|煮|洗))(?P<o>[A-Za-z\u4e00-\u9fff][^，,。]{1,16})",
        "uses",
    ),
    by(
        rf"(?:会|能)?(?P<o>{_SKILL})(?=$|[，,。了])",
        lambda clause, found: (
            [Draft("skill", found["o"])]
            if re.search(r"[会能]", found.group() + clause.text)
            else []
        ),
    ),
    by(
        r".{0,6}?(?P<o>每(?:个|隔)?(?:天|日|周|星期|礼拜|月|年|晚|早)[^，,。]{0,10}?"
        rf"{_DOES}[^，,。]{{0,12}})$",
        _routine,
        whole=True,
    ),
)
