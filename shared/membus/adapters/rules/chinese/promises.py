"""What others promised or asked of the speaker: 王经理说周五前给我答复, 医生让我少喝酒."""

import re
from collections.abc import Iterator

from membus.adapters.rules.chinese.making import by
from membus.adapters.rules.chinese.objects import clean
from membus.adapters.rules.chinese.persons import ORGANISATION
from membus.adapters.rules.chinese.tasks import DO
from membus.adapters.rules.clause import Clause, Draft

_SAID = (
    r"(?:(?:跟|和|对)我(?:们)?)?(?:说|讲|告诉我(?:们)?|通知我(?:们)?|回复(?:我)?说?|表示|保证|"
    r"承诺|答应)(?:了|过|好)?(?:我(?:们)?)?"
)
_WILL = r"(?:，|,)?(?:他们?|她们?|公司|会|要|将|一定|尽快|马上|在|再|就|可以|能)*"
_FIRM_PROMISE = re.compile(r"答应|保证|承诺|一定")
_OTHERS = re.compile(
    r"^(?:客服|快递员?|物业|中介|房东|公司|银行|学校|医院|店家|商家|卖家|供应商|对方|厂家|平台|师傅|他们)"
)


def _promise(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    other = clause.subject not in {clause.speaker, "", ORGANISATION}
    if other and not clause.negative and (clause.times or _FIRM_PROMISE.search(found.group())):
        yield Draft("commitment", _of(found["o"], clause), confidence=0.8)


def _unnamed_promise(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 客服说三天内退款: promised by whom the speaker only calls by what they are."""
    if not clause.subject or clause.subject == clause.speaker:
        yield Draft("commitment", _of(found["o"], clause), subject=found["who"], confidence=0.8)


def _advised(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if clause.subject not in {clause.speaker, ""} and not clause.negative:
        yield Draft("task", clean(found["o"]), subject=clause.speaker, when="happens")


def _of(text: str, clause: Clause) -> str:
    """Return what was promised, with "me" called by name: it is read by others later."""
    name = "用户" if clause.speaker == "user" else clause.speaker
    return clean(re.sub(r"我们?", name, text))


RULES = (
    by(
        rf"{_SAID}{_WILL}(?P<o>(?:给|帮|为|替|把|来)?(?:我们?)?(?:{DO}|来|到|修|结|换|开|做|办|出).*)",
        _promise,
    ),
    by(
        rf"(?P<who>{_OTHERS.pattern[1:]}){_SAID}{_WILL}"
        rf"(?P<o>(?:给|帮|为|替|把|来)?(?:我们?)?(?:{DO}|来|到|修|结|换|开|做|办|出).*)",
        _unnamed_promise,
        whole=True,
        of_things=True,
    ),
    by(r"(?:叫|让|要求|叮嘱|嘱咐|建议|提醒)我(?:们)?(?P<o>(?!别)[^，,。]{2,24})", _advised),
)
