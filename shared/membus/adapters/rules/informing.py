"""Whether an assistant's message informs (recommends, explains, counts) or keeps company."""

import re

from membus.adapters.rules.sentences import pieces
from membus.domain.languages import has_han

_LONG_ENOUGH = {True: 16, False: 40}  # characters, Chinese or not
_EMPTY = re.compile(
    r"^(?:(?:sure|ok(?:ay)?|great|thanks?(?:\s+you)?|you're\s+welcome|"
    r"no\s+problem|of\s+course|got\s+it|noted|i\s+see|"
    r"happy\s+to\s+help|glad\s+to|hello|hi|good\s+(?:morning|evening)|sorry|"
    r"i\s+understand|my\s+pleasure|let\s+me\s+know|"
    r"is\s+there\s+anything|how\s+can\s+i|how\s+may\s+i|have\s+a\s+(?:nice|great|"
    r"good)|enjoy|sounds\s+(?:good|great)|"
    r"i'll\s+(?:remember|keep)|anything\s+else)\b.*"
    r"|(?:好的|您好|你好|不客气|没问题|请问还有|还有(?:什么|其他)|很高兴|感谢|"
    r"谢谢|明白|收到|了解|祝您|祝你|请稍等|抱歉|不好意思|对不起|记住了|已记).*)$",
    re.IGNORECASE | re.DOTALL,
)


def informs(text: str) -> bool:
    """Whether any sentence of the text states more than courtesy."""
    for start, end in pieces(text):
        sentence = text[start:end]
        if sentence.endswith(("?", "？")) or _EMPTY.match(sentence):
            continue
        if len(sentence) >= _LONG_ENOUGH[has_han(sentence)] or any(c.isdigit() for c in sentence):
            return True
    return False
