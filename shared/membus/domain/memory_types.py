"""The table of memory types: what is short and what is long, what matters, what starts pinned."""

import re
from types import MappingProxyType
from typing import Literal

from membus.contracts.memory import MemoryKind
from membus.domain.predicates import predicate

LOW, HIGH = 0.3, 0.8

# Kinds that are long whatever they are about, and what never is more than a passing matter.
_ALWAYS_LONG = frozenset({"utterance", "chunk", "profile", "summary", "insight"})

# Words that bind a statement to a matter in progress: an application, a draft, a promotion, the
# file last edited.
_IN_PROGRESS = MappingProxyType(
    {
        "en": re.compile(
            r"\b(?:draft|in\s+progress|pending|under\s+review|applying|application\s+for|awaiting|"
            r"waiting\s+for|promotion|discount|coupon|currently\s+(?:working\s+on|editing)|"
            r"last\s+edited|work\s+in\s+progress|half[- ]done)\b",
            re.IGNORECASE,
        ),
        "zh": re.compile(
            r"草稿|进行中|审批中|审核中|待审|申请中|正在(?:办理|申请|处理|编辑|写|改|做)|办理中|处理中|"
            r"促销|优惠券|限时|待处理|等待|刚编辑|上次编辑"
        ),
    }
)
_MATTERS = MappingProxyType(
    {
        "en": re.compile(
            r"\b(?:very\s+important|important|urgent(?:ly)?|critical|must\s+(?:not|never)|"
            r"never\s+ever|absolutely|don't\s+forget|make\s+sure|seriously|severe(?:ly)?|"
            r"life[- ]threatening|remember\s+(?:this|that)|please\s+(?:remember|note))\b",
            re.IGNORECASE,
        ),
        "zh": re.compile(
            r"重要|紧急|务必|千万|一定要|必须|切记|记住|牢记|严重|绝对|别忘|尽快|加急"
        ),
    }
)
_MATTERS_LITTLE = MappingProxyType(
    {
        "en": re.compile(
            r"\b(?:no\s+big\s+deal|not\s+important|doesn't\s+matter|whatever|a\s+bit|kind\s+of|"
            r"kinda|sort\s+of|just\s+fyi|by\s+the\s+way|btw|i\s+guess)\b",
            re.IGNORECASE,
        ),
        "zh": re.compile(r"无所谓|随便|不重要|没关系|顺便(?:说|提)|有点儿?|还行|一般般"),
    }
)


def memory_type(
    kind: MemoryKind, name: str, text: str = "", language: str = "en"
) -> Literal["short", "long"]:
    """Return whether a statement holds of a person or thing (long) or of a matter in progress.

    `name` is its predicate, `text` the words it was put in.
    """
    if kind in _ALWAYS_LONG:
        return "long"
    if predicate(name).memory_type == "short":
        return "short"
    words = _IN_PROGRESS.get(language)
    return "short" if words is not None and words.search(text) else "long"


def importance(name: str, text: str = "", language: str = "en") -> float:
    """Return 0..1: what the predicate weighs, moved by what the speaker says of it."""
    weight = predicate(name).importance
    if (strong := _MATTERS.get(language)) and strong.search(text):
        return max(weight, HIGH)
    if weight < HIGH and (weak := _MATTERS_LITTLE.get(language)) and weak.search(text):
        return min(weight, LOW)
    return weight


def pinned(name: str, subject: str, polarity: str, speaker: str = "user") -> bool:
    """Whether a stated key fact (allergy, account number, the speaker's own name) starts pinned."""
    if polarity != "positive" or not predicate(name).pinned:
        return False
    return name == "allergic_to" or subject == speaker
