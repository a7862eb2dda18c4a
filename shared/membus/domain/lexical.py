"""What BM25 counts: the terms of a text in English, Chinese or both, and their sparse vectors.

Knows no index: the IDF half of BM25 is taken there, over one owner's memories.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b

import rjieba
import Stemmer

from membus.domain.sparse import SparseVector
from membus.domain.stop_words import STOP_WORDS

K1 = 1.2
B = 0.4
_LONGEST_KEPT = 1000
# Han, kana and Hangul: scripts in which a space does not end a word.
_UNSPACED = (
    "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
    "\u3040-\u30ff\u31f0-\u31ff\u1100-\u11ff\uac00-\ud7af"
)
_WORD = rf"(?:(?![{_UNSPACED}])[^\W_])+"
_PIECE = re.compile(rf"(?P<run>[{_UNSPACED}]+)|{_WORD}(?:[-_./:@#+]{_WORD})*")
_JOINT = re.compile(r"[-_./:@#+]")
_DIGIT = re.compile(r"\d")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_ENGLISH = Stemmer.Stemmer("english", 0)


def terms(text: str) -> list[str]:
    """Return the terms of a text in order, repeated as often as they occur.

    English words are stemmed; what holds a digit (A1001, 2024-118, 9:30) is kept whole, and its
    parts follow it; Chinese gives words, pairs of characters and single characters.
    """
    found: list[str] = []
    for piece in _PIECE.finditer(_THOUSANDS.sub("", plain(text))):
        found.extend(_of_run(piece[0]) if piece["run"] else _of_word(piece[0]))
    return found


def plain(text: str) -> str:
    """Return a text or name as it is compared: NFKC, case-folded, trimmed."""
    return unicodedata.normalize("NFKC", text).casefold().strip()


def document_vector(text: str, average: int) -> SparseVector:
    """Return BM25's document side: per term `n (k1 + 1) / (n + k1 (1 - b + b length / average))`.

    `average` is the length of a usual text, in terms. Robertson and Zaragoza, The Probabilistic
    Relevance Framework (2009), with k1 1.2 and b 0.4.
    """
    counts = Counter(number for line in text.split("\n") for number in _numbers(line))
    length = counts.total()
    norm = K1 * (1 - B + B * length / average)
    return SparseVector(tuple(counts), tuple(n * (K1 + 1) / (n + norm) for n in counts.values()))


def query_vector(text: str) -> SparseVector:
    """Return BM25's query side: each distinct term once, with weight 1."""
    numbers = tuple(dict.fromkeys(map(term_number, terms(text))))
    return SparseVector(numbers, (1.0,) * len(numbers))


def _numbers(line: str) -> tuple[int, ...]:
    # A message is read again for each of the messages around it.
    return _kept_numbers(line) if len(line) <= _LONGEST_KEPT else _kept_numbers.__wrapped__(line)


@lru_cache(maxsize=1 << 12)
def _kept_numbers(line: str) -> tuple[int, ...]:
    return tuple(map(term_number, terms(line)))


@lru_cache(maxsize=1 << 16)
def term_number(term: str) -> int:
    """Return a term's number (32 bits), the same in every process; colliding terms become one."""
    hashed = blake2b(term.encode("utf-8", "surrogatepass"), digest_size=4)
    return int.from_bytes(hashed.digest(), "big")


@lru_cache(maxsize=1 << 16)
def _stem(word: str) -> str:
    stem: str = _ENGLISH.stemWord(word)
    return stem


def _of_word(word: str) -> Iterator[str]:
    if _DIGIT.search(word):
        yield word
        if _JOINT.search(word) is None:
            return
    for part in _JOINT.split(word):
        if part not in STOP_WORDS:
            yield part if _DIGIT.search(part) else _stem(part)


def _of_run(run: str) -> Iterator[str]:
    yield from (word for word in rjieba.cut(run) if len(word) > 1)
    yield from (run[at : at + 2] for at in range(len(run) - 1))
    yield from (character for character in run if character not in STOP_WORDS)
