"""What was so until now, where a statement says that something else is so now.

"I'm learning Finnish now" ends what was learned before; only the writer knows what that was.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from membus.adapters.rules.clause import Clause, Draft
from membus.domain.canonical import OTHERS
from membus.domain.predicates import predicate

# Of these people have one, or few: "now" says that it is another one.
_ONE_AT_A_TIME = frozenset({"studies", "roommate", "teacher", "doctor"})
# Of these they have many: only a word of change says that one went.
_CHANGED = frozenset({"takes_medicine"})


@dataclass(frozen=True, slots=True)
class ChangeWords:
    """How a language says that something is so now, that it changed, that it comes on top."""

    now: re.Pattern[str]
    changed: re.Pattern[str]
    also: re.Pattern[str]


def ended(
    words: ChangeWords, clause: Clause, sentence: str, drafts: Sequence[Draft]
) -> Iterator[Draft]:
    """Yield for each statement that takes over from another the denial of what was before it."""
    if words.also.search(clause.raw) is not None:
        return
    changed = words.changed.search(sentence) is not None
    now = changed or words.now.search(clause.raw) is not None
    for draft in drafts:
        name, affirmed = draft.predicate, (draft.polarity or clause.polarity) == "positive"
        takes_over = (now and name in _ONE_AT_A_TIME) or (changed and name in _CHANGED)
        if affirmed and takes_over and not predicate(name).single_valued:
            yield replace(draft, object=OTHERS, polarity="negative")
