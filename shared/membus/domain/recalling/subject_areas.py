"""What a question is about: the domain labels that facts carry, told by words in two languages."""

import re
from typing import Final

from membus.domain.languages import has_han
from membus.domain.recalling.gate_signs import words
from membus.domain.recalling.subject_area_words import CHINESE, ENGLISH

STRONG: Final = frozenset({"order", "after-sales", "reimbursement", "schedule"})
"""Answered by exact recall, most recent first: their matters change from day to day."""
_MATTERS = STRONG - {"schedule"}
_PATTERNS = {
    area: re.compile(rf"\b(?:{ENGLISH[area]})\b|{CHINESE[area]}", re.IGNORECASE) for area in ENGLISH
}

# All that a question may say that means one matter, the latest: each other word names a thing,
# a number of them, or a time.
_ENGLISH_LATEST = frozenset(
    words(r"""
a|about|along|already|am|an|and|any|approved|are|arrive|arrived|at|back|be|been|bought|broken|can
cancel|cancelled|change|check|claim|come|coming|complain|complaint|cost|could|currently|damaged
defective|delivered|delivery|did|do|does|exchange|expense|expenses|far|finally|for|from|get|getting|give
go|going|gone|got|has|have|hello|help|here|hey|hi|how|i|i'd|i'm|i've|in|is|isn't|it|it's|item|just|know
last|latest|like|long|made|make|may|me|money|most|much|my|need|new|newest|news|not|now|of|ok|on|order
ordered|our|out|package|paid|parcel|please|possible|price|problem|process|processed|product|progress
purchase|purchased|received|recent|recently|refund|refunded|reimbursed|reimbursement|report|return
returned|returning|send|sent|ship|shipment|shipped|should|stage|status|step|still|stuff|submitted|take
tell|thanks|that|the|there|thing|this|through|to|today|track|tracking|update|waiting|want|was|we|what
what's|when|when's|where|where's|will|with|would|wrong|yet|you
""").split("|")
)
_LISTING = re.compile(r"\bwhat (?:did|have|had|do) (?:i|we)\b", re.IGNORECASE)
_ENGLISH_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_CHINESE_LATEST = re.compile(
    "什么时候|怎么样|怎么[办还回]?|怎样|如何|哪一步|第几步|哪里|哪儿|哪(?!些|几)|步|多久|多少钱|进度|进展|状态|情况"
    "|[我咱你您]|东西|商品|货|订单|单子|单号|单|快递|包裹|物流|买|下|想|要|退|换|款|钱|报销|报|申请|审批|批|审核"
    "|通过|到账|提交|处理|投诉|售后|取消|改|发|送|收|到|查|看|问|帮|请|麻烦|一下|可以|能|可|吗|呢|吧|啊|呀|么|嘛"
    "|了|过|的|得|地|是|在|有|没|还|不|没有|已经|刚刚?|才|就|会|被|给|把|掉|完|好|上|来|去|走|回|最近|最新|现在"
    "|上次|那|这|[个笔件]|一|它|坏|问题|破|错"
)
_HAN_OR_WORD = re.compile(r"\w")


def areas(question: str) -> frozenset[str]:
    """Return the labels that a question's words speak of, as domain/predicates.py gives them."""
    return frozenset(area for area, pattern in _PATTERNS.items() if pattern.search(question))


def strong(labels: frozenset[str]) -> frozenset[str]:
    """Return those that exact recall answers."""
    return labels & STRONG


def latest_alone(question: str) -> bool:
    """Whether a question means one matter, the latest: "my order", 我买的东西想退.

    It does where it speaks of an order, a return or a reimbursement and says nothing more: no
    thing, number, plural or past time by which another one could be meant.
    """
    if not areas(question) & _MATTERS or _LISTING.search(question):
        return False
    if has_han(question):
        return _HAN_OR_WORD.search(_CHINESE_LATEST.sub("", question)) is None
    said = _ENGLISH_WORD.findall(question.casefold().replace("’", "'"))
    return all(word in _ENGLISH_LATEST for word in said)
