"""All English rules, and how an English sentence is read with them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from membus.adapters.rules.clause import Clause, Draft, apply
from membus.adapters.rules.english import (
    assistant,
    attributes,
    belongings,
    contact,
    family,
    habits,
    health,
    identity,
    orders,
    plans,
    states,
    tasks,
    tastes,
    work,
)
from membus.adapters.rules.english.clauses import clauses
from membus.adapters.rules.people import Speakers
from membus.adapters.rules.sentences import Sentence
from membus.adapters.rules.taking_over import ChangeWords, ended
from membus.domain.times import TimeSpan

_RULES = (
    *identity.RULES,
    *contact.RULES,
    *attributes.RULES,
    *work.RULES,
    *family.RULES,
    *tastes.RULES,
    *habits.RULES,
    *belongings.RULES,
    *health.RULES,
    *orders.RULES,
    *states.RULES,
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
            drafts = drafts or apply(attributes.FALLBACK, clause)
            drafts = [*family.introduced(clause), *drafts, *_not_the_other(clause, drafts)]
            drafts += list(ended(_CHANGES, clause, sentence.text, drafts))
        found.append((clause, drafts))
    return found


_CHANGES = ChangeWords(
    now=re.compile(r"\b(?:now|nowadays|these\s+days|currently|from\s+now\s+on)\b", re.IGNORECASE),
    changed=re.compile(
        r"\b(?:switched|changed|change\s+of\s+plans?|replaced|instead|gave\s+up|given\s+up|dropped|"
        r"no\s+longer)\b",
        re.IGNORECASE,
    ),
    also=re.compile(r"\b(?:also|too|as\s+well|another|still|second|both)\b", re.IGNORECASE),
)

# Of these, one value more says nothing of another: "tea, not coffee" has to deny it.
_DENIABLE = frozenset(
    (  # noqa: SIM905 - a word a line would drown it
        "likes prefers eats drinks uses plays speaks studies allergic_to order flight ticket "
        "contract"
    ).split()
)
_NOT_OTHER = re.compile(
    r",\s+(?:and\s+)?not\s+(?:the\s+|an?\s+)?(?P<old>[\w'-]+(?:\s[\w'-]+){0,2})$", re.IGNORECASE
)


def _not_the_other(clause: Clause, drafts: Sequence[Draft]) -> Iterator[Draft]:
    """Yield the denial in "my flight is LH405, not LH404"."""
    found = _NOT_OTHER.search(clause.text) if drafts else None
    for draft in drafts:
        affirmed = (draft.polarity or clause.polarity) == "positive"
        if found and affirmed and draft.predicate in _DENIABLE:
            yield replace(draft, object=found["old"], polarity="negative")
