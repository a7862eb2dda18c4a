"""What a question asks for: identifiers, names, language and size."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from membus.domain.lexical import terms

SIMPLE_K, COMPLEX_K = 3, 8

_CJK = re.compile(r"[\u3400-\u9fff]")
_WORDLIKE = re.compile(r"\w")
# A token that holds a digit names one thing: order A1001, contract 2024-118, room 302.
_RUN = re.compile(r"[\w./-]+", re.ASCII)
_DIGIT = re.compile(r"\d", re.ASCII)
_CAPITALISED = re.compile(r"\b[A-Z][\w'-]*(?:\s[A-Z][\w'-]*)*")
_FIRST_WORD = re.compile(
    r"^(?:what|when|where|who|whom|whose|which|why|how|do|does|did|is|are|was|were|can|could|will"
    r"|would|should|has|have|had|tell|remind|please|the|a|an|my|i|and|so|ok|okay)$",
    re.IGNORECASE,
)
_SPLIT = re.compile(r"[?？;；]|\band\b|\balso\b|以及|还有|和", re.IGNORECASE)
_NOW = re.compile(
    r"\b(?:now|currently|current|today|at the moment|these days|still|latest)\b"
    r"|现在|目前|如今|今天|最近|眼下|还在",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:used to|previous(?:ly)?|before|former(?:ly)?|earlier|in the past|history|originally"
    r"|(?:19|20)\d\d)\b|以前|之前|曾经|原来|过去|当时|历史",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"[?？]|^\s*(?:what|when|where|who|whom|whose|which|why|how|do|does|did|is|are|was|were|can"
    r"|could|will|would|should|has|have|had|tell me|remind me)\b"
    r"|什么|怎么|怎样|如何|哪|谁|几|多少|多久|多大|为何|是不是|有没有|能不能|要不要|吗\W*$|呢\W*$|告诉我|提醒我",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Question:
    """A question as recall reads it.

    `lexical` is the text without the words that say when: they choose, but do not describe.
    `identifiers` are case-folded; `names` are case-folded names and content terms that the exact
    and relational levels look up; `now` and `past` say which time the question asks about; `asks`
    is False for a remark that only may call something to mind.
    """

    text: str
    lexical: str
    chinese: bool
    identifiers: tuple[str, ...]
    names: tuple[str, ...]
    terms: tuple[str, ...]
    parts: int
    now: bool
    past: bool
    asks: bool

    @property
    def term_set(self) -> frozenset[str]:
        """The terms, for looking up."""
        return frozenset(self.terms)


def analyse(text: str) -> Question:
    """Read a question in English, Chinese or both."""
    chinese = bool(_CJK.search(text))
    lexical = _NOW.sub(" ", text)
    words = dict.fromkeys(terms(lexical))
    names = set(_names(text))
    if chinese:
        names |= {word for word in words if len(word) > 1 and _CJK.search(word)}
    return Question(
        text=text,
        lexical=lexical,
        chinese=chinese,
        identifiers=tuple(dict.fromkeys(_identifiers(text))),
        names=tuple(sorted(names)),
        terms=tuple(words),
        parts=max(1, sum(1 for part in _SPLIT.split(text) if _WORDLIKE.search(part))),
        now=bool(_NOW.search(text)),
        past=bool(_PAST.search(text)),
        asks=bool(_ASKS.search(text)),
    )


def _identifiers(text: str) -> Iterator[str]:
    for run in _RUN.findall(text):
        # The full stop behind an identifier ends the sentence.
        name = run.lstrip("./").rstrip("._/-")
        if name[:1].isalnum() and _DIGIT.search(name):
            yield name.casefold()


def _names(text: str) -> Iterator[str]:
    for run in _CAPITALISED.findall(text):
        words = run.split()
        # A sentence starts with a capital too: its question word is no name.
        while words and _FIRST_WORD.match(words[0]):
            words.pop(0)
        yield from (word.casefold() for word in words)
        if len(words) > 1:
            yield " ".join(words).casefold()


def top_k(question: Question) -> int:
    """Return how many memories to give: 3 for a simple question to 8 for a complex one.

    One more for every further sub-question, every two names and every eight terms.
    """
    named = len(question.identifiers) + (0 if question.chinese else len(question.names))
    extra = (question.parts - 1) * 2 + named // 2 + len(question.terms) // 8
    return min(COMPLEX_K, SIMPLE_K + extra)
