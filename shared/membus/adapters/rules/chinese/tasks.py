"""Needs, wishes, tasks, promises, deadlines and notes, as Chinese puts them."""

import re
from collections.abc import Iterator

from membus.adapters.rules.chinese.making import by
from membus.adapters.rules.chinese.objects import clean
from membus.adapters.rules.clause import Clause, Draft

DO = (
    r"(?:寄|发|交|提交|给|带|买|订|预订|完成|联系|通知|打电话|回复|付款|支付|转账|"
    r"准备|处理|安排|确认|退|补|修改|更新|写|还|取|接|送|"
    r"帮|核实|跟进|反馈|提供|赔|补发|回电|登记|审核|上传|整理|汇报)"
)
IDLE = re.compile(
    r"^(?:问|知道|了解|咨询|说|请教|看看|你|您|帮|一下|的是|请|不|怎么|查|确认一下|找|是)"
)


def _needs(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    # What the order rules read has a predicate of its own.
    claim = re.search(r"发票|报销|退款|退货|换货", found["o"])
    if not claim and not IDLE.match(found["o"]):
        verb = re.match(rf"{DO}|去|做|参加|开(?!票)|学|看|跑|改|把|在", found["o"])
        predicate = "task" if verb else "needs"
        wanted = clean(found["o"].removeprefix("在"))
        yield Draft(predicate, wanted, when="happens" if verb else None)


def _due(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 周三要交报告: what is to be done by a time is a task."""
    if clause.times and not clause.negative and not _CLAIMS.search(found["o"]):
        yield Draft("task", clean(found["o"]), when="happens")


_CLAIMS = re.compile(r"发票|报销|退款|退货|换货|开会|见面|吃饭")


def _task(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not IDLE.match(found["o"]):
        yield Draft(
            "task", clean(found["o"]), subject=clause.speaker, when="happens", polarity="positive"
        )


def _wants(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not IDLE.match(found["o"]) and not re.match(r"退|换|申请|取消|起来|到$|想", found["o"]):
        yield Draft("wants", clean(found["o"]))


def _sought(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 求推荐一款降噪耳机: what is looked for is needed."""
    wanted = clean(re.sub(r"^[一两几]?[个款家本部台双首些]", "", found["o"]))
    yield Draft("needs", wanted, subject=clause.speaker, polarity="positive")


def _promise(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("commitment", clean(found["o"]))


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
        r"(?:请|你|您)?(?:要)?(?:记得(?!之前|以前|上次|当时|那|小时候|有一次)|"
        r"别忘了?|不要忘了?)(?:要|去)?(?P<o>(?!我|你|您|吗).+)",
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
    by(
        rf"(?:要|应该|该|打算|准备)(?P<o>(?:把[^，,。]{{1,12}})?(?:{DO}|续签|续费|考|装修|做完|改|签|拿|办)[^，,。]*)",
        _due,
    ),
    by(
        r"(?:请|你|您|快|麻烦)*帮我(?:们)?(?:订|找|推荐|买|预约|预订|租)(?:一下)?(?P<o>[一两几]?[家个款张间本辆台份套束][^，,。]{2,24})",
        lambda clause, found: [Draft("wants", clean(found["o"]), subject=clause.speaker)],
        whole=True,
        of_things=True,
    ),
    by(
        r"想(?P<o>(?:学(?!问)|考(?!虑)|去(?!问)|试(?!问)|尝试|养|开(?!发票)|转行|创业|减肥|搬|读|看(?!看|一下))[^，,。]{1,16})",
        lambda clause, found: [] if clause.negative else [Draft("wants", clean(found["o"]))],
    ),
    by(
        r"(?P<o>[^，,。]{1,16}?(?:合同|租约|协议|签证|护照|会员|保险|健身卡|驾照))(?:签)?(?:到|至)$",
        _deadline,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?P<o>[\u4e00-\u9fffA-Za-z]{2,12}?(?:交|截稿))$",
        _deadline,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?P<o>[^，,。]{1,16}?(?:到期|过期|截止|失效|开抢|开售))(?:了)?$",
        _deadline,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?:想要|想买|想换(?!货|一|个|成|\d|[SMLX]|[红黄蓝绿黑白灰粉]色?的)|希望(?:能|可以)?(?=买|有|得到))(?P<o>(?!问|请).+)",
        _wants,
    ),
    by(
        r"(?:想|要|在)?(?:求推荐|求|寻|推荐)(?:一下)?(?P<o>(?:[一两几]?[款家本部个台双首些]|好用|好吃|适合)[^，,。]{2,24})",
        _sought,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?:想|要|打算|准备)(?:找|租|请|招|订|定|买)(?P<o>(?:[一两几]?[款家本部个台双套间位名]|适合)[^，,。]{2,24})",
        lambda clause, found: [] if clause.negative else [Draft("wants", clean(found["o"]))],
    ),
    by(
        r"想(?P<o>(?!退|换|说|起|到|用|要|谈|聊|问|提|念|想|买|找|法|象|通|知道|请|让|办法|必|失去)"
        r"[^，,。他她它这那]{3,20})",
        lambda clause, found: [Draft("wants", clean(found["o"]))] if clause.negative else [],
    ),
    by(r"(?:保证|承诺|答应)(?:一定|会|要|你|您|在)*(?P<o>.+)", _promise),
    by(
        rf"(?:一定|就|尽快)*会(?:一定|尽快|马上|再|亲自|在|给你|给您)*(?P<o>{DO}.+)",
        lambda clause, found: (
            _promise(clause, found)
            if clause.times
            or (clause.negative is False and re.search(r"一定|尽快|马上", clause.text))
            else []
        ),
    ),
    by(
        r"(?:我们?的?)?(?P<o>.{2,20}?)的?(?:截止(?:日期|时间)?|期限|deadline|DDL|"
        r"ddl)(?:是|在|为|(?:延|改|推迟|提前)(?:到|至|为)了?)?$",
        _deadline,
        whole=True,
        of_things=True,
    ),
)
