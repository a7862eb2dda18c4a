"""What an assistant's Chinese reply commits itself to, and what it says of an order."""

import re
from collections.abc import Iterator

from membus.adapters.rules.chinese.making import by
from membus.adapters.rules.chinese.objects import clean
from membus.adapters.rules.chinese.tasks import DO
from membus.adapters.rules.clause import Clause, Draft

_STAFF = (
    r"(?:技术人员|工程师|客服(?:人员|专员)?|专员|同事|快递员|师傅|仓库|财务(?:部门)?|物流|"
    r"我们的[\u4e00-\u9fff]{2,4}|工作人员|售后(?:人员)?)"
)
_MEANT = re.compile(r"会|将|已|这就|马上|立即|尽快|稍后|随后")
_CODE = r"(?P<n>(?=[A-Za-z0-9-]*\d)[A-Za-z0-9][A-Za-z0-9-]{2,})"


def _promise(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    told = clause.times or _MEANT.search(clause.text)
    booked = re.match(r"(?:(?:为|帮|给)[您你])?(?:预约|预订|订|安排)(?:好)?了", found["o"])
    if clause.subject == clause.speaker and not clause.negative and told and not booked:
        yield Draft("commitment", clean(re.sub(r"[您你]", "用户", found["o"])))


def _staff_promise(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 技术人员会在24小时内联系您: who does it stays in what is promised."""
    if clause.times and not clause.negative:
        told = re.sub(r"[您你]", "用户", f"{found['who']}{found['o']}")
        yield Draft("commitment", clean(told), subject=clause.speaker)


def _expected(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 您的退款预计3天内到账."""
    if clause.times:
        told = f"{found['what']}{found['o']}"
        yield Draft("commitment", clean(told), subject=clause.speaker, polarity="positive")


def _booked(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 我帮您预约了周三下午三点的体检: the user's appointment."""
    if clause.times and not clause.negative:
        yield Draft("meeting", clean(found["o"]), subject="user")


def _asked(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 请您周五前提供发票: a task of the user's, if there is a time for it."""
    if clause.times and not clause.negative:
        yield Draft("task", clean(found["o"]), subject="user", polarity="positive", when="happens")


def _code(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft(_CODES[found["what"]], found["o"], subject="user", polarity="positive")


def _order(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    status = clean(found["s"])
    if status:
        yield Draft("order_status", status, subject=f"order {found['n']}", polarity="positive")


def _tracking(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("tracking_number", found["n"], subject="user", polarity="positive")


def _numbered(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("order", found["n"], subject="user", polarity="positive")


_CODES = {
    "工单": "ticket",
    "取件码": "pickup_code",
    "航班": "flight",
    "房间": "room",
    "座位": "seat",
}

RULES = (
    by(
        rf".{{0,6}}?(?P<what>{'|'.join(_CODES)})(?:号码?|编号)?(?:是|为|[:：])\s*(?P<o>[A-Za-z0-9-]{{3,20}})",
        _code,
        whole=True,
        of_things=True,
    ),
    by(
        rf"(?P<who>{_STAFF})(?:预计|大约)?(?:会|将|就|可以)(?:在|尽快|马上|主动|再)*(?P<o>.{{2,24}})",
        _staff_promise,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?:[您你](?:的)?)?(?P<what>[\u4e00-\u9fff]{2,8}?)(?:预计|大约|大概|最晚|最迟|将|会)+(?:在|于)?"
        r"(?P<o>(?:到账|送达|发货|到货|寄出|完成|退回|上门|派送|审核|开具)[^，,。]{0,10})",
        _expected,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?:已经?)?(?:(?:为|帮|给)[您你])?(?:预约|预订|订|安排)(?:好)?了(?:的)?(?P<o>[^，,。]{2,20})",
        _booked,
    ),
    by(
        rf"(?:麻烦|请)+(?:[您你])?(?:务必|一定|记得|在|于)*(?P<o>{DO}.{{1,24}})",
        _asked,
        whole=True,
        of_things=True,
    ),
    by(
        rf".{{0,6}}?订单(?:号|编号)(?:是|为|[:：])\s*{_CODE}$",
        _numbered,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?:这边)?(?:一定|就|马上|尽快|立即|稍后|随后)*(?:会|将)?(?:在|再|尽快|马上|"
        r"一定|安排|为[您你]|帮[您你]|给[您你]|立即|优先|免费|"
        rf"跟进并)*(?P<o>(?:把[^，,。]{{1,12}})?(?:(?:为|帮|给|向)[您你]?)?(?:{DO}|答复|答|预约|预订|补|升级|减免|开).+)",
        _promise,
    ),
    by(
        rf".{{0,6}}?订单(?:号|编号)?[:：]?\s*{_CODE}(?:的.{{1,6}})?(?P<s>(?:已|正|"
        r"将|会|预计|显示|目前|还|未|在|尚)[^，,。]*)",
        _order,
        whole=True,
        of_things=True,
    ),
    by(
        rf".{{0,8}}?(?:运单|快递单?|物流单?)号?(?:码)?(?:是|为|[:：])?\s*{_CODE}",
        _tracking,
        whole=True,
        of_things=True,
    ),
)
