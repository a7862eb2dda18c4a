"""Plans, trips, meetings, goals and what was done, as Chinese puts them."""

import re
from collections.abc import Iterator

from membus.adapters.rules.chinese.making import by
from membus.adapters.rules.chinese.objects import clean
from membus.adapters.rules.chinese.tasks import IDLE
from membus.adapters.rules.clause import Clause, Draft

_MEETING = (
    r"(?:开会|会议|面试|聚餐|约会|见面|吃饭|体检|看牙|看医生|复查|手术|考试|答辩|婚礼|"
    r"培训|汇报|演讲|演出|拜访|碰头|打球|看电影|看房|家长会|评审|会$|电话会|视频会)"
)
_PLACE = r"(?P<o>[\u4e00-\u9fffA-Za-z]{2,10}?)"


def _plan(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not IDLE.match(found["o"]):
        yield Draft("plans", clean(found["o"]))


def _trip(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    place = clean(found["o"])
    if place and not re.search(
        r"[了过]$|上班|医院|公司|超市|学校|哪|吃|买|看|机场|开会|参加|外面|接|取|办", place
    ):
        went = "了" in found["after"] or "过" in found["after"]
        yield Draft("visited" if went else "travels_to", place)


def _visited(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    place = clean(found["o"])
    if place and not re.match(r"医院|公司|超市|学校|哪|那|这|一", place):
        yield Draft("visited", place)


def _meeting(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if clause.times and not re.search(r"[了过]", clause.text):
        yield Draft("meeting", clean(found["o"]), subject=clause.subject or clause.speaker)


def _booked(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not clause.negative:
        yield Draft("meeting", clean(f"预约{found['o']}"), subject=clause.speaker)


RULES = (
    by(r"(?:正)?(?:打算|计划|准备|决定|考虑好了?要?)(?:要)?(?P<o>(?!好了|了|的).+)", _plan),
    by(
        r"(?:会|要|将)(?P<o>(?:结婚|搬家?到?|换工作|辞职|考研|出国|留学|装修|买房|"
        r"买车|生孩子|参加|入职|毕业|开学|回老家)[^，,。]{0,16})",
        lambda clause, found: [] if clause.negative else _plan(clause, found),
    ),
    by(
        rf"(?:要|会|将|得)?(?:和.{{1,8}}|跟.{{1,8}})?(?:去|飞|到|回|"
        rf"在){_PLACE}(?P<after>(?:出差|旅游|旅行|度假|玩|开会|看展|培训|探亲|出游|"
        r"转机|自驾)(?:了|过)?)",
        _trip,
    ),
    by(
        r"(?:飞|飞往|飞去)(?P<o>[\u4e00-\u9fff]{2,8})(?P<after>)",
        lambda clause, found: _trip(clause, found) if clause.times else [],
    ),
    by(r"(?:去|到)过(?P<o>[\u4e00-\u9fffA-Za-z]{2,10})", _visited),
    by(
        r"(?:要|会|还|得|有(?:个|一个|场|一场)?|需要)*(?P<o>(?:(?:和|跟|与|同)"
        rf"[^，,。]{{1,10}}?)?(?:有(?:个|一个|场|一场)|约了?|要|一起|"
        rf"在.{{1,8}})*(?:[\u4e00-\u9fff]{{0,6}}?){_MEETING}[^，,。]{{0,8}})",
        _meeting,
    ),
    by(
        r"(?:预约|约|预定|预订|订)(?:好)?(?:了)?(?P<o>(?!在|好|的|过)[^，,。]{2,20})",
        lambda clause, found: (
            _booked(clause, found) if "了" in found.group() or clause.times else []
        ),
    ),
    by(
        r"(?:[\u4e00-\u9fff]{0,6})?(?P<o>[\u4e00-\u9fff]{0,6}(?:会议|评审|面试|"
        r"考试|聚会|婚礼|航班|体检))(?:安排|定|改|推迟|提前)?(?:在|到|为|是)?$",
        lambda clause, found: (
            [Draft("meeting", clean(found["o"]), subject=clause.speaker, polarity="positive")]
            if clause.times
            else []
        ),
        whole=True,
        of_things=True,
    ),
    by(
        r"(?P<o>(?:见|参加|完成|看|跑|通过|拿到|收到|学会|做|办|搬|换|修|卖)(?:到|"
        r"完)?了[^，,。]{2,20})$",
        lambda clause, found: (
            [Draft("event", clean(found["o"]))] if clause.times and not clause.negative else []
        ),
    ),
    by(
        r"(?:的)?(?:目标|梦想|愿望)是(?P<o>.+)",
        lambda _clause, found: [Draft("goal", clean(found["o"]))],
    ),
    by(
        r"(?:正在|在)(?P<o>(?:申请|办理|备考|准备|装修|找工作|减肥|健身)[^，,。]{0,12})",
        lambda _clause, found: [Draft("state", clean(found["o"]))],
    ),
)
