"""Cuts a text into sentences with their places, and tells what states from what only asks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from membus.domain.languages import has_han

# A run of marks or blanks is looked at from its beginning alone: from each of a hundred thousand
# it would take hours.
_END = re.compile(
    r"(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bDr)(?<!\bSt)(?<!\bNo)(?<!\be\.g)(?<!\bi\.e)(?<!\bvs)"
    r"(?<![.!?])[.!?]+(?=\s|$|[\"”'）)])[\"”')]*|[。！？；…!?]+[”」）)]*|;(?=\s)|\n+|[\x1f]+"
)
_ENGLISH_QUESTION = re.compile(
    r"(?:(?:hi|hey|hello|ok|okay|so|and|but|also|well|oh|please)[,\s]+)*"
    r"(?:(?:what|where|when|why|how)(?!\s+(?:i|we|he|she|they|my|our|his|her|their)\b)|"
    r"what's|whats|where's|who|who's|whose|how's|which|"
    r"do|does|did|is|are|was|were|am|can|could|would|"
    r"will|should|shall|may|have\s+(?:i|you|we|they)|has\s+(?:he|she|it|my)|"
    r"don't\s+(?:i|you|we)|isn't|aren't|can't\s+you|won't\s+you|didn't\s+(?:i|you|we))\b",
    re.IGNORECASE,
)
_ENGLISH_TURN = re.compile(
    r"[,;:–—-]\s*(?:and\s+|so\s+|but\s+)?(?=(?:what|where|when|who|why|how|which|"
    r"do|does|did|is|are|"
    r"can|could|would|will|should|may|any)\b)",
    re.IGNORECASE,
)
_TAG = re.compile(
    r",?\s*(?:right|correct|ok|okay|yes|no|huh|(?:is|are|do|does|did|have|has|was|were|can|"
    r"will|would)n't\s+(?:i|you|he|she|it|we|they)|remember)\s*\?+$",
    re.IGNORECASE,
)
_CHINESE_QUESTION = re.compile(
    r"吗|(?<!没)(?<!不管)什么(?!都|也)|哪(?!怕|都)|谁(?!都)|(?<!不)怎[么样]|多少|"
    r"几(?:点|个|号|时|天|次|位|月)|"
    r"为什么|为何|是不是|有没有|能不能|可不可以|会不会|要不要|好不好|行不行|"
    r"还是.*[?？]|如何|呢[?？。！]*$"
)
_CHINESE_TAG = re.compile(
    r"(?:^|[，,])\s*(?:对吗|是吗|对吧|是吧|对不对|是不是|没错吧|好吗|记得吗|对么)\s*[?？]*$"
)
_SUPPOSING = re.compile(
    r"^(?:(?:and|but|so|well)\s+)?(?:if|unless|suppose|supposing|imagine|assuming|"
    r"pretend|what\s+if|"
    r"let's\s+say|say\s+i|in\s+case|i\s+wish|i\s+wonder|i'm\s+wondering|whether)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"(?<!\s),?\s+(?:if|unless|in\s+case|provided\s+that|whether|as\s+long\s+as)\s", re.IGNORECASE
)
_CHINESE_SUPPOSING = re.compile(
    r"如果|要是|假如|假设|万一|倘若|的话(?:[，,。]|$)|比如说?我|除非|但愿"
)


_ENGLISH_WORDS = re.compile(r"\b(?:i|i'm|my|we|our|he|she|is|are|am|the|to)\b", re.IGNORECASE)
_CHINESE_WORDS = re.compile(r"[的了是在我你您他她不有要很吗也就都和跟对把被给]")

# A longer one is a table, a log or a wall of words: it states nothing that a rule could read, and
# what tells questions apart would take time by the square of its length.
_LONGEST_PIECE = 2000


@dataclass(frozen=True, slots=True)
class Sentence:
    """A stretch of a text that states something, at `start`; `language` is zh or en.

    `conditional`: what it promises hangs on an "if", which was cut off.
    """

    text: str
    start: int
    language: str
    conditional: bool = False


def statements(text: str) -> Iterator[Sentence]:
    """Yield the sentences that state something; questions and suppositions are left out."""
    for start, end in pieces(text):
        if end - start > _LONGEST_PIECE:
            continue
        piece = text[start:end]
        asks = piece.rstrip(" \"”')）").endswith(("?", "？"))
        if _is_chinese(piece):
            yield from _chinese(piece, start, asks=asks)
        else:
            yield from _english(piece, start, asks=asks)


def _is_chinese(piece: str) -> bool:
    """Whether a sentence is built the Chinese way: "I moved to 杭州" is not."""
    if not has_han(piece):
        return False
    english = _ENGLISH_WORDS.search(piece) is not None
    return not english or _CHINESE_WORDS.search(piece) is not None


def pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of each sentence, its end mark included, blanks around it not."""
    at = 0
    for match in _END.finditer(text):
        yield from _trimmed(text, at, match.end())
        at = match.end()
    yield from _trimmed(text, at, len(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip(" \t\r\n\x1f-*•·"))
    right = len(piece.rstrip(" \t\r\n\x1f"))
    if left < right and any(char.isalnum() for char in piece):
        yield start + left, start + right


def _english(piece: str, start: int, *, asks: bool) -> Iterator[Sentence]:
    if _SUPPOSING.match(piece) or _ENGLISH_QUESTION.match(piece):
        return
    if asks:
        turn = _ENGLISH_TURN.search(piece)
        if turn is None or _TAG.search(piece):
            return
        piece = piece[: turn.start()]
    condition = _CONDITION.search(piece)
    if condition is not None:
        piece = piece[: condition.start()]
    yield Sentence(piece.rstrip(" ,;:-–—"), start, "en", conditional=condition is not None)


def _chinese(piece: str, start: int, *, asks: bool) -> Iterator[Sentence]:
    if _CHINESE_SUPPOSING.search(piece) or _CHINESE_TAG.search(piece):
        return
    if asks or _CHINESE_QUESTION.search(piece):
        # Only the clause with the question in it asks: 我住在杭州，附近有什么好吃的？
        kept = 0
        for match in re.finditer(r"[，,]", piece):
            if _CHINESE_QUESTION.search(piece[kept : match.start()]):
                break
            kept = match.start()
        piece = piece[:kept]
    if piece:
        yield Sentence(piece, start, "zh")
