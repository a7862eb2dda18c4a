"""The gate before recall: says which questions need no memory at all.

It refuses a question only when its form is general and nothing in it points at a person, a past or
a thing that somebody would have to know of. In doubt it lets through: abstention comes after it.
"""

import re
import unicodedata
from collections.abc import Sequence

from membus.domain.entities import chinese_names, english_names
from membus.domain.languages import has_han
from membus.domain.recalling import gate_chinese, gate_english
from membus.domain.recalling.gate_signs import ARITHMETIC, MANUAL_NAMES, Signs
from membus.domain.relevance.empty_talk import kinds_of_empty_talk

LONGEST = 300
"""Characters; a longer text is refused only as a command that brings its own text."""

_WORDLIKE = re.compile(r"\w")
_ANSWERS = {"acknowledgement", "no words"}
_ASKS = re.compile(r"[?？]|[吗呢]\W*$")
_GOES_ON = re.compile(
    r"(?:please )?(?:continue|go on|go ahead)|请?(?:继续|接着[说讲]?)", re.IGNORECASE
)
_IDENTIFIER = re.compile(r"[A-Za-z]+-?\d|\d+-\d|#\d|\d{5,}")
_QUOTED = re.compile(r"[\"“”「『《][^\"“”」』》]{1,200}[\"“”」』》]")


def refusal(question: str, recent: Sequence[str] = ()) -> str:
    """Return why the question needs no memory, "" where it may need it.

    `recent` are the last messages before it, oldest first: a bare "yes" may answer one of them.
    """
    text = unicodedata.normalize("NFKC", question.strip()[: 2 * LONGEST])
    kinds = kinds_of_empty_talk(text) if _WORDLIKE.search(question) else frozenset({"no words"})
    if kinds:
        if _GOES_ON.match(text) or (kinds <= _ANSWERS and _answers(question, recent)):
            return ""
        return "nothing is asked" if kinds == {"no words"} else "small talk"
    if ARITHMETIC.search(text):
        return "arithmetic"
    return _general(text, long=len(question) > LONGEST)


def _answers(question: str, recent: Sequence[str]) -> bool:
    before = [text for text in recent[-2:] if text.strip() != question.strip()]
    return bool(before) and _ASKS.search(before[-1]) is not None


def _general(text: str, *, long: bool) -> str:
    signs = gate_chinese.SIGNS if has_han(_QUOTED.sub(" ", text)) else gate_english.SIGNS
    if signs.on_a_text.match(text):
        return "the text to work on is in the question"
    if long or _points(text, signs):
        return ""
    return next((why for why, form in signs.forms if form.search(text)), "")


def _points(text: str, signs: Signs) -> bool:
    """Whether the text points at somebody, at something known, or at a time that was or will be."""
    rest = signs.world.sub(" ", signs.asking.sub(" ", text))
    if signs.pointing.search(rest) or _IDENTIFIER.search(rest):
        return True
    rest = MANUAL_NAMES.sub(" ", _QUOTED.sub(" ", rest))
    return bool(chinese_names(rest) if has_han(rest) else english_names(rest))
