"""The fitted part of the gate: short talk that no list has, by a weighted sum of features.

The weights come from the labelled chats of membus.evaluation, all written for this project. It is
not asked about what may inform by its form alone: figures, names, times, questions,
deeds, what is denied, and what people say of themselves.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from membus.domain.relevance.empty_talk import unknown_to_phrases, words_of
from membus.domain.relevance.features import features
from membus.domain.relevance.weights import WEIGHTS

SHORTEST, LONGEST = 3, 12
"""Words, or Chinese characters: fewer are an answer or an order as often as not."""

THRESHOLD = 2.5
"""Log odds: by weights of other dialogues, 0.7 % of the dev half's kept messages are dropped."""

_INFORMS = re.compile(
    # Figures, identifiers, questions, names, times.
    r"[\d@/\\_?？]|[一二三四五六七八九十百千两几谁什哪多吗呢]|怎么"
    r"|(?i:\b(?:one|two|three|four|five|six|seven|eight|nine|ten|both|half|only)\b)"
    r"|(?i:^\W*(?:who|what|when|where|why|how|which|did|does|do|is|are|have|has|can|could)\b)"
    r"|(?<=[a-z,;] )[A-Z][a-z]+"
    r"|(?i:\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tomorrow|tonight|yesterday|"
    r"mornings?|weeks?|months?|years?|january|february|march|april|june|july|august|september|"
    r"october|november|december|noon|last|next|since|until|before|after|by|then)\b)"
    r"|[周月号点年]|[今明昨后]天|[上下]午|晚上"
    # Of oneself, denied, or a deed.
    r"|(?i:\b(?:i|me|my|im|i['’]\w+|we|our|us|not|no|never|nobody|nothing|without|stop)\b|n['’]t\b)"
    r"|[我咱不没别无难疼痛病]"
    r"|(?i:\b(?:\w+ed|set|sent|done|way|order|account)\b)"
    r"|[已换改定订寄搬辞停发买卖存设写按只]|[给为帮][你您]|[好上]了\W*$"
)

TABLE: Mapping[str, float] = MappingProxyType(
    {
        name: float(weight)
        for name, weight in (each.rsplit(":", 1) for each in re.split(r"[|\n]", WEIGHTS) if each)
    }
)


def may_be_asked(text: str) -> bool:
    """Whether the message is of a form that the weights are for."""
    return SHORTEST <= len(words_of(text)) <= LONGEST and not _INFORMS.search(text)


def is_idle_talk(text: str, *, by_assistant: bool) -> bool:
    """Whether a message that answers nothing is idle talk, as far as the labelled chats tell."""
    if len(text) > 10 * LONGEST or not may_be_asked(text):
        return False
    tokens = words_of(text)
    found = features(text, tokens, by_assistant=by_assistant, unknown=unknown_to_phrases(tokens))
    return sum(value * TABLE.get(name, 0.0) for name, value in found) > THRESHOLD
