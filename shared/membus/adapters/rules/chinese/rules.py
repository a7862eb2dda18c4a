"""All Chinese rules, and how a Chinese sentence is read with them."""

import re
from collections.abc import Sequence
from dataclasses import replace

from membus.adapters.rules.chinese import (
    acquaintances,
    assistant,
    attributes,
    birthdays,
    changes,
    contact,
    family,
    health,
    identity,
    orders,
    plans,
    progress,
    promises,
    quantities,
    tasks,
    tastes,
    work,
)
from membus.adapters.rules.chinese.clauses import clauses
from membus.adapters.rules.chinese.objects import clean
from membus.adapters.rules.chinese.orders import item
from membus.adapters.rules.chinese.persons import ORGANISATION
from membus.adapters.rules.clause import Clause, Draft, apply
from membus.adapters.rules.people import Speakers
from membus.adapters.rules.sentences import Sentence
from membus.adapters.rules.taking_over import ChangeWords, ended
from membus.domain.times import TimeSpan

_RULES = (
    *identity.RULES,
    *birthdays.RULES,
    *contact.RULES,
    *quantities.RULES,
    *work.RULES,
    *family.RULES,
    *acquaintances.RULES,
    *changes.RULES,
    *attributes.RULES,
    *tastes.RULES,
    *health.RULES,
    *orders.RULES,
    *tasks.RULES,
    *promises.RULES,
    *plans.RULES,
    *progress.RULES,
)


_CHANGES = ChangeWords(
    now=re.compile(r"现在|如今|目前|眼下"),
    changed=re.compile(r"换了|改成|换成|改[吃学用]|换[吃学用]|放弃|不再|停了"),
    also=re.compile(r"也|还|另外|又|同时|再"),
)

# 我对牛奶过敏，不是花生: what stands behind denies another value of what stands before.
_NOT_THAT = re.compile(r"(?:而|但|可)?不是(?P<old>[^，,。我你他她]{1,12})$")
_FIRMS = frozenset({"supplier", "client", "works_at"})
_THINGS = frozenset({"bought", "needs", "wants", "complaint", "owns", "has_pet"})


def read(
    sentence: Sentence, times: Sequence[TimeSpan], who: Speakers
) -> list[tuple[Clause, list[Draft]]]:
    """Return each clause of a sentence with what it states."""
    rules = assistant.RULES if who.role == "assistant" else _RULES
    found: list[tuple[Clause, list[Draft]]] = []
    for each in clauses(sentence, times, who):
        subject = who.names.get(ORGANISATION, "") if each.subject == ORGANISATION else each.subject
        clause = replace(each, subject=subject, thing=who.thing, order=who.order)
        drafts = list(family.introduced(clause)) if who.role == "user" else []
        drafts += _dated_once(apply(rules, clause))
        if not drafts and who.role == "user":
            drafts = apply(attributes.FALLBACK, clause)
        if who.role == "user":
            drafts += list(ended(_CHANGES, clause, sentence.text, drafts))
        if not drafts and found:
            drafts = _contrasted(clause, found[-1][1])
        _remember(drafts, clause, who)
        found.append((clause, drafts))
    return found


def _dated_once(drafts: Sequence[Draft]) -> list[Draft]:
    """Leave out the plan where a thing's date is read: 展会改到7月9日 has to end the old date."""
    planned = {"date": {"plans", "meeting", "event"}}
    left_out = {name for draft in drafts for name in planned.get(draft.predicate, ())}
    return [draft for draft in drafts if draft.predicate not in left_out]


def _contrasted(clause: Clause, before: Sequence[Draft]) -> list[Draft]:
    match = _NOT_THAT.match(clause.text)
    if match is None or not before:
        return []
    return [replace(before[-1], object=clean(match["old"]), polarity="negative")]


def _remember(drafts: Sequence[Draft], clause: Clause, who: Speakers) -> None:
    """Let what follows lean on the order, the thing and the firm that were spoken of."""
    for draft in drafts:
        if draft.predicate == "order":
            who.order = draft.object
        elif draft.predicate in _THINGS and (draft.polarity or clause.polarity) == "positive":
            who.thing = item(draft.object)
        elif draft.predicate in _FIRMS and (draft.polarity or clause.polarity) == "positive":
            who.names[ORGANISATION] = draft.object
            who.names[f"{clause.speaker}'s {draft.predicate}"] = draft.object
