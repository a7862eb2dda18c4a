"""Cuts a document into chunks: never across a Markdown heading, at ends of sentences or words.

It knows no store and no event.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import rjieba

from membus.domain.languages import has_han


@dataclass(frozen=True, slots=True)
class ChunkSize:
    """How many characters a chunk may have, and repeat of the one before it in its section.

    The overlap is less than half of the length, so that every chunk gets on.
    """

    length: int = 500
    overlap: int = 50


_LINE = re.compile(r"(?P<line>[^\r\n]*)(?:\r\n?|\n|\Z)")
_FENCE = re.compile(r" {0,3}(?P<marks>`{3,}(?=[^`]*$)|~{3,})(?P<info>.*)")
_HASHES = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*$")
_NO_PARAGRAPH = re.compile(r"\s*$| {0,3}(?:[-*+>|]|\d+[.)])(?:\s|$)")

# Possessive, and tried once a run of marks: a page of dots must not take half a minute.
_SENTENCE = re.compile(
    r"(?<![.!?…])[.!?…]++[\"'”’)\]*_]*+\s+|[。！？…]+[”’」』）)\]*_]*\s*|"
    r"(?:\r\n?|\n)[ \t]*[\r\n]\s*"
)
_CLAUSE = re.compile(r"[,;:]\s+|[，；：]\s*|[\r\n]\s*")
_CHINESE_MARKS = "。！？；：，、…"
# A mark's closing quotes belong to it, and a word that reaches over the limit must be seen whole.
_LOOKAHEAD = 10


def chunks(text: str, size: ChunkSize = ChunkSize()) -> list[str]:
    """Return a document's chunks in order, without the blanks around them; no chunk is empty."""
    pieces = (text[start:end].strip() for start, end in spans(text, size))
    return [piece for piece in pieces if piece]


def spans(text: str, size: ChunkSize = ChunkSize()) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of the chunks: every character lies in one at least, blanks too."""
    for start, end in pairwise(sorted({0, *_headings(text), len(text)})):
        yield from _spans_of_section(text, start, end, size)


def _spans_of_section(
    text: str, start: int, end: int, size: ChunkSize
) -> Iterator[tuple[int, int]]:
    words_end = start + len(text[start:end].rstrip())
    while end - start > size.length:
        cut = _cut(text, start, size)
        yield start, cut
        # Blanks are no text of their own that would want to know what was before it.
        start = _next_start(text, cut, size.overlap) if cut < words_end else cut
    yield start, end


def _cut(text: str, start: int, size: ChunkSize) -> int:
    """Return where the chunk that starts here ends; the section goes on beyond its limit."""
    limit = start + size.length
    for border in (_SENTENCE, _CLAUSE):
        ends = (found.end() for found in border.finditer(text, start, limit + _LOOKAHEAD))
        cut = max((end for end in ends if end <= limit), default=start)
        # A better border is not worth a chunk of half the length.
        if cut - start > size.length // 2:
            return cut
    # More than the overlap, so that the next chunk starts after this one.
    words = (at for at in _word_starts(text, start, limit + _LOOKAHEAD) if at <= limit)
    return max((at for at in words if at - start > size.overlap), default=limit)


def _next_start(text: str, cut: int, overlap: int) -> int:
    """Return where the chunk after a cut starts: at a word, up to the overlap before it."""
    earliest = cut - overlap
    words = _word_starts(text, earliest - _LOOKAHEAD, cut)
    return min((at for at in words if earliest <= at < cut), default=earliest)


def _word_starts(text: str, start: int, end: int) -> Iterator[int]:
    """Yield the places in (start, end) where a word starts, as far as a stretch of text tells."""
    at = start
    for word in rjieba.cut(text[start:end]):
        at += len(word)
        if at < min(end, len(text)) and _between_words(text[at - 1], text[at]):
            yield at


def _between_words(before: str, after: str) -> bool:
    """Whether a border that the tokenizer found may part words: it also splits URLs and numbers."""
    if after.isspace() or before.isspace():
        return before.isspace() and not after.isspace()
    if before in _CHINESE_MARKS:
        return after.isalnum()
    return before.isalnum() and after.isalnum() and has_han(before + after)


def _headings(text: str) -> Iterator[int]:
    """Yield where the lines of headings start: `# …`, or text underlined with === or ---.

    CommonMark 0.31, 4.2 and 4.3; what looks like one in a fenced block (4.5) is code.
    """
    fence = ""
    paragraph: int | None = None
    for found in _LINE.finditer(text):
        line = found["line"]
        marks = _FENCE.match(line)
        if fence:
            if marks and marks["marks"].startswith(fence) and not marks["info"].strip():
                fence = ""
        elif marks:
            fence, paragraph = marks["marks"], None
        elif _HASHES.match(line):
            yield found.start()
            paragraph = None
        elif _UNDERLINE.match(line):
            if paragraph is not None:
                yield paragraph
            paragraph = None
        elif _NO_PARAGRAPH.match(line):
            paragraph = None
        elif paragraph is None:
            paragraph = found.start()
