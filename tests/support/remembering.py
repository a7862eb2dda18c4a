"""What the writer makes of things said months apart, each in a session of its own, by rules."""

from collections.abc import Iterable
from datetime import timedelta

from tests.support.changes import Fold, fact_set
from tests.support.extraction import SAID_AT, SHANGHAI, message, turn_of

from membus.adapters.rules.extractor import RulesExtractor
from membus.contracts.memory import Memory

_APART = timedelta(days=1)


def remembered(*texts: str, arriving: Iterable[int] | None = None) -> list[Memory]:
    """Memories but utterances, after texts said a day apart came in, `arriving` in that order."""
    fold, rules = Fold(), RulesExtractor()
    for index in range(len(texts)) if arriving is None else arriving:
        at = SAID_AT + index * _APART
        told = message(texts[index], index).model_copy(update={"at": at})
        found = [
            fact
            for fact in rules.read(turn_of([told], turn_id=f"turn {index}"), SHANGHAI)
            if fact.kind != "utterance"
        ]
        if found:
            fold.apply(fact_set(*found, at=at), session_id=f"s{index}")
    return fold.memories()


def holding(memories: Iterable[Memory]) -> set[str]:
    """What is shown of memories: the contents of the active ones."""
    return {memory.content for memory in memories if memory.status == "active"}
