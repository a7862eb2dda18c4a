"""What took the place of what: 改喝茶, 从咖啡换成茶, 戒了糖, as Chinese puts a change."""

import re
from collections.abc import Iterator

from membus.adapters.rules.chinese.making import by
from membus.adapters.rules.chinese.objects import clean
from membus.adapters.rules.clause import Clause, Draft

_PREDICATES = {
    "喝": "drinks",
    "吃": "eats",
    "用": "uses",
    "使": "uses",
    "住": "lives_in",
    "学": "studies",
    "叫": "nickname",
    "做": "role",
    "当": "role",
}
_VERB = r"(?P<verb>喝|吃|用|使用|住|学|叫|做|当|穿|坐|骑|开|走|练|看|听|打|玩|抽|抹|去)"
_DRINK = re.compile(r"茶|咖啡|水$|奶|酒|可乐|果汁|饮料|豆浆|汽水|拿铁|美式|苏打")
_INTENDED = re.compile(r"打算|准备|计划|想|考虑|要不要|建议")
# These are given numbers and addresses; other rules read what they change into.
_NUMBERED = re.compile(
    r"(?:号码?|电话|手机|地址|邮箱|微信|尺码|鞋码|密码|时间|日期|航班|座位|房间|会议?|面试|考试|房租|租金|"
    r"价格|预算|工资|截止|订单|名字|昵称|状态|颜色|快递)$"
)


def _switched(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 改喝茶: what is done now."""
    if clause.negative or _INTENDED.search(clause.text):
        return
    value, verb = clean(found["o"]), found["verb"]
    predicate = _PREDICATES.get(verb[0])
    if value and predicate:
        yield Draft(predicate, value)
    elif value:
        yield Draft("habit", f"{verb}{value}")


def _replaced(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 把咖啡换成了茶: what is done now, and what is no more."""
    old, new = clean(found["old"]), clean(found["o"])
    if clause.negative or _INTENDED.search(clause.text) or _NUMBERED.search(old):
        return
    verb = found["verb"] or found["before"] or ""
    predicate = _PREDICATES.get(verb[:1]) or ("drinks" if _DRINK.search(old) else "uses")
    if old and new:
        yield Draft(predicate, new)
        yield Draft(predicate, old, polarity="negative")


def _given_up(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    value = clean(found["o"])
    if clause.negative or _INTENDED.search(clause.text) or not value:
        return
    if found["verb"] or value not in {"手机", "游戏", "网购", "外卖", "夜宵", "熬夜", "赌"}:
        drunk = found["verb"] == "喝" or (not found["verb"] and _DRINK.search(value))
        yield Draft("drinks" if drunk else "eats", value, polarity="negative")
    else:
        yield Draft("habit", value, polarity="negative")


RULES = (
    by(rf"(?:改|换)(?:成|为|着|到)?{_VERB}(?:了)?(?P<o>(?!了|的|过)[^，,。]{{1,16}})", _switched),
    by(
        r"(?:从|由|把|将)(?P<before>喝|吃|用|做|当|学)?(?P<old>[^，,。从]{1,12}?)(?:全)?"
        r"(?:改|换|变|升级|迁移)(?:成|为|到|用|喝|吃)+(?:了)?"
        r"(?P<verb>喝|吃|用|做|当|学)?(?P<o>[^，,。]{1,16})",
        _replaced,
    ),
    by(
        r"(?:已经)?(?:戒|戒掉|不碰)(?:掉)?(?:了)?(?P<verb>吃|喝)?"
        r"(?P<o>(?!烟|酒|指|备|心|断|骄|律|了)[^，,。]{1,8})",
        _given_up,
    ),
)
