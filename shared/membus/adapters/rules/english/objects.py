"""Cuts the object out of what an English clause says: ends, filling words, articles, lists."""

import re

_LONGEST = 120
_LONGEST_ITEM = 4  # words

_STOP = re.compile(
    r"\s*(?:[,;:(\x1f]|\s'cause\b|\s[-–—]|[-–—]\s|\b(?:because|since|so(?:\s+that)?|but|when|"
    r"whenever|while|which|who|whom|"
    r"where|if|unless|although|though|than|due\s+to|thanks\s+to|as\s+(?:i|we|my|it|he|she|they)|"
    r"and\s+(?:i|we|my|he|she|they|it|the|that|then|so|also)|that\s+(?:i|we|is|was|has))\b).*$",
    re.IGNORECASE | re.DOTALL,
)
_STOP_BUT_COMMA = re.compile(_STOP.pattern.replace("[,;:(", "[;:(", 1), _STOP.flags)
_TAIL = re.compile(
    r"(?:\s+(?:after\s+all|now|currently|these\s+days|in\s+the\s+end|at\s+the\s+moment|right\s+now|"
    r"any\s?more|any\s+longer|too|"
    r"as\s+well|also|a\s+lot|very\s+much|so\s+much|much|please|again|already|yet|"
    r"for\s+now|at\s+all|"
    r"either|by\s+the\s+way|btw|you\s+know|actually|really|lately|recently|nowadays|myself|though|"
    r"best|the\s+most|even\s+more|even|more|most|right|okay|ok|the\s+best|anyway|"
    r"here|instead|first|again|"
    r"most\s+of\s+the\s+time|every\s+now\s+and\s+then|from\s+now\s+on|on))+\s*$",
    re.IGNORECASE,
)
_FRONT = re.compile(r"^(?:now|currently|actually|still|also|definitely)\s+(?=\S)", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:a|an|the|some|any|my|our|his|her|their)\s+(?=\S)")
_LIST = re.compile(r"\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|as\s+well\s+as|nor|&)\s+", re.IGNORECASE)
_NOT_OTHER = re.compile(r",\s+(?:and\s+)?not\s.*$", re.IGNORECASE)
_NO_ITEM = re.compile(
    r"(?:'?cause|as|even|it|that|this|which|who|they|he|she|we|i|you|is|are|so|too|especially|"
    r"\w+ed|always|never|really|how|what|when)\b",
    re.IGNORECASE,
)
_VERB = re.compile(r"\b(?:is|was|are|were|has|have|will|would|can)\b", re.IGNORECASE)
_TOGETHER = re.compile(
    r"\b(?:fish\s+and\s+chips|mac\s+and\s+cheese|rock\s+and\s+roll|salt\s+and\s+pepper|"
    r"bed\s+and\s+breakfast|bacon\s+and\s+eggs|peanut\s+butter\s+and\s+jelly|black\s+and\s+white|"
    r"r\s?&\s?b|research\s+and\s+development|gin\s+and\s+tonic)\b",
    re.IGNORECASE,
)
_EMPTY = frozenset(
    (  # noqa: SIM905 - a word a line would drown it
        "it that this them those these you him her one ones so there what something anything "
        "everything nothing someone to be do the a an not all things stuff me us more much"
    ).split()
)


def clean(text: str, *, article: bool = True) -> str:
    """Return the object: cut where the sentence goes on, without filling words.

    `article` False keeps a leading article. "" when nothing with a meaning of its own is left.
    """
    text = _STOP.sub("", text.strip()).strip(" .!?,;:'\"“”-–—")
    text = _FRONT.sub("", text)
    text = _TAIL.sub("", text).strip(" .!?,;:'\"“”")
    if not article and (found := _ARTICLE.match(text)):
        text = text[found.end() :]
    if text.lower() in _EMPTY or len(text) > _LONGEST:
        return ""
    return text if any(char.isalnum() for char in text) else ""


def listed(text: str) -> list[str]:
    """Return the objects of a list ("tea, coffee and hiking"), each clean and without article."""
    if _TOGETHER.search(text) or text.lstrip().startswith("to "):
        return [item for item in (clean(text, article=False),) if item]
    items = _LIST.split(_STOP_BUT_COMMA.sub("", _NOT_OTHER.sub("", text)))
    if any(
        len(item.split()) > _LONGEST_ITEM or _NO_ITEM.match(item) or _VERB.search(item)
        for item in items
    ):
        items = [text]  # no list of things: "hiking, because it clears my mind"
    return [item for item in (clean(each, article=False) for each in items) if item]
