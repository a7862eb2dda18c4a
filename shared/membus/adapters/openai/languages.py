"""Whether a text is in another language than the one it was made from: by script, then by words."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from membus.domain.languages import language_of

# Words that each of these languages cannot do without and the others do.
_TELLING: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        language: frozenset(words.split())
        for language, words in {
            "en": "the is are was and of to with has have lives likes works does not user's for "
            "user wants needs will from at on that this about who their they an be",
            "es": "el la los las es una con para por que usuario vive del su gusta está en y tiene",
            "fr": "le les est une des dans pour avec utilisateur aime vit du et pas aux chez qui",
            "de": "der die das ist und ein eine nicht mit für benutzer hat von zu mag lebt im dem",
            "it": "il gli è una di che per con utente vive nel della piace ha non abita",
            "pt": "o os uma é não com para usuário mora em do da gosta tem seu vive",
            "nl": "de het een en is van niet met voor gebruiker woont heeft zijn aan",
        }.items()
    }
)
_WORD = re.compile(r"[^\W\d_]+(?:'s)?")
_ENOUGH = 2
# How the third person is named whatever the language of the source.
_PERSONS = frozenset({"user", "user's", "assistant", "assistant's"})


def speaks_another_language(text: str, source: str) -> bool:
    """Whether the text is surely in another language than the source."""
    script, of_source = language_of(text), language_of(source)
    if of_source != "en":
        # Latin words that the source uses itself, as names in Chinese, are no other language.
        latin = [word for word in _WORD.findall(text.casefold()) if word.isascii()]
        foreign = set(latin) - set(_WORD.findall(source.casefold())) - _PERSONS
        return script not in {of_source, "en"} or len(foreign) > 1
    if script != "en":
        return True
    spoken = _latin_language(text)
    return spoken not in {None, "en"} and spoken != _latin_language(source)


def has_words(text: str) -> bool:
    """Whether a text holds enough words to tell its language."""
    return language_of(text) != "en" or sum(word.islower() for word in _WORD.findall(text)) > 1


def _latin_language(text: str) -> str | None:
    """Return the language whose telling words the text holds most of, None where few tell."""
    words = _WORD.findall(text.casefold())
    counts = {name: sum(word in known for word in words) for name, known in _TELLING.items()}
    best = max(counts, key=lambda name: (counts[name], name == "en"))
    return best if counts[best] >= _ENOUGH else None
