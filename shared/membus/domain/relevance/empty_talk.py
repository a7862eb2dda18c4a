"""Reads a text as a run of phrases that say nothing; fails on the first word that is none."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Literal

from membus.domain.relevance import chinese_phrases, english_phrases, english_words
from membus.domain.relevance.phrase_patterns import PhraseGraph

Kind = Literal["courtesy", "small talk", "greeting", "acknowledgement", "no words"]

LONGEST = 200
"""Characters; nobody greets for longer, so a longer text is not looked at."""

_FILLER = ""
_APOSTROPHE = re.compile("['’‘`´]")
_STRETCHED = re.compile(r"([^\W\d])\1{2,}")
_LAUGHTER = re.compile(r"\b(?:a?(?:ha){2,}h?|(?:he){2,}|(?:hi){3,}|lo+l)\b")
_CONTRACTED = re.compile(r"\b(that|it|what|how|there|everything)\s+is\b|\b(i) am\b|\b(you) are\b")
_LAUGHING = re.compile("[😂🤣😆]")
_STRESSING = frozenset(re.findall(r"\w+", english_words.STRESSING))
# A word of any script; of Han, each character by itself.
_TOKEN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]|[^\W\u3400-\u9fff\uf900-\ufaff]+")


def kinds_of_empty_talk(text: str, *, by_assistant: bool = False) -> frozenset[Kind]:
    """Return the kinds of empty talk that the whole text consists of.

    Empty where any of it may say something, or where there is no text. "I'll look into it" is a
    courtesy of an assistant, and anybody else's promise.
    """
    if len(text) > LONGEST or not text.strip():
        return frozenset()
    tokens = words_of(text)
    if not tokens:
        return frozenset({"no words"})
    if not _VOCABULARY.issuperset(tokens):
        return frozenset()
    # From the end: what the rest of the text is, None where it is not empty talk.
    rest: list[frozenset[str] | None] = [None] * len(tokens) + [frozenset()]
    for start in range(len(tokens) - 1, -1, -1):
        ends = _PHRASES.ends(tokens, start)
        for end in sorted(ends, reverse=True):
            after = rest[end]
            if after is not None:
                rest[start] = after | {ends[end]}
                break
    found = (rest[0] or frozenset()) - {_FILLER}
    if "courtesy" in found and not by_assistant:
        return frozenset()
    return frozenset(kind for kind in _KINDS if kind in found)


def words_of(text: str) -> tuple[str, ...]:
    """Return the text's words in lower case, of Han each character, without those that stress."""
    text = _APOSTROPHE.sub("", unicodedata.normalize("NFKC", text).casefold())
    text = _LAUGHTER.sub("haha", _STRETCHED.sub(r"\1", _LAUGHING.sub(" haha ", text)))
    text = _CONTRACTED.sub(_contraction, text)
    return tuple(each for each in _TOKEN.findall(text) if each not in _STRESSING)


def unknown_to_phrases(words: Sequence[str]) -> int:
    """Return how many of the words stand in no phrase."""
    return sum(word not in _VOCABULARY for word in words)


def _contraction(found: re.Match[str]) -> str:
    return f"{found[1]}s" if found[1] else "im" if found[2] else "youre"


def _phrases() -> PhraseGraph:
    graph = PhraseGraph(words_of)
    for phrases, words in ((english_phrases, english_words), (chinese_phrases, chinese_phrases)):
        # The first kind that fits counts.
        graph.add("acknowledgement", phrases.ACKNOWLEDGEMENTS, words.CLASSES)
        graph.add("greeting", phrases.GREETINGS, words.CLASSES)
        graph.add("small talk", phrases.SMALL_TALK, words.CLASSES)
        graph.add("courtesy", phrases.COURTESIES, words.CLASSES)
        graph.add(_FILLER, words.FILLERS, words.CLASSES)
    return graph


_KINDS: tuple[Kind, ...] = ("courtesy", "small talk", "greeting", "acknowledgement")
_PHRASES = _phrases()
_VOCABULARY = _PHRASES.vocabulary
