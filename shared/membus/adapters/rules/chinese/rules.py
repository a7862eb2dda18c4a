"""All Chinese rules, and how a Chinese sentence is read with them."""

from collections.abc import Sequence

from membus.adapters.rules.chinese import (
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
from membus.adapters.rules.chinese.clauses import clauses
from membus.adapters.rules.clause import Clause, Draft, apply
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
    if who.role == "assistant":
        return [
            (clause, apply(assistant.RULES, clause)) for clause in clauses(sentence, times, who)
        ]
    return [
        (clause, [*family.introduced(clause), *apply(_RULES, clause)])
        for clause in clauses(sentence, times, who)
    ]
