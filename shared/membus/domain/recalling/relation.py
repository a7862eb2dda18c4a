"""Whether a question names the relation that a fact states: "where do I work" and works_at."""

from functools import lru_cache

from membus.contracts.memory import Memory
from membus.domain.lexical import terms
from membus.domain.predicates import predicate
from membus.domain.recalling.query import Question


def asks_for(question: Question, memory: Memory) -> bool:
    """Return whether a name or synonym of the fact's predicate stands in the question."""
    if memory.kind == "utterance" or not memory.predicate:
        return False
    return any(words <= question.term_set for words in _names(memory.predicate))


@lru_cache(maxsize=1024)
def _names(name: str) -> tuple[frozenset[str], ...]:
    spelled = (name, *predicate(name).synonyms)
    found = (frozenset(terms(one.replace("_", " "))) for one in spelled)
    # A name of stop words alone ("has") would stand in every question.
    return tuple(words for words in found if words)
