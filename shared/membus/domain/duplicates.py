"""Whether two wordings say one thing: similarity nominates, details decide.

It must not know vectors or an index: who lies near whom is found elsewhere.
"""

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from membus.contracts.memory import Memory, MemoryKind
from membus.domain.canonical import Statement, canonical_statement

# Measured on the content-only vector: paraphrases lie at 0.59-0.90, "room 302" and "room 303" at
# 0.975. So the line keeps the number of nominations small, and never decides.
NOMINATES_ABOVE = 0.92

VERBATIM: frozenset[MemoryKind] = frozenset({"utterance", "chunk"})
"""Kinds that are kept word for word: they are the same only when their text is."""

_HAN = r"\u3400-\u4dbf\u4e00-\u9fff"
_PIECE = re.compile(rf"\d+(?:[.,:]\d+)*|[%$€£¥°{_HAN}]|(?:(?![{_HAN}])[^\W\d_])+(?:'[a-z]+)?")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_NEGATIONS = """
not no never none nobody nothing neither nor cannot without 不 没 無 无 未 别 非
"""
_NOT = frozenset(_NEGATIONS.split())
_SAME = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
    "kilometer": "km", "kilometre": "km", "kilogram": "kg", "minute": "min", "公里": "km",
    "dollar": "usd", "euro": "eur", "percent": "%", "$": "usd", "€": "eur",
}  # fmt: skip
# What carries no detail. Before, after, to, from, by, was, will and the like do: they stay out.
_EMPTY_WORDS = """
a an the of at in on for with as is are be been being am do does has have
it its this that these those user user's and very really quite so just also
的 着 对 在 是 和 与 很 都 也 就 把 用 户 地 得 这 那 个
"""
_EMPTY = frozenset(_EMPTY_WORDS.split())
_STEM_LENGTH = 3
_ENDINGS = ("ing", "ies", "es", "ed", "s", "e", "y")


@dataclass(frozen=True, slots=True)
class Wording:
    """What is compared of a fact or a memory. `entities` are the names that it mentions."""

    content: str
    statement: Statement
    entities: tuple[str, ...] = ()


def wording_of(memory: Memory) -> Wording:
    """Return what is compared of a memory."""
    return Wording(
        memory.content,
        canonical_statement(memory.subject, memory.predicate, memory.object, memory.polarity),
        tuple(memory.entities),
    )


@dataclass(frozen=True, slots=True)
class _Details:
    words: frozenset[tuple[str, int]]
    han: str
    numbers: tuple[str, ...]
    names: tuple[str, ...]
    negated: bool


def say_the_same(one: Wording, other: Wording) -> bool:
    """Whether a nominated pair is one thing, said twice.

    Subject and polarity must be equal, and so must numbers in their order, names in theirs
    ("Alice paid Bob" is not "Bob paid Alice"), dates, units and every word that carries meaning,
    but for its ending. How an equal predicate is worded does not matter. In doubt two things stay
    apart: a row too many loses nothing.
    """
    subject, predicate, _, polarity = one.statement
    other_subject, other_predicate, _, other_polarity = other.statement
    if subject != other_subject or polarity != other_polarity:
        return False
    names = frozenset(name.casefold() for name in (*one.entities, *other.entities))
    shared = predicate if predicate == other_predicate else ""
    return _details(one.content, names, shared) == _details(other.content, names, shared)


@lru_cache(maxsize=1 << 12)
def _details(text: str, entities: frozenset[str], predicate: str) -> _Details:
    """Return what must be equal in two texts; words that name `predicate` are left out."""
    plain = _THOUSANDS.sub("", unicodedata.normalize("NFKC", text).replace("’", "'"))
    words: Counter[str] = Counter()
    han: list[str] = []
    numbers: list[str] = []
    names: list[str] = []
    negated = False
    for piece in _PIECE.findall(plain):
        word = piece.casefold()
        if word in _NOT or word.endswith("n't"):
            negated = True
        elif word not in _EMPTY and not (predicate and _names(word, predicate)):
            stem = _SAME.get(word) or _SAME.get(word.removesuffix("s")) or _stem(word)
            if stem[0].isdigit():
                numbers.append(stem)
            elif "\u3400" <= word[0] <= "\u9fff":
                han.append(word)
            else:
                words[stem] += 1
                if piece[0].isupper() or word in entities:
                    names.append(stem)
    return _Details(frozenset(words.items()), "".join(han), tuple(numbers), tuple(names), negated)


def _names(word: str, predicate: str) -> bool:
    return canonical_statement("", word, "", "positive")[1] == predicate


def _stem(word: str) -> str:
    """Cut the possessive and one common ending; enough to see a plural or another tense."""
    word = word.removesuffix("'s")
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _STEM_LENGTH:
            return word.removesuffix(ending)
    return word
