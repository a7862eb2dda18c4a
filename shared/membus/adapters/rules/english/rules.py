"""All English rules, and how an English sentence is read with them."""

from collections.abc import Sequence

from membus.adapters.rules.clause import Clause, Draft, apply
from membus.adapters.rules.english import (
    assistant,
    contact,
    family,
    health,
    identity,
    orders,
    plans,
    tasks,
    tastes,
    work,
)
from membus.adapters.rules.english.clauses import clauses
from membus.adapters.rules.people import Speakers
from membus.adapters.rules.sentences import Sentence
from membus.domain.times import TimeSpan

_RULES = (
    *identity.RULES,
    *contact.RULES,
    *work.RULES,
    *family.RULES,
    *tastes.RULES,
    *health.RULES,
    *orders.RULES,
    *tasks.RULES,
    *plans.RULES,
)


def read(
    sentence: Sentence, times: Sequence[TimeSpan], who: Speakers
) -> list[tuple[Clause, list[Draft]]]:
    """Return each clause of a sentence with what it states."""
    assistant_speaks = who.role == "assistant"
    found = []
    for clause in clauses(sentence, times, who):
        drafts = apply(assistant.RULES if assistant_speaks else _RULES, clause)
        if not assistant_speaks:
            drafts = [*family.introduced(clause), *drafts]
        found.append((clause, drafts))
    return found
