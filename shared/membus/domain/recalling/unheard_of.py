"""What a question names and nothing that was found does: a code, a name, one of the owner's people.

Who was never spoken of has no birthday that is known, however much is known of birthdays.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from membus.domain.entities import entities_in
from membus.domain.identifiers import identifiers_in
from membus.domain.lexical import plain
from membus.domain.predicates import PREDICATES
from membus.domain.recalling.telling_words import Read, relations_of

_PEOPLE: Final = frozenset(name for name, row in PREDICATES.items() if row.domain == "family")
# Who is spoken of as one is asked about as the other.
_THE_SAME: Final = (
    frozenset({"child", "son", "daughter", "children_count"}),
    frozenset({"spouse", "partner", "marital_status"}),
    frozenset({"dog", "has_pet"}),
    frozenset({"cat", "has_pet"}),
)


def unheard_of(question: str, words: Iterable[str], texts: Sequence[Read]) -> bool:
    """Return whether the question names somebody, or some thing, that no text speaks of.

    `words` are the question's telling words.
    """
    if any(not _stands_in(plain(name), texts) for name in entities_in(question)):
        return True
    spoken_of = frozenset[str]().union(*(text.relations for text in texts))
    return any(
        wanted.isdisjoint(spoken_of) and not _stands_in(word, texts)
        for word in words
        if (wanted := _people(word))
    )


def unknown_code(question: str, texts: Sequence[str]) -> str:
    """Return a code that the question names, where the texts have none of those it names."""
    codes = [each.value for each in identifiers_in(question) if each.kind == "code"]
    if not codes:
        return ""
    said = _bare("\n".join(texts))
    return "" if any(_bare(code) in said for code in codes) else codes[0]


def _stands_in(word: str, texts: Sequence[Read]) -> bool:
    return any(word in text.plain for text in texts)


def _people(word: str) -> frozenset[str]:
    named = relations_of(word) & _PEOPLE
    return named.union(*(group for group in _THE_SAME if group & named))


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, plain(text)))
