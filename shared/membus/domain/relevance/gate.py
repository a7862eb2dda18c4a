"""The relevance gate: labels one message, in view of the one spoken before it.

Conservative: a message is dropped when all of it is in the lists of what says nothing, or asks for
(an assistant: tells) what is no matter of anybody's, or is short and much like idle talk. A figure,
a name, a time, a deed, an answer, any other script is kept.
"""

import re

from membus.contracts.envelope import Participants
from membus.contracts.events.turns import GateLabel
from membus.contracts.msg import Msg, spoken_text
from membus.domain.relevance.empty_talk import Kind, kinds_of_empty_talk
from membus.domain.relevance.fitted import is_idle_talk
from membus.domain.relevance.general_questions import answers_generally, asks_general_knowledge

_RELEVANT = GateLabel(relevant=True)
_ANSWERS: frozenset[Kind] = frozenset({"acknowledgement", "no words"})
_BY_WEIGHT: tuple[Kind, ...] = (
    "courtesy",
    "small talk",
    "greeting",
    "acknowledgement",
    "no words",
)

# What recall puts at the front of a prompt; it escapes angle brackets, so nothing in it ends it.
_MEMORY_OPENS, _MEMORY_CLOSES = "<memory>\n", "\n</memory>"

# An assistant that says who it is; only the name is in no list.
_INTRODUCTION = re.compile(
    r"\b(?:my name is|you(?:'|’| a)re (?:chatting|speaking|talking) (?:with|to)) (?-i:[A-Z]\w+)"
    r"|(?:我是)?(?:您的)?(?:专属)?(?:客服|助手)小?\w(?=[，。！、,!.])",
    re.IGNORECASE,
)

_LAST_SENTENCES = 2
_SENTENCE = re.compile(r"[^.!?。！？\n]*[.!?。！？\n]?")
_QUESTION = re.compile(
    r"[?？]|(?:吗|么|呢|吧|没有|可以不|行不行|好不好)\W*$"
    r"|没\W*$|^\W*(?:那|要不|不如|还是|咱们?)|我可以|如果您?你?(?:需要|愿意)|您看|帮您"
    r"|\b(?:let'?s|how about|what about|why don'?t|if you (?:like|want|wish|prefer)|"
    r"i (?:can|could)(?!['’]t)|we (?:can|could)|i(?:'d)? (?:suggest|recommend))\b|^\W*then\b"
    r"|是不是|要不要|能不能|可不可以|对不对|会不会|有没有|是否|哪|什么|几点|几号|多少|怎么|谁"
    r"|^\W*(?:and |or |so |but |well )?"
    r"(?:do|does|did|is|are|was|were|can|could|would|will|shall|should|may|have|has|"
    r"what|which|who|whom|whose|when|where|why|how)\s",
    re.IGNORECASE,
)


def label(msg: Msg, previous: Msg | None, participants: Participants = "one") -> GateLabel:
    """Label a message; `previous` is the one spoken before it in the session, if any.

    An acknowledgement or a lone emoji that answers a question is kept: it may be a "yes". Among
    several people only the lists decide: what is idle between them tells of them.
    """
    reason = _not_speech(msg)
    if not reason and not _shows_something(msg):
        reason = _empty_talk(msg, previous) or _general_knowledge(msg, previous)
        if not reason and participants == "one":
            reason = _idle_talk(msg, previous)
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
    if _shows_something(msg):
        return ""
    if "hint" in kinds:
        return "injected"
    return "tool traffic" if kinds & {"tool_call", "tool_result"} else "empty"


def _shows_something(msg: Msg) -> bool:
    return any(block.type == "data" for block in msg.content)


def _empty_talk(msg: Msg, previous: Msg | None) -> str:
    text, by_assistant = without_memory(spoken_text(msg)), msg.role == "assistant"
    if by_assistant:
        text = _INTRODUCTION.sub("", text)
    kinds = kinds_of_empty_talk(text, by_assistant=by_assistant)
    # "Sure, let me check" is what an assistant says before it answers.
    polite = by_assistant and kinds & {"courtesy", "small talk"}
    if kinds & _ANSWERS and not polite and previous is not None and asks(previous):
        return ""
    return next((kind for kind in _BY_WEIGHT if kind in kinds), "")


def _general_knowledge(msg: Msg, previous: Msg | None) -> str:
    text = without_memory(spoken_text(msg))
    if msg.role == "user":
        general = asks_general_knowledge(text)
    else:
        general = (
            previous is not None
            and previous.role == "user"
            and bool(text.strip())
            and asks_general_knowledge(without_memory(spoken_text(previous)))
            and answers_generally(text)
        )
    return "general knowledge" if general else ""


def _idle_talk(msg: Msg, previous: Msg | None) -> str:
    if previous is not None and asks(previous):
        return ""
    text = without_memory(spoken_text(msg))
    return "idle talk" if is_idle_talk(text, by_assistant=msg.role == "assistant") else ""


def asks(msg: Msg) -> bool:
    """Whether one of the last sentences asks, offers or proposes what is worth an answer."""
    sentences = [part for part in _SENTENCE.findall(spoken_text(msg)[-500:]) if part.strip()]
    return any(
        _QUESTION.search(sentence.strip())
        and not kinds_of_empty_talk(sentence, by_assistant=msg.role == "assistant")
        for sentence in sentences[-_LAST_SENTENCES:]
    )
