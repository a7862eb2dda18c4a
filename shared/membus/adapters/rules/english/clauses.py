"""Cuts an English sentence into clauses and reads subject, negation and tense off each."""

import re
from collections.abc import Sequence

from membus.adapters.rules.clause import Clause
from membus.adapters.rules.english.heads import Head, head_of
from membus.adapters.rules.english.subjects import Subject, subject_of
from membus.adapters.rules.people import Speakers
from membus.adapters.rules.sentences import Sentence
from membus.domain.times import TimeSpan, without

_VERB = (
    r"live|lives|lived|work|works|worked|have|has|had|like|likes|love|loves|hate|hates|dislike|"
    r"dislikes|prefer|prefers|enjoy|enjoys|don't|doesn't|didn't|do\s+not|does\s+not|can't|cannot|"
    r"can\s+not|am|is|was|need|needs|want|wants|moved|started|joined|speak|speaks|study|studies|"
    r"studied|play|plays|eat|eats|drink|drinks|drive|drives|own|owns|never|usually|plan|planning|"
    r"got|bought|ordered|would|'d|will|'ll|visited|met|went|booked|paid|returned|"
    r"received|quit|left|"
    r"graduated|grew|became|allergic|wear|wears|must|should|work|learn|learning|"
    r"used\s+to|no\s+longer|"
    r"avoid|avoids|take|takes|turned|flew|changed|switched|adopted|keep|weigh|wake"
)
_NOUN_TOO = r"like|love|hate|work|need|plan|study|play|drink|drive|visit|want"
# What a statement begins with whose second verb may be a noun as well.
_STATES = re.compile(
    r"\b(?:i|we|he|she|they)\s+(?:\w+\s+)?(?:live|work|like|love|hate|enjoy|eat|drink|speak|play|"
    r"study|have|don't|want|need|prefer|own|drive)s?\b|\b(?:i'm|we're|he's|she's)\b",
    re.IGNORECASE,
)
_SPLIT = re.compile(
    rf"""\s*;\s*|\s+[-–—]+\s+|\s*[—]\s*
    |,?\s+(?:and|but|so|although|though|while|whereas|because|plus|then|however|since)\s+(?:also\s+|now\s+|then\s+)?
        (?=(?:i|my|we|our|he|she|they|his|her|their)\b)
    |,\s*(?=(?:i|my|we|our|he|she|they|his|her|their)\b(?!\s+wife\s+and\b))
    |,?\s+(?:and|but|or)\s+(?:(?:also|now|currently|then|still|usually|just|really)\s+)*
        (?=(?:{_VERB})\b)(?!(?:{_NOUN_TOO})\b)
    |(?<=\w)(?P<noun>,?\s+(?:and|but|or)\s+)(?=(?:{_NOUN_TOO})\b)
    |,\s*(?=who\s+)
    |,?\s+(?:and\s+|but\s+)?(?=(?:now|currently|these\s+days)\s+(?:i|we|he|she|they)\b)
    |,?\s+(?:and|but|so|because|while|although)\s+(?=(?:it's|there's|that's|(?:the\s+[\w'-]+|it|there|
        that|this)\s+(?:is|are|was|were|has|have|had|will|isn't|doesn't|didn't))\b)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_LEAD_IN = re.compile(
    r"(?:(?:well|so|oh|yes|yeah|yep|no|nope|ok|okay|also|and|but|hi|hey|hello|hi\s+there|thanks|"
    r"thank\s+you|sure|right|now|actually|anyway|btw|fyi|by\s+the\s+way|for\s+the\s+record|"
    r"in\s+fact|to\s+be\s+honest|honestly|basically|currently|these\s+days|at\s+the\s+moment|"
    r"i(?:'ve|\s+have)?\s+(?:just\s+)?(?:changed|switched)\s+jobs(?=\s*[:,.–—-])|(?:i\s+have\s+)?(?:some\s+|big\s+)?news|"
    r"(?:we|it\s+was)\s+(?:agreed|decided)\s+that|unfortunately|luckily|fortunately|sadly|finally|remember|just|please|because|since|plus|"
    r"though|although|while|whereas|however|great|good\s+news|update|correction|sorry|"
    r"speaking\s+of\s+which|as\s+(?:i|we)\s+(?:said|mentioned)(?:\s+before)?|as\s+you\s+know|"
    r"please\s+(?:note|remember|keep\s+in\s+mind)|note|keep\s+in\s+mind|"
    r"just\s+so\s+you\s+know|you\s+should\s+know|did\s+i\s+mention|(?:it\s+)?turns\s+out|"
    r"it(?:'s|\s+is)\s+(?:very\s+|really\s+)?important|i\s+(?:already\s+)?(?:told|"
    r"mentioned\s+to)\s+you|"
    r"i\s+(?:mean|should\s+(?:say|mention)|forgot\s+to\s+(?:say|mention)|"
    r"have\s+to\s+say|must\s+say|"
    r"want(?:ed)?\s+(?:you\s+)?to\s+(?:know|mention|say)|mentioned|said))"
    r"(?:\s*[,:!.–—-]+\s*|\s+that\s+|\s+))",
    re.IGNORECASE,
)
# What is so is so now: the words say no more.
_NOW = re.compile(
    r",?\s+(?:(?:as\s+of|from)\s+(?:now|today)(?:\s+on)?|now|nowadays|these\s+days|currently)$",
    re.IGNORECASE,
)
_HEDGE = re.compile(
    r"\b(?:maybe|perhaps|might|possibly|probably|could\s+be|not\s+sure|i\s+guess)\b", re.IGNORECASE
)


def clauses(sentence: Sentence, times: Sequence[TimeSpan], who: Speakers) -> list[Clause]:
    """Return the clauses of a sentence in order; one without a subject keeps the one before it."""
    found: list[Clause] = []
    carried: tuple[TimeSpan, ...] = ()
    subject: Subject | None = None
    begun: int | None = None
    for start, end in _cut(sentence.text, times):
        text = sentence.text[start:end]
        inside = tuple(_moved(span, start) for span in times if start <= span.start < end)
        said = without(text, inside, "en").strip(" ,.!?;:")
        if not said:  # nothing but a time: it belongs to the clause that follows
            carried, begun = carried + inside, start if begun is None else begun
            continue
        if _HEDGE.search(said):
            continue
        own, rest = _subject(said, who)
        subject = own or (None if _names_a_thing(rest) else subject)
        if subject is not None and subject.name not in {who.speaker, ""}:
            who.speak_of(subject.name, subject.gender)
        at = sentence.start + (start if begun is None else begun)
        head = _head(_NOW.sub("", rest), own)
        found.append(
            Clause(
                text=_NOW.sub("", said),
                raw=text.strip(" ,.!?;:"),
                rest=head.rest,
                subject=subject.name if subject is not None else "",
                start=at,
                end=sentence.start + start + len(text.rstrip()),
                language="en",
                times=carried + inside,
                negative=head.negative,
                past=head.past,
                unsure=sentence.conditional,
                speaker=who.speaker,
                former=head.former,
                thing=who.thing,
                order=who.order,
                person=who.third,
            )
        )
        carried, begun = (), None
    return found


def _head(rest: str, own: Subject | None) -> Head:
    if own is None:
        return head_of(rest, owner_of=False)
    contracted = rest[: own.end].rstrip().endswith("'s")
    return head_of(rest[own.end :], owner_of=own.owner_of, contracted=contracted)


def _cut(text: str, times: Sequence[TimeSpan]) -> list[tuple[int, int]]:
    bounds, at = [], 0
    for match in _SPLIT.finditer(text):
        if any(span.start < match.end() and match.start() < span.end for span in times):
            continue
        if match["noun"] and _STATES.search(text[at : match.start()]) is None:
            continue  # "support and love" is no second statement
        bounds.append((at, match.start()))
        at = match.end()
    bounds.append((at, len(text)))
    return [(start, end) for start, end in bounds if start < end]


def _moved(span: TimeSpan, start: int) -> TimeSpan:
    return TimeSpan(
        span.start - start, span.end - start, span.begin, span.until, span.grain, span.relation
    )


def _subject(said: str, who: Speakers) -> tuple[Subject | None, str]:
    """Return the subject and the clause without what leads into it."""
    rest = said
    while True:
        subject = subject_of(rest, who)
        lead = _LEAD_IN.match(rest)
        if lead is None or lead.end() == len(rest):
            headed = _HEADED.match(rest) if subject is None else None
            behind = headed and subject_of(rest[headed.end() :], who)
            return (behind, rest[headed.end() :]) if headed and behind else (subject, rest)
        if subject is not None and re.match(r"(?:i|we)\b", lead.group(), re.IGNORECASE) is None:
            return subject, rest
        rest = rest[lead.end() :]


# "First day after the break: Emma goes to …": what stands before the colon is about it.
_HEADED = re.compile(r"[^:]{3,80}:\s+(?=\w)")


_THING = re.compile(
    r"(?:the|this|that|it|there|these|those|your|you|an?|sounds|looks|seems|feels)"
    r"\b|[A-Z]\w+\s+(?:is|was|"
    r"has)\b",
    re.IGNORECASE,
)


def _names_a_thing(rest: str) -> bool:
    return _THING.match(rest) is not None
