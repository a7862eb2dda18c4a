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
        yield Draft(predicate, clean(found["o"]), when="happens" if verb else None)


def _task(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not IDLE.match(found["o"]):
        yield Draft(
            "task", clean(found["o"]), subject=clause.speaker, when="happens", polarity="positive"
        )


def _wants(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not IDLE.match(found["o"]) and not re.match(r"退|换|申请|取消|起来|到$|想", found["o"]):
        yield Draft("wants", clean(found["o"]))


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
    by(r"(?:想要|想买|想换|希望(?:能|可以)?(?=买|有|得到))(?P<o>(?!问|请).+)", _wants),
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
        r"ddl)(?:是|在|为)?$",
        _deadline,
        whole=True,
        of_things=True,
    ),
)
