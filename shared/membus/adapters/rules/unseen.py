"""What is taken back that was said too long ago to be seen: the writer finds what it ends."""

import re
from collections.abc import Iterator
from dataclasses import replace

from membus.adapters.rules.clause import Draft
from membus.domain.canonical import OTHERS, canonical_statement
from membus.domain.predicates import CALLED_OFF, PREDICATES

_OWNER = re.compile(r"^(?:my|our|the|that|this|我们?的?|这个?|那个?)\s*", re.IGNORECASE)
_PLANNED = re.compile(
    r"\b(?:trip|cruise|tour|holiday|vacation|journey|flight|visit|weekend|getaway|party|dinner|lunch|"
    r"meeting|appointment|call|interview|wedding|move|class|course|race|marathon|concert|"
    r"exhibition|conference|barbecue|bbq|picnic|plans?)\b|"
    r"旅行|旅游|出差|行程|那趟|这趟|聚会|聚餐|饭局|会议|面试|预约|约会|婚礼|搬家|课程?|比赛|演出|展览|计划|打算",
    re.IGNORECASE,
)
_LONGEST = 40
_NUMBER = re.compile(r"\s*(?:number|no\.?|code|号码?|编号)$", re.IGNORECASE)
# Of these somebody has several, but "the order number" is of the one that was told.
_NUMBERED = frozenset({"order", "flight", "ticket", "contract"})
# What a thing has one of at a time: what was said of it was most likely one of these.
_OF_THINGS = ("is", "date", "amount")
_TROUBLE = re.compile(
    r"\b(?:bugs?|problems?|issues?|errors?|failures?|outages?|delays?|crash(?:es)?|leaks?|faults?)\b|"
    r"问题|故障|错误|漏洞|报错|延误",
    re.IGNORECASE,
)


def attribute(topic: str, speaker: str) -> Iterator[Draft]:
    """Yield the denial of the value of what a topic names: "my phone number"."""
    predicate = _predicate(topic)
    if predicate and (PREDICATES[predicate].single_valued or predicate in _NUMBERED):
        yield _ended(predicate, speaker)


def mended(topic: str, value: str, speaker: str) -> Iterator[Draft]:
    """Yield the right value of what a topic names, and the denial of the one before."""
    for denial in attribute(topic, speaker):
        yield replace(denial, object=value, polarity="positive")
        yield denial


def _predicate(topic: str) -> str:
    """Return the predicate of the table that a topic names, "" for none."""
    name = _OWNER.sub("", topic.strip())
    for wording in (name, _NUMBER.sub("", name)):
        _, predicate, _, _ = canonical_statement("", wording, "", "positive")
        if wording and predicate in PREDICATES:
            return predicate
    return ""


def matter(topic: str, speaker: str, *, planned: bool) -> Iterator[Draft]:
    """Yield what a topic denies that is neither seen nor an attribute: a plan, what a thing is."""
    name = _OWNER.sub("", topic.strip())
    if not name or len(name) > _LONGEST:
        return
    if planned or _PLANNED.search(topic):
        yield Draft(CALLED_OFF, topic, subject=speaker, polarity="positive", when="timeless")
    elif name != topic.strip():
        for each in ("cause",) if _TROUBLE.search(name) else _OF_THINGS:
            yield _ended(each, f"{speaker}'s {name}")


def _ended(predicate: str, subject: str) -> Draft:
    """Deny whatever value holds; it ends only where the writer knows one."""
    return Draft(predicate, OTHERS, subject=subject, polarity="negative", when="timeless")
