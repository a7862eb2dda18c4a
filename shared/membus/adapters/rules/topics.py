"""Finds the statements that somebody means by a topic: "the meeting", "being allergic to nuts"."""

from collections.abc import Sequence

from membus.adapters.rules.reading import Reading
from membus.domain.predicates import predicate
from membus.domain.topic_words import words_of

_HALF = 0.5


def about(topic: str, known: Sequence[Reading]) -> list[Reading]:
    """Return the statements that have most of a topic's words, in their object before elsewhere."""
    words = words_of(topic)
    if not words:
        return []
    best: list[Reading] = []
    most = _HALF
    for reading in known:
        inside = len(words & (words_naming(reading) | words_of(reading.subject)))
        around = len(words & words_of(reading.clause.raw))
        share = max(inside, around - _HALF) / len(words)
        if share > most:
            best, most = [reading], share
        elif share == most:
            best.append(reading)
    return best


def words_naming(reading: Reading) -> set[str]:
    """Return the words of a statement's object and of what its predicate is called."""
    name = reading.draft.predicate
    return words_of(" ".join((reading.draft.object, name, *predicate(name).synonyms)))
