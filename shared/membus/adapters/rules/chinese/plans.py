"""Plans, trips, meetings, goals and what was done, as Chinese puts them."""

import re
from collections.abc import Iterator

from membus.adapters.rules.chinese.making import by, owner
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


def _dated_plan(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 中秋节回老家: a plan only by its time."""
    if re.search(r"[年月天周]了$", clause.raw):
        return  # 结婚五年了
    ahead = not re.search(r"[了过]$|没|了[^，,。]", clause.text)
    if clause.times and ahead and not clause.negative:
        past = _BYGONE.search(clause.raw)
        yield Draft("event" if past else "plans", clean(found["o"]))


def _scheduled(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 展会5月14日开幕, 这周五停水一天."""
    if clause.times and not clause.negative and not re.search(r"[了过已]", clause.text):
        what = clean(re.sub(r"^我们?的?", "", found["o"]))
        yield Draft("meeting", what, subject=clause.speaker, polarity="positive")


# Trips and appointments are read as such.
_ELSEWHERE = re.compile(
    rf"(?:出差|旅游|旅行|度假|玩|开会|看展|探亲|出游|转机|自驾|哪|上班|上学)|^去.{{2,10}}?(?:找|看望|拜访|参加|谈)|{_MEETING}|^(?:去|送|接)(?:了|过|掉|给|到)"
)
_BYGONE = re.compile(r"去年|上个?(?:周|月|星期|礼拜)|昨|前[天年]|当年|那年|当时")


def _trip(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    place = clean(found["o"])
    if not place or _NO_PLACE.search(place):
        return
    went = "了" in found["after"] or "过" in found["after"] or _BYGONE.search(clause.raw)
    ahead = clause.times or _INTENDED.search(found.group())
    if went or ahead:
        yield Draft("visited" if went else "travels_to", place)


_NO_PLACE = re.compile(
    r"[了过]$|上班|医院|公司|超市|学校|哪|吃|买|看|机场|开会|参加|外面|接|取|办|[和跟陪找听与]|没能|家里"
)
_INTENDED = re.compile(r"^(?:要|会|将|得|打算|准备|想)")


def _visited(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    place = clean(found["o"])
    if place and not re.match(r"医院|公司|超市|学校|哪|那|这|一", place):
        yield Draft("visited", place)


def _called_off(found: re.Match[str]) -> Iterator[Draft]:
    """Read 不去上海了: a trip that was planned."""
    place = clean(found["o"])
    if found.group().endswith("了") and place and not _NO_TRIP.match(place):
        yield Draft("travels_to", place)


_NO_TRIP = re.compile(r"医院|公司|超市|学校|哪|那|这|一|上班|睡|吃|买|成|过|想|说|管|家$")


_MOVED_TO = re.compile(r"(?:改|推迟|提前|延期?|挪|顺延)(?:到|至|在|成)")
_MOVING = re.compile(r"(?:的?时间)?(?:改|推迟|提前|延期?|挪|顺延)?(?:到|至|在|成)?了?$")


def _meeting(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    moved = _MOVED_TO.search(clause.raw) is not None
    told = clause.text.removesuffix("了") if moved else clause.text
    if clause.times and not re.search(r"(?<!约)[了过]|取消|最烦|讨厌|喜欢", told):
        what = re.sub(r"约了?(?=[看吃打见])", "", found["o"])
        yield Draft(
            "meeting", clean(_MOVING.sub("", what) if moved else what), subject=owner(clause)
        )


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
        r"转机|自驾|找人|找[^，,。]{1,6}|见[^，,。]{1,6}|看望[^，,。]{1,6}|拜访[^，,。]{0,6}|参加[^，,。]{1,10}|谈[^，,。]{1,6})(?:了|过)?)",
        _trip,
    ),
    by(
        r"(?:飞|飞往|飞去)(?P<o>[\u4e00-\u9fff]{2,8})(?P<after>)",
        lambda clause, found: _trip(clause, found) if clause.times else [],
    ),
    by(
        r"(?P<o>(?:(?:和|跟|与)[^，,。]{1,6})?(?:去世|过世|死|退休|毕业|订婚|分手|出生|住院|出院|升职|失业|被裁|辞职|搬家|创业|怀孕|流产|"
        r"考上[\u4e00-\u9fff]{2,10}?|被偷))了?(?=$|[，,。])",
        lambda clause, found: (
            [Draft("event", found["o"].replace("考上了", "考上"))]
            if "了" in clause.text and not clause.negative
            else []
        ),
    ),
    by(
        r"(?P<o>(?:去成|做成|办成|谈成|赶上|考上|追上|坐上|买到|订到|约到|抢到|见到|申请到|拿到|考过|面试过|签下来|办下来|做完|办完|写完|看完|读完|学会|谈妥|通过)(?:了)?[^，,。]{0,14})$",
        lambda clause, found: [Draft("event", clean(found["o"]))] if clause.negative else [],
    ),
    by(
        r"(?P<o>(?:吃|喝|坐|看|玩|学|听|见|试|养|开|打|住|用|骑|做)过[^，,。]{1,12})$",
        lambda clause, found: [Draft("event", clean(found["o"]))] if clause.negative else [],
    ),
    by(
        r"(?:刚)?(?:去|到|回)了(?P<o>[\u4e00-\u9fffA-Za-z]{2,10})$",
        lambda clause, found: _visited(clause, found) if clause.times else [],
    ),
    by(
        r"(?:打算|准备|计划|想|要)?(?:去|回|飞)(?P<o>[\u4e00-\u9fffA-Za-z]{2,8}?)了?$",
        lambda clause, found: _called_off(found) if clause.negative else [],
    ),
    by(
        r"(?P<o>[\u4e00-\u9fff]{0,6}(?:会议|例会)(?:的?时间)?(?:推迟|提前|延期)?了?)$",
        _meeting,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?:决定|打算|最后|最终)*不?(?P<o>辞职|换工作|搬家|结婚|考研|出国|留学|装修|买房|买车|读研|转行|创业)了$",
        lambda clause, found: (
            [Draft("plans", found["o"], polarity="negative")]
            if clause.negative or "不" in found.group()
            else []
        ),
    ),
    by(r"(?:去|到)过(?P<o>[\u4e00-\u9fffA-Za-z]{2,10})", _visited),
    by(
        r"(?:要|会|还|得|有(?:个|一个|场|一场)?|需要)*(?P<o>(?:(?:和|跟|与|同)"
        rf"[^，,。]{{1,10}}?)?(?:有(?:个|一个|场|一场)|约了?|要|一起|"
        rf"在[^，,。在]{{1,8}}){{0,3}}(?:[\u4e00-\u9fff]{{0,6}}?){_MEETING}[^，,。]{{0,8}})",
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
            if clause.times and "取消" not in clause.text
            else []
        ),
        whole=True,
        of_things=True,
    ),
    by(
        r"(?P<o>(?:见|参加|完成|看|跑|通过|拿到|收到|学会|做|办|搬|换|修|卖|摔|扭|烫|割|撞|丢|弄丢|考|签|吃|租|结|生|动|拔|打|考过|领|赢|输|拿)(?:到|断|伤|破|掉|"
        r"完)?了[^，,。]{1,20})$",
        lambda clause, found: (
            [Draft("event", clean(found["o"]))] if clause.times and not clause.negative else []
        ),
    ),
    by(
        r"(?:要|会|准备|打算)?(?P<o>(?:上班|实习|出差|开始(?:上班|上学|上课|实习|放假|工作)|回(?:老家|家|国|学校|娘家)|休(?:年|产|婚|病)?假|放假|"
        r"请假|搬家|出国|结婚|办婚礼|值班|加班|入学|开学|毕业(?!于)|坐(?:飞机|高铁|火车)|参加[^，,。]{2,8}|报名[^，,。]{2,8})[^，,。]{0,8})$",
        _dated_plan,
    ),
    by(
        r"(?P<o>[\u4e00-\u9fffA-Za-z]{2,12}?(?:发|到账|开幕|开工|交房|上线|上映|开业|报到|出发|开庭|开标|停水|停电|断网|检修))(?P<rest>[一两半]天)?$",
        _scheduled,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?P<o>停水|停电|断网|检修|封路)(?P<rest>[一两半三]天)?$",
        _scheduled,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?P<o>(?:借给|借了|还给|转给|付给|赔给|欠)[^，,。]{1,8}?[\d一两二三四五六七八九十百千万半]{1,8}[^，,。]{0,8})$",
        lambda clause, found: [] if clause.negative else [Draft("event", clean(found["o"]))],
    ),
    by(
        r"(?P<what>[\u4e00-\u9fff]{1,8}?)(?:不用|不必|不需要)(?P<o>[退交还付寄送买取办续])了$",
        lambda clause, found: [
            Draft(
                "task", f"{found['o']}{found['what']}", subject=clause.speaker, polarity="negative"
            )
        ],
        whole=True,
        of_things=True,
    ),
    by(
        r"(?P<o>(?:在[^，,。]{1,8})?把[^，,。]{1,10}(?:丢|弄丢|摔|打碎|忘|落|撞|刮|弄坏|弄湿)[^，,。]{0,6}了[^，,。]{0,6})$",
        lambda clause, found: [Draft("event", clean(found["o"]))] if clause.times else [],
    ),
    by(
        r"(?:要|得|会|还要)?(?P<o>(?:去|陪|带|接|送)[^，,。]{2,16})$",
        lambda clause, found: [] if _ELSEWHERE.search(found["o"]) else _dated_plan(clause, found),
    ),
    by(r"的?(?P<o>飞机|高铁|火车|航班|大巴|船)(?:票)?$", _dated_plan),
    by(
        r"(?:要)?(?P<o>来(?!自|着|说|得|不)[^，,。]{1,10})$",
        lambda clause, found: (
            [] if clause.subject == clause.speaker else _dated_plan(clause, found)
        ),
    ),
    by(
        r"(?:的)?(?:目标|梦想|愿望)是(?P<o>.+)",
        lambda _clause, found: [Draft("goal", clean(found["o"]))],
    ),
)
