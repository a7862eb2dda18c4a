"""What an assistant's Chinese reply commits itself to, and what it says of an order."""

import re
from collections.abc import Iterator

from membus.adapters.rules.chinese.making import by
from membus.adapters.rules.chinese.objects import clean
from membus.adapters.rules.chinese.tasks import DO
from membus.adapters.rules.clause import Clause, Draft

_MEANT = re.compile(r"会|将|已|这就|马上|立即|尽快|稍后|随后")
_CODE = r"(?P<n>(?=[A-Za-z0-9-]*\d)[A-Za-z0-9][A-Za-z0-9-]{2,})"


def _promise(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    told = clause.times or _MEANT.search(clause.text)
    if clause.subject == clause.speaker and not clause.negative and told:
        yield Draft("commitment", clean(re.sub(r"[您你]", "用户", found["o"])))


def _order(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    status = clean(found["s"])
    if status:
        yield Draft("order_status", status, subject=f"order {found['n']}", polarity="positive")


def _tracking(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("tracking_number", found["n"], subject="user", polarity="positive")


def _numbered(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("order", found["n"], subject="user", polarity="positive")


RULES = (
    by(
        rf".{{0,6}}?订单(?:号|编号)(?:是|为|[:：])\s*{_CODE}$",
        _numbered,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?:这边)?(?:一定|就|马上|尽快|立即|稍后|随后)*会?(?:在|再|尽快|马上|"
        r"一定|安排|为[您你]|帮[您你]|给[您你]|立即|优先|免费|"
        rf"跟进并)*(?P<o>(?:(?:为|帮|给|向)[您你]?)?{DO}.+)",
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
        rf".{{0,8}}?(?:运单|快递单?|物流单?)号?(?:码)?(?:是|为|[:：])\s*{_CODE}",
        _tracking,
        whole=True,
        of_things=True,
    ),
)
