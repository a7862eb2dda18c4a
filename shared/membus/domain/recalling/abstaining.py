"""Abstention: whether anything that was found is about the question.

How likely one memory is about it, by a logistic regression over five signs; its weights are fitted
by `membus.evaluation.fitting_abstention` on cases written for this project.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from membus.contracts.events.recalls import Hit
from membus.domain.languages import has_han
from membus.domain.recalling.query import Question
from membus.domain.recalling.ranking import Found
from membus.domain.recalling.telling_words import Read, read, relations_of, telling_words
from membus.domain.recalling.unheard_of import unheard_of, unknown_code

LOOKED_AT = 12
"""Hits; an answer is seldom taken from what stands lower."""

IN_CONVERSATION = 0.5
"""Of the floor, where a conversation goes on: what went before is searched for too, and is less
like any one memory than a question by itself."""

_MESSAGES_BEFORE = 2
# Another word for the same relation is nearly the word; some characters of a word are half of it.
_SAME_RELATION, _SAME_CHARACTERS = 0.8, 0.5
_COVERS_RELATION = 0.5


@dataclass(frozen=True, slots=True)
class Signs:
    """What speaks for a memory being about the question: shares in 0..1, but for the similarity.

    `similarity` is the cosine of the vectors; `coverage` the share of the question's telling words
    that the memory has, `around` what the messages before it add; `relation` is 1 where it states
    the relation that is asked for; `unheard_of` is 1 where the question names what no hit names.
    """

    similarity: float
    coverage: float
    around: float
    relation: float
    unheard_of: float


BIAS = -4.8
WEIGHTS = Signs(similarity=14.4, coverage=6.2, around=4.8, relation=2.0, unheard_of=-2.9)


def abstention(question: Question, found: Found, hits: Sequence[Hit], floor: float) -> str:
    """Return why no hit is about the question, or an empty string.

    `floor` in 0..1 is how likely the likeliest of the best hits must be about it.
    """
    if not hits:
        return "nothing is known"
    if any(found.candidates[hit.memory.memory_id].exact for hit in hits):
        return ""
    unknown = unknown_code(question.text, [_in_context(hit) for hit in hits])
    if unknown:
        return f"nothing is known of {unknown}"
    # Whoever is unheard of: mostly the first hit is near enough, and the others need no reading.
    words = telling_words(question.lexical)
    if any(
        likelihood(_signs(words, found, hit, _texts(hit), unknown=True)) >= floor
        for hit in hits[:LOOKED_AT]
    ):
        return ""
    if any(likelihood(signs) >= floor for signs in signs_of(question, found, hits)):
        return ""
    return "nothing that is known is about this"


def likelihood(signs: Signs) -> float:
    """Return how likely a memory with these signs is about the question, in 0..1."""
    odds = (
        BIAS
        + WEIGHTS.similarity * signs.similarity
        + WEIGHTS.coverage * signs.coverage
        + WEIGHTS.around * signs.around
        + WEIGHTS.relation * signs.relation
        + WEIGHTS.unheard_of * signs.unheard_of
    )
    return 1 / (1 + math.exp(-odds))


def signs_of(question: Question, found: Found, hits: Sequence[Hit]) -> list[Signs]:
    """Return the signs of the best hits."""
    best = hits[:LOOKED_AT]
    words = telling_words(question.lexical)
    texts = [_texts(hit) for hit in best]
    unknown = unheard_of(question.text, words, list(chain.from_iterable(texts)))
    return [
        _signs(words, found, hit, its, unknown=unknown)
        for hit, its in zip(best, texts, strict=True)
    ]


def _signs(
    words: Mapping[str, float], found: Found, hit: Hit, texts: Sequence[Read], *, unknown: bool
) -> Signs:
    said = coverage(words, texts[:1])
    states = hit.parts is not None and bool(hit.parts.relation) and said >= _COVERS_RELATION
    return Signs(
        similarity=found.candidates[hit.memory.memory_id].dense or 0.0,
        coverage=said,
        around=coverage(words, texts) - said,
        relation=float(states),
        unheard_of=float(unknown),
    )


def _texts(hit: Hit) -> tuple[Read, Read]:
    """Return what a hit says, and what was said before it."""
    before = "\n".join(hit.memory.context[-_MESSAGES_BEFORE:])
    return read(_line(hit), hit.memory.predicate), read(before)


def coverage(words: Mapping[str, float], texts: Sequence[Read]) -> float:
    """Return the share of the words' weight that texts have together, in 0..1."""
    whole = sum(words.values())
    has = sum(weight * max(_has(word, text) for text in texts) for word, weight in words.items())
    return has / whole if whole else 0.0


def _has(word: str, text: Read) -> float:
    if word in text.terms or (has_han(word) and word in text.plain):
        return 1.0
    if not text.relations.isdisjoint(relations_of(word)):
        return _SAME_RELATION
    if has_han(word) and len(word) > 1:
        return _SAME_CHARACTERS * sum(each in text.plain for each in word) / len(word)
    return 0.0


def _line(hit: Hit) -> str:
    return f"{hit.memory.speaker} {hit.memory.content}"


def _in_context(hit: Hit) -> str:
    return "\n".join((_line(hit), *hit.memory.context[-_MESSAGES_BEFORE:]))
