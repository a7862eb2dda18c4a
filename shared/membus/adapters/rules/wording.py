"""One sentence for a fact, in the language of its source."""

from membus.adapters.rules.chinese import wording as chinese
from membus.adapters.rules.english import wording as english
from membus.contracts.memory import Polarity


def sentence(subject: str, predicate: str, value: str, polarity: Polarity, language: str) -> str:
    """Return the fact in the third person, without a full stop."""
    if language == "zh":
        return chinese.sentence(subject, predicate, value, polarity)
    return english.sentence(subject, predicate, value, polarity)
