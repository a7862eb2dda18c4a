"""Reads a text as a run of phrases that say nothing; fails on the first word that is none."""

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from membus.domain.relevance import phrases

Kind = Literal["small talk", "greeting", "acknowledgement", "no words"]

LONGEST = 200
"""Characters; nobody greets for longer, so a longer text is not looked at."""

_FILLER = ""
_APOSTROPHE = re.compile("['’‘`´]")
_STRETCHED = re.compile(r"([^\W\d])\1{2,}")
_LAUGHTER = re.compile(r"\b(?:a?(?:ha){2,}h?|(?:he){2,}|(?:hi){3,}|lo+l)\b")
# A word of any script; of Han, each character by itself.
_TOKEN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]|[^\W\u3400-\u9fff\uf900-\ufaff]+")


def kinds_of_empty_talk(text: str) -> frozenset[Kind]:
    """Return the kinds of empty talk that the whole text consists of.

    Empty where any of it may say something, or where there is no text.
    """
    if len(text) > LONGEST or not text.strip():
        return frozenset()
    tokens = _tokens(text)
    if not tokens:
        return frozenset({"no words"})
    if not _VOCABULARY.issuperset(tokens):
        return frozenset()
    # From the end: what the rest of the text is, None where it is not empty talk.
    rest: list[frozenset[str] | None] = [None] * len(tokens) + [frozenset()]
    for start in range(len(tokens) - 1, -1, -1):
        for size in range(min(_LONGEST_PHRASE, len(tokens) - start), 0, -1):
            kind = _PHRASES.get(tokens[start : start + size])
            after = rest[start + size]
            if kind is not None and after is not None:
                rest[start] = after | {kind}
                break
    found = (rest[0] or frozenset()) - {_FILLER}
    return frozenset(kind for kind in _KINDS if kind in found)


def _tokens(text: str) -> tuple[str, ...]:
    text = _APOSTROPHE.sub("", unicodedata.normalize("NFKC", text).casefold())
    text = _LAUGHTER.sub("haha", _STRETCHED.sub(r"\1", text))
    return tuple(_TOKEN.findall(text))


_SOURCES: Mapping[str, str] = MappingProxyType(
    {
        _FILLER: phrases.FILLERS,
        "acknowledgement": phrases.ENGLISH_ACKNOWLEDGEMENTS + phrases.CHINESE_ACKNOWLEDGEMENTS,
        "greeting": phrases.ENGLISH_GREETINGS + phrases.CHINESE_GREETINGS,
        "small talk": phrases.ENGLISH_SMALL_TALK + phrases.CHINESE_SMALL_TALK,
    }
)
_KINDS: tuple[Kind, ...] = ("small talk", "greeting", "acknowledgement")
_PHRASES: Mapping[tuple[str, ...], str] = MappingProxyType(
    {
        _tokens(phrase): kind
        for kind, source in _SOURCES.items()
        for phrase in re.split(r"[|\n]", source)
        if phrase.strip()
    }
)
_LONGEST_PHRASE = max(len(phrase) for phrase in _PHRASES)
_VOCABULARY = frozenset(token for phrase in _PHRASES for token in phrase)
