"""The relevance gate: labels one message, in view of the one spoken before it.

Conservative: a message is dropped only when all of it is known to say nothing. Whatever the lists
do not cover (a number, a name, any other word, any other script) is kept.
"""

import re

from membus.contracts.events.turns import GateLabel
from membus.contracts.msg import Msg, spoken_text
from membus.domain.relevance.empty_talk import Kind, kinds_of_empty_talk

_RELEVANT = GateLabel(relevant=True)
_ANSWERS: frozenset[Kind] = frozenset({"acknowledgement", "no words"})
_BY_WEIGHT: tuple[Kind, ...] = ("small talk", "greeting", "acknowledgement", "no words")

# What recall puts at the front of a prompt; it escapes angle brackets, so nothing in it ends it.
_MEMORY_OPENS, _MEMORY_CLOSES = "<memory>\n", "\n</memory>"

_LAST_SENTENCES = 2
_SENTENCE = re.compile(r"[^.!?。！？\n]*[.!?。！？\n]?")
_QUESTION = re.compile(
    r"[?？]|(?:吗|么|呢|吧|没有|可以不|行不行|好不好)\W*$"
    r"|是不是|要不要|能不能|可不可以|对不对|会不会|有没有|是否|哪|什么|几点|几号|多少|怎么|谁"
    r"|^\W*(?:and |or |so |but |well )?"
    r"(?:do|does|did|is|are|was|were|can|could|would|will|shall|should|may|have|has|"
    r"what|which|who|whom|whose|when|where|why|how)\s",
    re.IGNORECASE,
)


def label(msg: Msg, previous: Msg | None) -> GateLabel:
    """Label a message; `previous` is the one spoken before it in the session, if any.

    An acknowledgement or a lone emoji that answers a question is kept: it may be a "yes".
    """
    reason = _not_speech(msg)
    if not reason:
        kinds = kinds_of_empty_talk(without_memory(spoken_text(msg)))
        if not (kinds & _ANSWERS and previous is not None and _asks(previous)):
            reason = next((kind for kind in _BY_WEIGHT if kind in kinds), "")
    return GateLabel(relevant=False, reason=reason) if reason else _RELEVANT


def without_memory(text: str) -> str:
    """Return the text without memory that was put into it; the text itself where none was."""
    kept: list[str] = []
    at = 0
    # Not a pattern: one looks for the end anew from each opening, for minutes in a long text.
    while (start := text.find(_MEMORY_OPENS, at)) >= 0:
        end = text.find(_MEMORY_CLOSES, start + len(_MEMORY_OPENS) - 1)
        if end < 0:
            break
        kept.append(text[at:start])
        at = end + len(_MEMORY_CLOSES)
    return "".join([*kept, text[at:]]).strip() if kept else text


def _not_speech(msg: Msg) -> str:
    """Return why nobody said anything in the message, "" where somebody did (or showed it)."""
    text = spoken_text(msg).strip()
    if msg.role == "system":
        return "system"
    if msg.injected or (text and not without_memory(text)):
        return "injected"
    if msg.role == "tool":
        return "tool traffic"
    return "" if text else _why_silent(msg)


def _why_silent(msg: Msg) -> str:
    kinds = {block.type for block in msg.content}
    if "data" in kinds:
        return ""
    if "hint" in kinds:
        return "injected"
    return "tool traffic" if kinds & {"tool_call", "tool_result"} else "empty"


def _asks(msg: Msg) -> bool:
    """Whether one of the last sentences asks something that is worth an answer."""
    sentences = [part for part in _SENTENCE.findall(spoken_text(msg)[-500:]) if part.strip()]
    return any(
        _QUESTION.search(sentence.strip()) and not kinds_of_empty_talk(sentence)
        for sentence in sentences[-_LAST_SENTENCES:]
    )
