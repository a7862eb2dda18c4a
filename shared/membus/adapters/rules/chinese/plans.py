"""Needs, tasks, commitments, plans, meetings and trips, as Chinese puts them."""

import re
from collections.abc import Iterator

from membus.adapters.rules.chinese.making import by
from membus.adapters.rules.chinese.objects import clean
from membus.adapters.rules.clause import Clause, Draft

_DO = (
    r"(?:寄|发|交|提交|给|带|买|订|预订|完成|联系|通知|打电话|回复|付款|支付|转账|"
    r"准备|处理|安排|确认|退|补|修改|更新|写|还|取|接|送|"
    r"帮|核实|跟进|反馈|提供|赔|补发|回电|登记|审核|上传|整理|汇报)"
)
_MEETING = (
    r"(?:开会|会议|面试|聚餐|约会|见面|吃饭|体检|看牙|看医生|复查|手术|考试|答辩|婚礼|"
    r"培训|汇报|演讲|演出|拜访|碰头|打球|看电影|看房|家长会|评审|会$|电话会|视频会)"
)
_PLACE = r"(?P<o>[\u4e00-\u9fffA-Za-z]{2,10}?)"
_IDLE = re.compile(
    r"^(?:问|知道|了解|咨询|说|请教|看看|你|您|帮|一下|的是|请|不|怎么|查|确认一下|找|是)"
)


def _needs(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    # What the order rules read has a predicate of its own.
    claim = re.search(r"发票|报销|退款|退货|换货", found["o"])
    if not claim and not _IDLE.match(found["o"]):
        verb = re.match(rf"{_DO}|去|做|参加|开(?!票)|学|看|跑|改|把|在", found["o"])
        predicate = "task" if verb else "needs"
        yield Draft(predicate, clean(found["o"]), when="happens" if verb else None)


def _task(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not _IDLE.match(found["o"]):
        yield Draft(
            "task", clean(found["o"]), subject=clause.speaker, when="happens", polarity="positive"
        )


def _wants(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not _IDLE.match(found["o"]) and not re.match(r"退|换|申请|取消|起来|到$|想", found["o"]):
        yield Draft("wants", clean(found["o"]))


def _plan(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not _IDLE.match(found["o"]):
        yield Draft("plans", clean(found["o"]))


def _promise(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("commitment", clean(found["o"]))


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


def _deadline(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if clause.times:
        matter = clean(found["o"])
        yield Draft("deadline", matter, subject=clause.speaker, polarity="positive", when="happens")


def _noted(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if len(found["o"]) > 4:  # noqa: PLR2004 - shorter notes say nothing
        yield Draft("remember", clean(found["o"]), subject=clause.speaker, polarity="positive")


RULES = (
    by(
        r"(?:请|麻烦|帮我|到时候?|记得|一定要?|可以)*提醒(?:我|一下|我们)+(?:要|去)?(?P<o>.+)",
        _task,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?:请|你|您)?(?:要)?(?:记得(?!之前|以前|上次|当时|那|小时候|有一次)|别忘了?|不要忘了?)(?:要|去)?(?P<o>(?!我|你|您|吗).+)",
        _task,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?:请|你|您|帮我)*(?:记住|记一下|备注一下|备注)[：:，,\s]*(?P<o>.+)",
        _noted,
        whole=True,
        of_things=True,
    ),
    by(r"(?:还)?(?:需要|需)(?P<o>.+)", _needs),
    by(r"(?:必须|得(?!了|到)|务必|一定要)(?P<o>.+)", _needs),
    by(r"(?:想要|想买|想换|希望(?:能|可以)?(?=买|有|得到))(?P<o>(?!问|请).+)", _wants),
    by(r"(?:正)?(?:打算|计划|准备|决定|考虑好了?要?)(?:要)?(?P<o>(?!好了|了|的).+)", _plan),
    by(
        r"(?:会|要|将)(?P<o>(?:结婚|搬家?到?|换工作|辞职|考研|出国|留学|装修|买房|"
        r"买车|生孩子|参加|入职|毕业|开学|回老家)[^，,。]{0,16})",
        lambda clause, found: [] if clause.negative else _plan(clause, found),
    ),
    by(r"(?:保证|承诺|答应)(?:一定|会|要|你|您|在)*(?P<o>.+)", _promise),
    by(
        rf"(?:一定|就|尽快)*会(?:一定|尽快|马上|再|亲自|在|给你|给您)*(?P<o>{_DO}.+)",
        lambda clause, found: (
            _promise(clause, found)
            if clause.times
            or (clause.negative is False and re.search(r"一定|尽快|马上", clause.text))
            else []
        ),
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
        r"(?:我们?的?)?(?P<o>.{2,20}?)的?(?:截止(?:日期|时间)?|期限|deadline|DDL|ddl)(?:是|在|为)?$",
        _deadline,
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
