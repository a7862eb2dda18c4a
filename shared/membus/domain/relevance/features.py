"""What the fitted part of the gate looks at in a short message. Pure."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

_SIGNS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "you": re.compile(r"\byou|[你您]", re.IGNORECASE),
        "other": re.compile(r"\b(?:he|she|his|her|they|their)\b|[他她它]", re.IGNORECASE),
        "exclamation": re.compile(r"[!！]"),
        "laughter": re.compile(r"haha|\blol\b|lmao|哈哈|[😂🤣😆]", re.IGNORECASE),
        "stretched": re.compile(r"(\w)\1\1"),
        "emoji": re.compile("[\U0001f300-\U0001faff]"),
    }
)


def features(
    text: str, tokens: Sequence[str], *, by_assistant: bool, unknown: int
) -> Iterator[tuple[str, float]]:
    """Yield the name and value of each feature that is not 0; those of words begin with `=`.

    `unknown` is how many of the tokens stand in no phrase list.
    """
    length = len(tokens)
    yield "bias", 1.0
    yield "length", math.log1p(length)
    yield "unknown", unknown / max(length, 1)
    yield "unknown words", min(unknown, 6) / 3
    for name, sign in _SIGNS.items():
        if sign.search(text):
            yield name, 1.0
    if by_assistant:
        yield "assistant", 1.0
        yield "assistant's length", math.log1p(length)
    bounded = ["^", *tokens, "$"]
    words = {*tokens, *(" ".join(pair) for pair in pairwise(bounded))}
    for word in words:
        yield f"={word}", 1.0
