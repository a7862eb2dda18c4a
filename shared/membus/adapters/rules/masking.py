"""Blanks out what is not the speaker's own: pasted memory, prompts, quotes, code.

Every mask keeps the length, so that spans still count in the text as it was spoken.
"""

import re

_INJECTED = re.compile(
    r"<(?P<tag>(?:[\w-]{0,40}(?:memor(?:y|ies)|context|recall(?:ed)?|system|hint|retrieved|reminder|"
    r"instructions?|prompt)[\w-]{0,40}))\b[^>\n]{0,200}>.*?(?:</(?P=tag)\s*>|\n\s*\n|\Z)"
    r"|```.*?(?:```|\Z)"
    r"|(?m:^[ \t]*>[^\n]*$)"
    # A pasted line of another role, and the lines of its paragraph that the speaker does not take
    # back by speaking of himself or by a label of his own.
    r"|(?m:^[ \t]*(?:\[?(?:system|assistant|system prompt)\]?|系统(?:提示)?|助手)[ \t]*[:：][^\n]*)"
    r"(?:\n(?![ \t]*(?:\n|\Z|(?:i|my|we|our|user|human|me)\b|我|咱|本人|用户))[^\n]*)*",
    re.DOTALL | re.IGNORECASE,
)
# Quoted speech is somebody else's word, or nobody's; a short quoted name stays.
_QUOTED = re.compile(
    r"(?:\b(?:said|says|say|asked|asks|told|wrote|replied|texted|goes|like|titled|called|reads)\b"
    r"[^\"“”\n]{0,20}|[说问道答写回复喊][^“”「」\n]{0,6}[：:，,]?\s*)"
    r"(?P<speech>\"[^\"\n]*\"|“[^“”\n]*”|「[^「」\n]*」)"
    r"|(?P<long>\"[^\"\n]{20,}\"|“[^“”\n]{12,}”|「[^「」\n]{12,}」)",
    re.IGNORECASE,
)
# A curly apostrophe inside a word; the rules know the straight one.
_CURLY = re.compile(r"(?<=[A-Za-z])[’‘](?=[A-Za-z])")
MASK = "\x1f"  # a character that no rule matches, where a blank would join what stands around it


def without_injected(text: str) -> str:
    """Return the text, same length, with what was pasted or injected into it masked."""
    if any(mark in text for mark in ("<", ">", "```", ":", "：")):
        return _INJECTED.sub(lambda found: _blank(found.group()), text)
    return text


def own_words(text: str) -> str:
    """Return the text, same length, with everything masked that its speaker did not say."""
    text = _CURLY.sub("'", without_injected(text))
    return _QUOTED.sub(_blank_speech, text) if any(mark in text for mark in '"“「') else text


def _blank_speech(found: re.Match[str]) -> str:
    speech = found["speech"] or found["long"]
    kept = found.group()[: len(found.group()) - len(speech)]
    return kept + _blank(speech)


def _blank(text: str) -> str:
    return "".join(char if char == "\n" else MASK for char in text)
