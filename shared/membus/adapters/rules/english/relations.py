"""The English words for somebody of somebody's, their predicates, and how people are named."""

from collections.abc import Mapping
from types import MappingProxyType

from membus.adapters.rules.people import Gender

_WORDS_OF = {
    "mother": "mother mom mum mommy stepmother",
    "father": "father dad daddy stepfather",
    "spouse": "wife husband spouse",
    "partner": "partner girlfriend boyfriend fiance fiancée fiancé",
    "daughter": "daughter stepdaughter",
    "son": "son stepson",
    "child": "child kid baby",
    "sister": "sister half-sister",
    "brother": "brother half-brother",
    "relative": "grandmother grandma grandfather grandpa aunt uncle cousin niece nephew "
    "mother-in-law father-in-law sister-in-law brother-in-law grandson granddaughter",
    "friend": "friend buddy",
    "manager": "manager boss supervisor line_manager team_lead team_leader",
    "colleague": "colleague coworker co-worker teammate assistant",
    "neighbor": "neighbor neighbour",
    "roommate": "roommate flatmate housemate",
    "teacher": "teacher coach tutor professor mentor",
    "doctor": "doctor gp physician pediatrician psychiatrist dermatologist",
    "dentist": "dentist",
    "therapist": "therapist",
    "trainer": "trainer personal_trainer",
    "dog": "dog puppy",
    "cat": "cat kitten",
    "has_pet": "pet rabbit hamster parrot horse",
    "client": "client customer",
    "supplier": "supplier vendor",
    "landlord": "landlord landlady",
    "lawyer": "lawyer attorney",
    "accountant": "accountant",
    "vet": "vet",
    "hairdresser": "hairdresser",
}
_SHE = (
    "mother mom mum mommy stepmother wife girlfriend fiancée daughter stepdaughter sister "
    "half-sister grandmother grandma aunt niece mother-in-law sister-in-law granddaughter landlady"
)
_HE = (
    "father dad daddy stepfather husband boyfriend fiancé son stepson brother half-brother "
    "grandfather grandpa uncle nephew father-in-law brother-in-law grandson landlord"
)

RELATIONS: Mapping[str, str] = MappingProxyType(
    {
        word.replace("_", " "): relation
        for relation, words in _WORDS_OF.items()
        for word in words.split()
    }
)
"""Word to predicate."""

GENDERS: Mapping[str, Gender] = MappingProxyType(
    {**dict.fromkeys(_SHE.split(), "she"), **dict.fromkeys(_HE.split(), "he")}
)
"""Word, or predicate of the same name, to the pronoun that it is spoken of by."""

RELATION = "|".join(word.replace(" ", r"\s+") for word in sorted(RELATIONS, key=len, reverse=True))
TITLE = r"(?:(?:Mr|Mrs|Ms|Dr|Prof)\.?|Professor|Doctor|Coach|Pastor|Captain)"
_CAPITAL = r"[A-ZÀ-ÖØ-Þ\u4e00-\u9fff]"
NAME = (
    rf"(?-i:(?:{TITLE}\s+)?(?!I\b){_CAPITAL}(?:'{_CAPITAL})?[\w-]*\w"
    rf"(?:\s+(?:(?:van|von|de|da|del|der|bin|al)\s+)?{_CAPITAL}[\w-]*\w){{0,2}})"
)


def relation_of(word: str) -> str:
    """Return the predicate of a relation as it stands in a text ("Team  lead"), "" for none."""
    return RELATIONS.get(" ".join(word.lower().split()), "")
