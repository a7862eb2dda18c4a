"""What a message says only beside the ones before it: short answers, and corrections."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from membus.adapters.rules.clause import Clause, Draft
from membus.adapters.rules.reading import Reading
from membus.domain.identifiers import identifiers_in
from membus.domain.languages import has_han
from membus.domain.predicates import predicate

_LONGEST_ANSWER = 60
_QUESTIONS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), name)
    for pattern, name in (
        (
            r"where\s+do\s+you\s+live|which\s+city\s+are\s+you|住(?:在)?(?:哪|什么地方)",
            "lives_in",
        ),
        (
            r"(?:what(?:'s|\s+is)|have)\s+your\s+name|怎么称呼|贵姓|(?:叫什么|[您你]的)名字",
            "name",
        ),
        (r"order\s+(?:number|id)|which\s+order|订单(?:号|编号)|哪个订单|哪一?单", "order"),
        (r"phone\s+number|电话(?:号码)?|手机号|联系方式", "phone"),
        (r"e-?mail|邮箱", "email"),
        (r"(?:shipping|delivery|your)\s+address|地址", "address"),
        (r"where\s+do\s+you\s+work|在哪(?:里|儿|家公司)?(?:工作|上班)", "works_at"),
        (r"allerg(?:y|ies|ic)|对什么过敏|过敏(?:史|的东西|源)", "allergic_to"),
        (
            r"(?:your\s+birthday|when\s+were\s+you\s+born)|生日(?:是)?(?:哪天|几号|什么时候)",
            "birthday",
        ),
        (r"(?:member(?:ship)?|customer)\s+(?:number|id)|会员号|客户编号", "member_number"),
        (r"what\s+size|which\s+size|(?:什么|哪个|多大)(?:尺码|码|号)|尺码是", "size"),
    )
)
_ASKS = re.compile(
    r"[?？]\s*$|吗|是多少|请(?:提供|问|告诉)|(?:could|can|may|please)"
    r"\b.*\b(?:give|tell|provide|share|have)\b",
    re.IGNORECASE,
)
_FILLING = re.compile(
    r"^(?:(?:it's|it\s+is|that's|my\s+\w+\s+is|in|at|to|oh|sure|yes|ok(?:ay)?|hi|"
    r"well|im|i'm|就?是|在|好的?|嗯|哦|您好|你好|住)"
    r"[\s,，.。:：]*)+",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"\b(?:no|none|not|don't|nothing|never|why|what|sorry|yes|yeah|sure|thanks|"
    r"later)\b|不|没|无|为什么|什么|稍等|谢",
    re.IGNORECASE,
)
_IDENTIFIED = frozenset({"order", "phone", "email", "member_number"})
_CORRECTION = re.compile(
    r"^(?:(?:no|sorry|oops|wait|actually|correction|i\s+meant?|my\s+mistake|"
    r"rather|pardon)[,.:!\s]+)+"
    r"(?:it's\s+|it\s+is\s+|that's\s+|it\s+should\s+be\s+|should\s+be\s+|"
    r"i\s+meant?\s+|make\s+(?:it|that)\s+)?"
    r"(?P<new>(?!i\b|my\b|we\b|you\b|the\b|that\b|this\b|there\b|it\b|what\b)[\w@.+][^,.!?;]*?)"
    r"(?:,?\s+(?:and\s+)?(?:not|instead\s+of|rather\s+than)\s+(?P<old>[^,.!?;]+))?[.!]*$"
    r"|^(?:不对|错了|说错了|不是|更正一下|纠正一下|抱歉|不好意思)"
    r"[，,。\s]*(?:说错了[，,]?|"
    r"写错了[，,]?)?(?:应该)?是?(?P<new_zh>[^，,。！？]+?)"
    r"(?:[，,]\s*不是(?P<old_zh>[^，,。！？]+))?[。！]*$"
    r"|^(?:it's|it\s+is|that's)\s+(?P<new2>[^,.!?;]+),\s*not\s+(?P<old2>[^,.!?;]+)[.!]*$"
    r"|^(?:应该)?是(?P<new3>[^，,。！？]+?)[，,]\s*(?:而)?不是(?P<old3>[^，,。！？]+)[。！]*$",
    re.IGNORECASE,
)


def answer(question: str, text: str, speaker: str) -> Reading | None:
    """Read a short answer to a question that asks for one thing: "Oslo" to "Where do you live?"."""
    if len(text) > _LONGEST_ANSWER or not _ASKS.search(question):
        return None
    name = next((name for asked, name in _QUESTIONS if asked.search(question)), None)
    value = _FILLING.sub("", text.strip()).strip(" .!。！~，,")
    if name is None or not value or len(value.split()) > 6 or text.rstrip().endswith(("?", "？")):  # noqa: PLR2004 - an answer, not a sentence
        return None
    if name in _IDENTIFIED:
        numbers = identifiers_in(value)
        if not numbers:
            return None
        value = numbers[0].value
    elif _REFUSAL.search(value) or (re.search(r"[，,。；;]", value) and name != "address"):
        return None
    clause = _whole(text, speaker, chinese=has_han(question))
    return Reading(clause, Draft(name, value, confidence=0.8))


def correction(text: str, speaker: str, earlier: Callable[[], Sequence[Reading]]) -> list[Reading]:
    """Read "no, it's A1002": the statement it mends is the last single-valued one before it.

    What many values may stand beside is denied as well: the order is A1002, it is not A1001.
    """
    found = _CORRECTION.match(text.strip())
    if found is None or len(text) > _LONGEST_ANSWER * 2:
        return []
    groups = found.groupdict()
    new = next((v for k, v in groups.items() if v and k.startswith("new")), "").strip()
    old = next((v for k, v in groups.items() if v and k.startswith("old")), "").strip()
    for reading in reversed(earlier()):
        draft = reading.draft
        mends = old.casefold() in draft.object.casefold() if old else _alike(new, draft)
        if mends and draft.object:
            subject = draft.subject or reading.clause.subject
            mended = replace(draft, object=new, subject=subject)
            readings = [Reading(_whole(text, speaker), mended)]
            if not predicate(draft.predicate).single_valued:
                wrong = replace(draft, subject=subject, polarity="negative")
                readings.append(Reading(_whole(text, speaker), wrong))
            return readings
    return []


def _alike(new: str, draft: Draft) -> bool:
    if not predicate(draft.predicate).single_valued and draft.predicate != "order":
        return False
    same_form = bool(identifiers_in(new)) == bool(identifiers_in(draft.object))
    return same_form and len(new) <= max(20, 2 * len(draft.object))


def _whole(text: str, speaker: str, *, chinese: bool = False) -> Clause:
    start = len(text) - len(text.lstrip())
    return Clause(
        raw=text.strip(),
        text=text.strip(),
        rest=text.strip(),
        subject=speaker,
        start=start,
        end=start + len(text.strip()),
        language="zh" if chinese or has_han(text) else "en",
        speaker=speaker,
    )
