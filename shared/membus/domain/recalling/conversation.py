"""A question in its conversation: what was said just before it belongs to what is asked.

"How much is it?" asks of what the window names; "I am so looking forward to it" asks nothing, and
is still to be answered by somebody who remembers.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from membus.contracts.events.recalls import WindowMessage
from membus.domain.entities import entities_in
from membus.domain.lexical import term_number, terms
from membus.domain.recalling.query import Question
from membus.domain.sparse import SparseVector

# How much the question counts, then the messages before it, newest first: measured on Chinese
# dialogues, where the last message alone loses ten points of recall (docs/recall-quality.md).
OF_A_QUESTION = (1.0, 0.5, 0.5, 0.3, 0.3)
OF_A_REMARK = (1.0, 0.8, 0.8, 0.6, 0.6)
# Words that describe count less than meaning: what was said before is not what is looked for.
WORDS_BEFORE = 0.5
_LONGEST = 600
_POINTS_BACK = re.compile(
    r"\b(?:it|its|this|these|those|they|them|their|he|him|his|she|her|then"
    r"|the same|the other|(?:the|this|that|which) one(?! of\b)"
    # "Did I say that I", "is there" point at nothing.
    r"|that(?! (?:i|you|we|he|she|it|they|my|your|our|the)\b)"
    r"|(?<!is )(?<!are )(?<!was )(?<!were )there)\b"
    r"|(?<![其吉])[它他她]|[那这该][个家位款次天件种]?|上面|刚才|刚刚|同样",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Conversation:
    """What is searched for: weighted texts, the question first.

    `places` are the messages of the session, by their ordinals, that are no answer because they
    stand in the window: a question may want one that lies further back, a remark none of them.
    `focus` are the case-folded names and identifiers that the question points back to.
    """

    texts: tuple[tuple[str, float], ...]
    places: frozenset[int]
    focus: tuple[str, ...]


def in_conversation(question: Question, window: Sequence[WindowMessage]) -> Conversation:
    """Read a question after the messages of its session's window, oldest first."""
    before = [message for message in reversed(window) if message.text.strip()]
    if before and before[0].text.strip() == question.text.strip():
        before = before[1:]
    weights = OF_A_QUESTION if question.asks else OF_A_REMARK
    just_said = before[: len(weights) - 1]
    texts = [question.text, *(message.text[:_LONGEST] for message in just_said)]
    seen = just_said if question.asks else before
    return Conversation(
        texts=tuple(zip(texts, weights, strict=False)),
        places=frozenset(each.ordinal for each in seen if each.ordinal is not None),
        focus=_focus(question, just_said),
    )


def lexical_query(question: Question, conversation: Conversation) -> SparseVector:
    """Return BM25's query side: each distinct term once, with the highest weight it is said with.

    Of the question itself, without the words that only say when.
    """
    weights: dict[int, float] = {}
    for text, weight in conversation.texts[:0:-1]:
        for term in terms(text):
            number = term_number(term)
            weights[number] = max(weights.get(number, 0.0), WORDS_BEFORE * weight)
    weights |= dict.fromkeys(map(term_number, terms(question.lexical)), 1.0)
    return SparseVector(tuple(weights), tuple(weights.values()))


def _focus(question: Question, before: Sequence[WindowMessage]) -> tuple[str, ...]:
    """Return the names of the newest message that has any, where the question points back."""
    if question.identifiers or not _POINTS_BACK.search(question.text):
        return ()
    names: list[str] = []
    for message in before:
        said = message.text[:_LONGEST]
        names += _named_in(said)
        # One word alone, "Perfect.", only looks like a name: what went before it may have one.
        if names and len(terms(said)) > 1:
            break
    return tuple(dict.fromkeys(name.casefold() for name in names))


def _named_in(said: str) -> list[str]:
    names = entities_in(said)
    # In "Order A1001" the number is the name: "order" names them all.
    return [name for name in names if not any(f"{name} {other}" in said for other in names)]
