"""One line of the context block: dated, attributed, escaped, and no longer than its limit.

Recalled text is data: it stands on one line, its angle brackets and line breaks are escaped, and
what no reader sees is taken out, so that it can neither close the block nor pose as an instruction.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from membus.contracts.memory import Memory
from membus.domain.recalling.block_wording import Wording
from membus.domain.recalling.excerpt import excerpt

Count = Callable[[Sequence[str]], list[int]]

_SPACE = re.compile(r"\s+")
# What no reader sees and a model may obey: controls, zero-width and tag characters, what turns the
# order of text about, and halves of characters. Joiners and marks stay: emoji and Persian, Hebrew
# and Arabic need them.
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b\u202a-\u202e"
    "\u2060-\u2064\u2066-\u206f\ud800-\udfff\ufeff\U000e0000-\U000e0fff]"
)
_NEGATED = re.compile(
    r"\b(?:no|not|never|none|nobody|nothing|neither|nor|without|cannot|dislikes?|hates?|refuses?"
    r"|avoids?|lacks?|stopped|quit)\b|n['’]t\b"
    r"|不(?![过错同])|没|讨厌|拒绝|并非|从未|尚未|未[能曾]|无法|禁止|禁忌|避免|戒[了掉]",
    re.IGNORECASE,
)
# A sentence that ends in a date in brackets says itself when it holds.
_DATED = re.compile(r"[(（][^()（）]*(?:19|20|21)\d\d[^()（）]*[)）]$")
_WORD_FOR_WORD = frozenset({"utterance", "chunk"})
_INSTANT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a line may be: in characters and, with `tokens`, in tokens as `count` counts."""

    characters: int
    tokens: int | None = None
    count: Count | None = None

    def holds(self, line: str) -> bool:
        """Whether a line is short enough."""
        if len(line) > self.characters:
            return False
        return self.tokens is None or self.count is None or self.count([line])[0] <= self.tokens

    def part(self, share: int) -> "Limit":
        """Return the limit of 1/`share` of a line."""
        tokens = None if self.tokens is None else self.tokens // share
        return Limit(self.characters // share, tokens, self.count)


def remembered(
    memory: Memory, words: Wording, limit: Limit, zone: tzinfo, about: frozenset[str]
) -> str:
    """Return a memory's line: the day it was last said, its kind, who said it, what and when."""
    day = f"{memory.last_mentioned_at.astimezone(zone):%Y-%m-%d}"
    head = f"- {day} · {words.name(memory.kind)} · {_by(memory, words, limit)}"
    tail = _denied(memory, words) + _validity(memory, words, zone)
    return _line(head, memory.content, tail, limit, about)


def said(at: datetime, speaker: str, text: str, words: Wording, limit: Limit) -> str:
    """Return the line of a message; `at` is local."""
    head = f"- {at:%Y-%m-%d %H:%M} · {_name(speaker, words, limit)}: "
    return _line(head, text, "", limit, frozenset())


def _by(memory: Memory, words: Wording, limit: Limit) -> str:
    """Return who said it, unless the sentence itself says so; of a document, its id."""
    who = memory.subject if memory.kind == "chunk" else memory.speaker
    told = memory.kind not in _WORD_FOR_WORD and (who == "user" or memory.content.startswith(who))
    return "" if told or not who else f"{_name(who, words, limit)}: "


def _name(who: str, words: Wording, limit: Limit) -> str:
    bound = limit.part(4)
    name = words.name(_one_line(who))
    return _escaped(excerpt(name, bound.characters, lambda shown: bound.holds(_escaped(shown))))


def _denied(memory: Memory, words: Wording) -> str:
    told = memory.kind in _WORD_FOR_WORD or _NEGATED.search(memory.content)
    return words.denied if memory.polarity == "negative" and not told else ""


def _validity(memory: Memory, words: Wording, zone: tzinfo) -> str:
    """Return the days from and until which it holds, where the line does not say so already."""
    if memory.kind in _WORD_FOR_WORD:
        return ""
    dated = _DATED.search(memory.content) is not None
    said_on = f"{memory.last_mentioned_at.astimezone(zone):%Y-%m-%d}"
    begin = f"{memory.valid_from.astimezone(zone):%Y-%m-%d}"
    end = ""
    if memory.valid_to is not None and (not dated or memory.status == "superseded"):
        # The end is exclusive: what ends at midnight held until the day before.
        last = max(memory.valid_from, memory.valid_to - _INSTANT)
        end = f"{last.astimezone(zone):%Y-%m-%d}"
    return words.validity("" if dated or (begin == said_on and begin != end) else begin, end)


def _line(head: str, text: str, tail: str, limit: Limit, about: frozenset[str]) -> str:
    most = limit.characters - len(head) - len(tail)
    shown = excerpt(
        _one_line(text),
        max(0, most),
        lambda stretch: limit.holds(f"{head}{_escaped(stretch)}{tail}"),
        about,
    )
    return f"{head}{_escaped(shown)}{tail}"


def _one_line(text: str) -> str:
    return _SPACE.sub(" ", _UNSEEN.sub("", text)).strip()


def _escaped(line: str) -> str:
    return line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
