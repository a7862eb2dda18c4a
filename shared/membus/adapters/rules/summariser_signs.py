"""By which words a sentence is told to be a request, a promise, a finding or a trait, zh and en."""

import re
from typing import Literal

Sign = Literal["question", "promise", "trait", "request", "finding", "plain"]

_ENGLISH = re.IGNORECASE

_QUESTION = re.compile(r"[?？][\"'”’)）」]*$|(?:吗|呢)[。.!！]*$")
# A number, a code, a mail address, a link: what cannot be guessed again once it is lost. A run of
# letters is looked at from its beginning alone: from each of a million it would take hours.
_IDENTIFIER = re.compile(
    r"\d|(?<![\w.+-])[\w.+-]+@[\w-]+\.\w+|https?://"
    r"|[一二三四五六七八九十两](?:点|号|月|元|块|天)"
)
_PROMISE = re.compile(
    r"\b(?:i|we|you|he|she|they)(?:'ll| will| shall|'m going to|'re going to| am going to"
    r"| are going to| must| have to| need to| promise)\b"
    r"|\b(?:todo|to do|next step|next,|remaining|pending|follow[- ]up|remind|deadline|due)\b"
    r"|(?:我|我们|您|你|他|她|咱们)(?:会|将|得|必须|打算|准备|计划)"
    r"|稍后|随后|接下来|下一步|待办|提醒|记得|截止|(?:之前|以前|前)(?:完成|寄出|回复|处理|给)",
    _ENGLISH,
)
_TRAIT = re.compile(
    r"\b(?:my name is|call me|i'm allergic|i am allergic|allerg\w+"
    r"|i (?:really |don't |do not |never )?(?:like|love|prefer|hate|eat|drink|use)|i live|i work"
    r"|i moved|i'm a|i am a|my \w+ is|i always|i usually|favou?rite|vegetarian|vegan"
    r"|intoleran\w+)\b"
    r"|我叫|我是|我姓|我的\S{1,6}(?:是|叫)|过敏|我(?:不|很|最|更|比较|特别)?(?:喜欢|爱|讨厌|吃|喝|习惯|偏好)"
    r"|我住|我在.{1,12}(?:工作|上班|上学)|我家|不吃|不喝|素食|忌口",
    _ENGLISH,
)
_REQUEST = re.compile(
    r"\b(?:please|can you|could you|would you|help me|i want|i'd like|i would like|i need|we need"
    r"|let's|looking for|trying to|i have a problem|the goal|the task)\b"
    r"|请|帮我|帮忙|麻烦(?:你|您)|我想|我要|我需要|我们要|希望|想要|需要你|能不能|可以帮",
    _ENGLISH,
)


def sign_of(sentence: str) -> Sign:
    """Return what a sentence is, by the first sign that it bears."""
    if _QUESTION.search(sentence.strip()):
        return "question"
    if _TRAIT.search(sentence):
        return "trait"
    if _PROMISE.search(sentence):
        return "promise"
    if _REQUEST.search(sentence):
        return "request"
    return "finding" if bears_identifier(sentence) else "plain"


def bears_identifier(sentence: str) -> bool:
    """Whether the sentence names a number, a code, an address or a time."""
    return _IDENTIFIER.search(sentence) is not None
