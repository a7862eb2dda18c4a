"""What was said, kept word for word beside the facts, so that no paraphrase loses anything."""

from collections.abc import Iterator

from membus.adapters.rules.building import Source
from membus.adapters.rules.keywords import keywords_of
from membus.adapters.rules.masking import MASK, without_injected
from membus.adapters.rules.sentences import pieces
from membus.contracts.memory import Fact
from membus.domain.entities import entities_in
from membus.domain.languages import language_of
from membus.domain.predicates import predicate

LONGEST = 600


def utterances(source: Source) -> Iterator[Fact]:
    """Yield the message's own words as facts of kind utterance, of 600 characters at most."""
    language = language_of(source.text)
    said = predicate("said")
    for start, end in _parts(source.text):
        text = source.text[start:end]
        yield Fact(
            kind=said.kind,
            content=text,
            language=language,
            subject=source.speaker,
            predicate="said",
            object=text,
            type="long",
            importance=said.importance,
            entities=entities_in(text),
            keywords=keywords_of(text, language),
            message_id=source.message_id,
            speaker=source.speaker,
            start=start,
            end=end,
            quote=text,
            context=list(source.context),
        )


def _parts(text: str) -> Iterator[tuple[int, int]]:
    """Yield stretches of whole sentences, none across what was injected between them."""
    own = without_injected(text)
    begun = ended = -1
    for start, end in _short_pieces(own):
        if begun >= 0 and (end - begun > LONGEST or MASK in own[ended:start]):
            yield begun, ended
            begun = -1
        if begun < 0:
            begun = start
        ended = end
    if begun >= 0:
        yield begun, ended


def _short_pieces(text: str) -> Iterator[tuple[int, int]]:
    for start, end in pieces(text):
        at = start
        while end - at > LONGEST:
            cut = max(text.rfind(" ", at, at + LONGEST), text.rfind("，", at, at + LONGEST))
            cut = cut + 1 if cut > at else at + LONGEST
            yield at, cut
            at = cut
        yield at, end
