"""Cuts an English sentence into clauses and reads subject, negation and tense off each."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from membus.adapters.rules.clause import Clause
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
    """,
    re.IGNORECASE | re.VERBOSE,
)
_LEAD_IN = re.compile(
    r"(?:(?:well|so|oh|yes|yeah|yep|no|nope|ok|okay|also|and|but|hi|hey|hello|hi\s+there|thanks|"
    r"thank\s+you|sure|right|now|actually|anyway|btw|fyi|by\s+the\s+way|for\s+the\s+record|"
    r"in\s+fact|to\s+be\s+honest|honestly|basically|currently|these\s+days|at\s+the\s+moment|"
    r"unfortunately|luckily|fortunately|sadly|finally|remember|just|please|"
    r"because|since|plus|though|"
    r"although|while|whereas|however|great|good\s+news|update|correction|sorry|"
    r"also|speaking\s+of\s+"
    r"which|as\s+(?:i|we)\s+(?:said|mentioned)(?:\s+before)?|as\s+you\s+know|"
    r"please\s+(?:note|remember|"
    r"keep\s+in\s+mind)|note|keep\s+in\s+mind|just\s+so\s+you\s+know|you\s+should\s+know|"
    r"i\s+(?:already\s+)?(?:told|mentioned\s+to)\s+you|i\s+(?:mean|"
    r"should\s+(?:say|mention)|forgot\s+"
    r"to\s+(?:say|mention)|want(?:ed)?\s+(?:you\s+)?to\s+(?:know|mention|say)|"
    r"have\s+to\s+say|must\s+say|"
    r"mentioned|said)|did\s+i\s+mention|it\s+turns\s+out|turns\s+out)"
    r"(?:\s*[,:!.–—-]+\s*|\s+that\s+|\s+))",
    re.IGNORECASE,
)
_ADVERB = re.compile(
    r"(?:currently|now|still|also|really|actually|just|already|always|usually|often|normally|"
    r"typically|generally|mostly|recently|originally|personally|absolutely|definitely|certainly|"
    r"simply|truly|totally|especially|particularly|both|all|only|mainly|sometimes|"
    r"even|ever|finally|"
    r"officially|basically|honestly|temporarily|permanently|happily|very\s+much|"
    r"quite|sure|do\s+(?=like|"
    r"love|enjoy|prefer|need|want|have|live|work))\s+",
    re.IGNORECASE,
)
_HEDGE = re.compile(
    r"\b(?:maybe|perhaps|might|possibly|probably|could\s+be|not\s+sure|i\s+guess)\b", re.IGNORECASE
)
_NOT = r"(?P<no>n't\b|\s+not\b|not\b)?"
_BE = re.compile(
    rf"(?:(?:'m|am|'re|are|is|'s|was|were){_NOT}(?!\w)|(?P<joined>ain't))\s*", re.IGNORECASE
)
_HAVE = re.compile(
    r"(?:'ve|have|has|had)(?P<no>n't\b|\s+not\b|\s+never\b)?(?!\w)"
    r"(?P<been>\s+been\b|\s+got\b(?!\s+to))?\s*",
    re.IGNORECASE,
)
_DO = re.compile(r"(?:did|do|does)(?:n't|\s+not)\b\s*", re.IGNORECASE)
_WILL = re.compile(rf"(?:(?:'ll|will|shall){_NOT}(?!\w)|(?P<joined>won't))\s*", re.IGNORECASE)
_WOULD = re.compile(
    rf"(?:'d|would){_NOT}(?!\w)\s*(?=like|love|rather|prefer|never|not|be|have)", re.IGNORECASE
)
_CAN = re.compile(rf"(?:(?P<joined>can't|couldn't)|(?:can|could){_NOT}(?!['\w]))\s*", re.IGNORECASE)
_DROPPED = " "
_AUXILIARIES = (
    (_BE, "be"),
    (_HAVE, "have"),
    (_DO, _DROPPED),
    (_WILL, "will"),
    (_WOULD, "would"),
    (_CAN, "can"),
)
_NEVER = re.compile(r"(?:never|no\s+longer|hardly(?:\s+ever)?|rarely|not)\s+", re.IGNORECASE)
_USED = re.compile(r"used\s+to\s+", re.IGNORECASE)
# What follows "Emma's" when it means "Emma is".
_IS = re.compile(
    r"(?:not|allergic|from|born|afraid|vegan|vegetarian|married|in|at|an?|the|"
    r"\w+ing)\b",
    re.IGNORECASE,
)
_ENDED = re.compile(r"\b(?:no\s+longer|any\s?more|any\s+longer)\b", re.IGNORECASE)


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
            who.third = subject.name
        at = sentence.start + (start if begun is None else begun)
        head = _head(rest if own is None else rest[own.end :], owner_of=bool(own and own.owner_of))
        found.append(
            Clause(
                text=said,
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
            )
        )
        carried, begun = (), None
    return found


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
        subject = subject_of(rest, who.speaker, who.third)
        lead = _LEAD_IN.match(rest)
        if lead is None or lead.end() == len(rest):
            return subject, rest
        if subject is not None and not lead.group().lower().startswith("i "):
            return subject, rest
        rest = rest[lead.end() :]


_THING = re.compile(
    r"(?:the|this|that|it|there|these|those|your|you|an?|sounds|looks|seems|feels)\b|[A-Z]\w+\s+(?:is|was|"
    r"has)\b",
    re.IGNORECASE,
)


def _names_a_thing(rest: str) -> bool:
    return _THING.match(rest) is not None


@dataclass(frozen=True, slots=True)
class _Head:
    rest: str
    negative: bool
    past: bool


def _head(text: str, *, owner_of: bool) -> _Head:
    """Bring the auxiliary words to one form: be, have, will, would, can; drop do and adverbs."""
    rest = text.lstrip()
    if owner_of and _IS.match(rest) is None:
        return _Head("my " + rest, negative=False, past=False)
    ended = _ENDED.search(rest) is not None
    negative = past = False
    front = "be" if owner_of else ""
    while True:
        if found := _ADVERB.match(rest):
            rest = rest[found.end() :]
            continue
        step = _auxiliary(rest) if not front else None
        if step is not None:
            front, denied, was, rest = step
            negative, past = negative ^ denied, past or was
            continue
        if found := _NEVER.match(rest):
            negative, rest = True, rest[found.end() :]
            continue
        if found := _USED.match(rest):
            past, rest = True, rest[found.end() :]
            continue
        break
    joined = f"{front} {rest}".strip() if front.strip() else rest
    return _Head(joined, negative=negative or (ended and not past), past=past)


def _auxiliary(rest: str) -> tuple[str, bool, bool, str] | None:
    """Return (form, denied, past, what follows) for the auxiliary at the start."""
    for pattern, form in _AUXILIARIES:
        if found := pattern.match(rest):
            groups, word = found.groupdict(), found.group().lower()
            denied = form == _DROPPED or bool(groups.get("no") or groups.get("joined"))
            been = (groups.get("been") or "").strip().lower() == "been"
            past = (word.startswith("w") and form == "be") or (word.startswith("had") and not been)
            return "be" if been else form, denied, past, rest[found.end() :]
    return None
