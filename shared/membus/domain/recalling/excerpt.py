"""Shortens a text to what there is room for: whole sentences where it can, never half a letter.

It knows neither memories nor blocks.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import pairwise

import regex

from membus.domain.lexical import terms

_LEFT_OUT = "…"
_SENTENCE_END = re.compile(
    r"(?<![.!?…])[.!?…]++[\"'”’)\]]*+(?=\s)|[。！？…；]++[”’」』）]*+|;(?=\s)|\n+"
)
_CLAUSE_END = re.compile(r"(?:[,:](?=\s)|[，：、])")
_WORD_END = re.compile(r"(?<=\S)(?=\s)")
# What a reader sees as one letter: UAX 29, extended grapheme clusters.
_LETTER = regex.compile(r"\X")
# The longest letters in use, flags and families of emoji, have about this many characters.
_LONGEST_LETTER = 40
# Enough for every memory that membus makes; a longer text is read so far for what it is about.
_READ = 5_000
_HANGING = " \t\n,:;，、：；"


def excerpt(
    text: str, most: int, fits: Callable[[str], bool], about: frozenset[str] = frozenset()
) -> str:
    """Return the text where it fits, else a stretch of it with "…" where something is left out.

    The stretch holds the sentence that has most of the terms `about`, the earliest of equals, and
    before it as many sentences as fit, since they say whom its pronouns mean; it goes on to the
    last sentence that fits or, where that would waste half of the room, to the end of a clause,
    else of a word, else between two letters. `most` is the length in characters beyond which
    nothing fits; what `fits` takes, it must take shortened too.
    """
    if len(text) <= most and fits(text):
        return text
    start = _start(text, most, fits, about)
    end = _end(text, start, most, fits)
    return _shown(text, start, end)


def _start(text: str, most: int, fits: Callable[[str], bool], about: frozenset[str]) -> int:
    """Return where the stretch starts: at the sentence asked about, or at one before it."""
    if not about:
        return 0
    limit = min(len(text), _READ)
    borders = [0, *_ends(_SENTENCE_END, text, 0, limit - 1), limit]
    shared = [len(about.intersection(terms(text[start:end]))) for start, end in pairwise(borders)]
    best = shared.index(max(shared))
    first, end = best, borders[best + 1]
    while first and end - borders[first - 1] <= most:
        if not fits(_shown(text, borders[first - 1], end)):
            break
        first -= 1
    return borders[first]


def _end(text: str, start: int, most: int, fits: Callable[[str], bool]) -> int:
    """Return where the stretch ends: at the best border beyond half of what there is room for."""
    limit = min(len(text), start + most)
    furthest = _furthest(list(_letters(text, start, limit)), text, start, fits)
    if furthest == len(text):
        return furthest
    for border in (_SENTENCE_END, _CLAUSE_END, _WORD_END):
        ends = reversed(_ends(border, text, start, furthest))
        end = next((end for end in ends if fits(_shown(text, start, end))), start)
        if end - start > (furthest - start) // 2:
            return end
    return furthest


def _letters(text: str, start: int, limit: int) -> Iterator[int]:
    """Yield the ends of the letters in text[start:limit]; one that goes on beyond is left out."""
    for letter in _LETTER.finditer(text, start, min(len(text), limit + _LONGEST_LETTER)):
        if letter.end() > limit:
            return
        yield letter.end()


def _furthest(ends: list[int], text: str, start: int, fits: Callable[[str], bool]) -> int:
    """Return the last of the ascending ends up to which the stretch fits, `start` for none."""
    low = bisect_left(ends, x=True, key=lambda end: not fits(_shown(text, start, end)))
    # Tokens are not quite monotonic: a cut inside one may make two of it.
    while low and not fits(_shown(text, start, ends[low - 1])):
        low -= 1
    return ends[low - 1] if low else start


def _ends(border: re.Pattern[str], text: str, start: int, limit: int) -> list[int]:
    found = (match.end() for match in border.finditer(text, start, min(len(text), limit + 1)))
    return [end for end in found if start < end <= limit and end < len(text)]


def _shown(text: str, start: int, end: int) -> str:
    before, after = _LEFT_OUT * (start > 0), _LEFT_OUT * (end < len(text))
    stretch = text[start:end].strip()
    return f"{before}{stretch.rstrip(_HANGING) if after else stretch}{after}"
