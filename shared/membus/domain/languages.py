"""Which language a text is written in, by its script. It names no more than the script can tell."""

import re

HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_HAN = re.compile(rf"[{HAN}]")
_KANA = re.compile(r"[\u3040-\u30ff]")
_LETTERS = re.compile(r"[^\W\d_]")
_SCRIPTS = (
    ("ko", re.compile(r"[\uac00-\ud7af]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("th", re.compile(r"[\u0e00-\u0e7f]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
)
# A Chinese character carries about as much as this many Latin letters.
_HAN_WEIGHT = 3


def language_of(text: str) -> str:
    """Return an ISO 639-1 code: zh, ja, ko, ru, ar, he, th, el, hi, or en for anything else.

    Mixed text counts as what it holds most of: "我在Acme工作" is zh, "I like 麻婆豆腐" is en.
    """
    letters = len(_LETTERS.findall(text))
    if text.isascii() or not letters:
        return "en"
    han = len(_HAN.findall(text))
    if han:
        if len(_KANA.findall(text)) * 3 > han:
            return "ja"
        return "zh" if han * _HAN_WEIGHT >= letters - han else "en"
    if _KANA.search(text):
        return "ja"
    return next(
        (code for code, script in _SCRIPTS if len(script.findall(text)) * 2 > letters), "en"
    )


def has_han(text: str) -> bool:
    """Whether the text holds a Chinese character."""
    return _HAN.search(text) is not None
