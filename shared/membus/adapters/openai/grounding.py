"""Whether a model's statement stands in what was said: its quote, its names and numbers, its words.

A model invents, and what it invents must not become memory.
"""

import re
from typing import Literal

from membus.adapters.openai.languages import has_words, speaks_another_language
from membus.adapters.openai.statements import Statement
from membus.domain.entities import entities_in
from membus.domain.languages import has_han
from membus.domain.lexical import plain, terms

Fault = Literal["quote", "language", "subject", "object"]

_NUMBER = re.compile(r"\d+")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_SAME = str.maketrans("’‘“”：，；？！（）", "''\"\":,;?!()")
# Who may be spoken of without being named.
_UNNAMED = re.compile(r"(?:the )?(?:user|assistant)|用户|助手|i|me|we|我们?|本人", re.IGNORECASE)
_OF_UNNAMED = re.compile(r"(?:user|assistant|用户|助手|我)(?:'s\s+|的)", re.IGNORECASE)


def find_quote(quote: str, text: str) -> tuple[int, int] | None:
    """Return where the quote stands in the text, white space, case and width of signs aside.

    Half a word or half a number is no quote.
    """
    words = quote.translate(_SAME).strip(" .…\"'").split()
    if not words:
        return None
    pattern = r"\s+".join(re.escape(word) for word in words)
    before = r"(?<![A-Za-z0-9])" if words[0][0].isascii() else ""
    after = r"(?![A-Za-z0-9])" if words[-1][-1].isascii() else ""
    found = re.search(before + pattern + after, text.translate(_SAME), re.IGNORECASE)
    return found.span() if found else None


def fault_of(statement: Statement, text: str, said: str, speaker: str) -> Fault | None:
    """Return what of a statement does not stand in what was said, None where all does.

    `text` is the quoted message, `said` everything that the model was shown.
    """
    if find_quote(statement.quote, text) is None:
        return "quote"
    if not _is_known(statement.subject, said, speaker):
        return "subject"
    if not (is_said(statement.object, said) and names_are_said(statement.object, said)):
        return "object"
    # "A1002" is in no language: what was said around it is.
    if speaks_another_language(statement.content, text if has_words(text) else said):
        return "language"
    return None


def is_said(value: str, said: str) -> bool:
    """Whether a value's numbers and names all occur in what was said, and half of its words."""
    value, said = _plain(value), _plain(said)
    if not set(_NUMBER.findall(said)).issuperset(_NUMBER.findall(value)):
        return False
    words = _words(value)
    return len(words & _words(said)) * 2 >= len(words)


def names_are_said(value: str, said: str) -> bool:
    """Whether all names and identifiers of a value occur in what was said."""
    heard = _plain(said)
    return all(_plain(name) in heard for name in entities_in(value))


def _plain(text: str) -> str:
    return _THOUSANDS.sub("", plain(text))


def _words(text: str) -> set[str]:
    # Of Chinese the characters: where a word ends depends on what stands around it.
    return {term for term in terms(text) if len(term) == 1 or not has_han(term)}


def _is_known(subject: str, said: str, speaker: str) -> bool:
    if _UNNAMED.fullmatch(subject) or plain(subject) == plain(speaker):
        return True
    whose = _OF_UNNAMED.match(subject)
    rest = subject[whose.end() :] if whose else subject
    return names_are_said(rest, said) and (whose is not None or is_said(rest, said))
