"""How English takes back or mends what was said: "sorry, it's Globex", "forget what I said …"."""

import re
from collections.abc import Iterator

from membus.adapters.rules.english.relations import NAME
from membus.adapters.rules.mending import Mending

_ADMITS = (
    r"i\s+misspoke|i(?:'ve|\s+have)?\s+(?:just\s+)?made\s+an?\s+(?:mistake|error|typo|slip)"
    r"(?:\s+(?:there|before|earlier))?|my\s+(?:mistake|bad|error)|i\s+was\s+(?:wrong|mistaken)|"
    r"(?:that|this|it)(?:'s|\s+is|\s+was)\s+(?:wrong|incorrect|not\s+(?:right|correct|true)|"
    r"a\s+(?:mistake|typo))|i\s+got\s+(?:it|that)\s+wrong|"
    r"i\s+(?:gave|told)\s+you\s+the\s+wrong\s+[\w ]{2,30}?|"
    r"what\s+i\s+(?:just\s+)?(?:said|told\s+you|wrote)(?:\s+(?:before|earlier|above))?"
    r"\s+(?:was|is)\s+(?:wrong|incorrect|not\s+(?:right|correct|true)|a\s+mistake)|"
    r"let\s+me\s+correct\s+(?:that|myself)"
)
_LEAD = (
    rf"(?:(?:no|nope|sorry|oops|ah|oh|hmm|wait|hold\s+on|actually|correction|i\s+meant?(?:\s+to\s+say)?|"
    rf"rather|pardon|apologies|scrap\s+that|scratch\s+that|{_ADMITS})[\s,.:;!–—-]+"
    r"(?:(?:and|but)\s+)?)"
)
_SO = (
    r"(?:it's|it\s+is|that's|it\s+should\s+be|should\s+be|it\s+was|i\s+meant?(?:\s+to\s+say)?|"
    r"make\s+(?:it|that)|the\s+(?:right|correct|actual|real)\s+(?:one|\w+)\s+is)\s+(?:actually\s+|now\s+)?"
)
_VALUE = (
    r"(?!(?:i|my|we|you|the|that|this|there|it|what|yes|no|not|never|thanks|thank|please|can|could|"
    r"do|does|don't|is|are|let|and|but|so|if|for|maybe|sure|ok|okay|nothing|forget|scrap|cancel|why|"
    r"how|when|where|who|nevermind|sorry)\b)[\w@.+$€£#][^,.!?;]*?(?:\.\w[^,.!?;]*?)*"
)
_PLAIN_VALUE = r"[\w@.+$€£#][^,!?;]*?"
_OLD = r"(?:,?\s+(?:and\s+)?(?:not|instead\s+of|rather\s+than)\s+(?P<{}>[^,.!?;]+))"
_CORRECTION = re.compile(
    rf"{_LEAD}+(?:{_SO}(?P<new>{_PLAIN_VALUE})|(?P<bare>{_VALUE}))"
    rf"{_OLD.format('old')}?[.!]*$"
    rf"|(?:it's|it\s+is|that's)\s+(?P<new2>[^,.!?;]+){_OLD.format('old2')}[.!]*$"
    r"|(?:it's|it\s+is)\s+not\s+(?P<old3>[^,.!?;]+?),\s*"
    r"(?:it's|it\s+is|but)\s+(?P<new3>[^,.!?;]+)[.!]*$",
    re.IGNORECASE,
)
_SAID = r"i(?:'ve|\s+have)?\s+(?:just\s+)?(?:said|told\s+you|mentioned|wrote|say)"
_TAKES_BACK = (
    r"(?:please\s+|just\s+|you\s+can\s+)*"
    r"(?:forget|ignore|disregard|scrap|scratch|strike|delete|drop)"
)
_FALSE = (
    r"(?:(?:was|is|isn't|wasn't|were|turned\s+out\s+(?:to\s+be)?)\s+(?:all\s+|no\s+longer\s+|not\s+|"
    r"actually\s+|quite\s+|simply\s+)*(?:wrong|true|right|correct|incorrect|nonsense|a\s+mistake|"
    r"mistaken|outdated|off|a\s+joke|a\s+lie|false|valid|accurate|the\s+case))"
)
_GIVEN = (
    r"(?:that\s+)?i(?:'ve|\s+have)?\s+(?:just\s+)?(?:gave|given|told|mentioned|sent|wrote|said)"
    r"(?:\s+(?:you|before|earlier|above|yesterday|last\s+time))*"
)
_RIGHT = rf"(?:\s*[,;:–—-]+\s*(?:{_SO}|(?:the\s+)?\w+\s+is\s+)(?P<new>{_PLAIN_VALUE}))?"
_TOPIC = r"(?P<topic>[^;:–—,]+?)"
_ABOUT = re.compile(
    rf"{_LEAD}*(?:"
    rf"{_TAKES_BACK}\s+(?:everything|what(?:ever)?|all|anything|the\s+(?:thing|part|bit|note|reminder)|"
    r"my\s+(?:earlier\s+|previous\s+|last\s+)?(?:message|note|request))\s+(?:that\s+)?"
    rf"(?:{_SAID}\s+)?(?:about|regarding|on)\s+{_TOPIC}(?:,?\s+(?:please|then|ok|okay))?"
    rf"|{_TAKES_BACK}\s+(?P<topic6>(?:the|my)\s+[\w' -]{{2,40}}?)\s+{_GIVEN}"
    rf"|(?P<topic7>(?:the|my)\s+[\w' -]{{2,40}}?)\s+{_GIVEN}\s+{_FALSE}"
    rf"|{_TAKES_BACK}\s+that\s+i(?:\s+(?P<clause>\w[^;:–—]+?))"
    rf"|what\s+{_SAID}\s+(?:before\s+|earlier\s+)?(?:about|regarding|on)\s+(?P<topic2>.+?)\s+{_FALSE}"
    rf"|i\s+(?:was|am)\s+(?:wrong|mistaken)\s+about\s+(?P<topic3>[^;:–—,]+?)"
    rf"|i\s+take\s+back\s+what\s+{_SAID}\s+about\s+(?P<topic4>[^;:–—,]+?)"
    rf"|i\s+made\s+a\s+mistake\s+(?:about|with|on)\s+(?P<topic5>[^;:–—,]+?)"
    rf"|{_SAID}\s+(?:that\s+)?(?P<clause3>(?:i|my|we|our)\b[^;:–—]+?),?\s+(?:but|and)\s+"
    rf"(?:that|it|this)(?:'s|\s+(?:is|was|isn't|wasn't))\s+(?:actually\s+)?(?:wrong|not\s+true|true|"
    r"not\s+right|right|a\s+mistake|incorrect|a\s+joke)"
    rf"|it(?:'s|\s+is|\s+was)\s+(?:not\s+true|no\s+longer\s+true|not\s+the\s+case|a\s+lie)\s+(?:any\s?more\s+)?"
    rf"that\s+(?P<clause2>(?:i|my|we|our)\b[^;:–—]+?)"
    rf")(?:{_RIGHT}|\s*[,;:–—-].*)[.!]*$",
    re.IGNORECASE,
)
_LAST = re.compile(
    rf"{_LEAD}*(?:{_TAKES_BACK}\s+(?:that|my\s+last\s+(?:message|sentence|statement|point)|"
    rf"what\s+i\s+(?:just\s+)?said(?!\s+(?:about|on|regarding)\b)|the\s+last\s+(?:part|bit|thing|one))"
    r"|i\s+take\s+(?:that|it)\s+back)(?:\s*[,;:.!–—-].*)?$",
    re.IGNORECASE,
)
_EVENT = (
    r"(?:the|my|our|that)\s+(?![^,]*\b(?:order|refund|subscription|parcel|package|membership|payment|"
    r"delivery)\b)[^,;:]{2,80}?"
)
_CANCELLED = re.compile(
    rf"{_LEAD}*(?:(?P<topic>{_EVENT})\s+(?:(?:is|was|has\s+been|got|'s)\s+(?:been\s+)?(?:now\s+)?"
    r"(?:cancelled|canceled|called\s+off|off|not\s+happening|no\s+longer\s+happening|scrapped)|"
    r"(?:isn't|is\s+not|won't\s+be|will\s+not\s+be)\s+happening|fell\s+through)"
    r"|(?:i|we|they|he|she)(?:'ve|\s+have|\s+has)?\s+(?:just\s+|had\s+to\s+)?"
    rf"(?:cancel(?:l?ed)?|call(?:ed)?\s+off)\s+(?P<topic2>{_EVENT}))(?:\s+(?:after\s+all|now|because\b.*|due\s+to\b.*))?[.!]*$",
    re.IGNORECASE,
)
# "I'm not joining the gym after all", "I changed my mind about the cruise": what was meant to be.
_GIVEN_UP = re.compile(
    rf"{_LEAD}*(?:(?:i|we)(?:'ve|\s+have)?\s+(?:changed\s+(?:my|our)\s+minds?\s+about|decided\s+against)\s+"
    r"(?P<topic>[^,;:]+?)|(?:i'm|i\s+am|we're|we\s+are|i|we)\s+(?:not|won't\s+be)\s+(?P<topic2>\w+ing\s+[^,;:]+?)"
    r"\s+after\s+all|(?:i|we)(?:'ve|\s+have)?\s+decided\s+not\s+to\s+(?P<topic3>[^,;:]+?)(?:\s+after\s+all)?"
    r"|(?:i'm|i\s+am|we're|we\s+are|(?:i|we)(?:'ve|\s+have)?(?:\s+(?:had|have)\s+to)?)\s+"
    r"(?:out\s+of|pull(?:ed|ing)?\s+out\s+of|dropp?(?:ed|ing)?\s+(?:out\s+of\s+)?|back(?:ed|ing)?\s+out\s+of|"
    r"withdr[ae]w(?:n|ing)?\s+from|bail(?:ed|ing)?\s+on)\s*(?P<topic4>(?:the|my|our|that)\s+[^,;:]+?)"
    r"|never\s?mind\s+(?:about\s+)?(?P<topic5>(?:the|my|our|that)\s+[^,;:]+?))(?:[,;:].*)?[.!]*$",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r"(?P<what>(?:my|our)\s+[\w' -]{2,40}?)\s+(?:isn't|is\s+not|wasn't)\s+(?P<old>[^,;:]+?)"
    r"\s*[,;:–—-]+\s*(?:it's|it\s+is|but)\s+(?P<new>[^,!?;]+?)[.!]*$"
    rf"|(?P<old2>{NAME})\s+(?:isn't|is\s+not|is\s+no\s+longer)\s+(?P<what2>my\s+[\w' -]{{2,40}}?)"
    r"(?:\s+any\s?more)?\s*[,;:–—-]+\s*(?:it's|it\s+is)\s+(?P<new2>[^,!?;]+?)(?:\s+now)?[.!]*$",
    re.IGNORECASE,
)
_ADMISSION = re.compile(rf"{_LEAD}*(?:{_ADMITS})[.!]*$", re.IGNORECASE)
# Cheap to ask: without one of these no sentence takes anything back.
MAYBE = re.compile(
    r"\b(?:no|nope|sorry|oops|wait|actually|correction|meant?|mistake|mistaken|error|typo|rather|"
    r"pardon|apologies|scrap(?:ped)?|scratch|misspoke|my\s+bad|wrong|joke|lie|isn't|isn't|no\s+longer|changed|against|after\s+all|forget|ignore|disregard|strike|"
    r"take|true|mind|decided|pull(?:ed|ing)?|out|dropp?(?:ed|ing)?|withdr[ae]wn?|bail(?:ed|ing)?|cancel(?:l?ed)?|called?\s+off|is\s+off|not|happening|fell\s+through|incorrect)\b",
    re.IGNORECASE,
)
_GERUND = re.compile(r"(?:(?:me|my|us|our)\s+)?(?P<verb>\w+ing)\s+(?P<rest>.+)", re.IGNORECASE)
_NOUN = re.compile(r"(?:my|the|an?|our)\s+(?P<rest>.+)", re.IGNORECASE)
_STATIVE = {
    "liking": "like",
    "loving": "love",
    "hating": "hate",
    "preferring": "prefer",
    "needing": "need",
    "wanting": "want",
    "having": "have",
    "eating": "always eat",
    "drinking": "always drink",
    "owning": "own",
    "driving": "drive",
    "speaking": "speak",
}


def admits(sentence: str) -> bool:
    """Whether a sentence only says that something was wrong: the next one says what is right."""
    return _ADMISSION.match(sentence) is not None


def mending_of(sentence: str) -> Mending | None:
    """Return what a sentence takes back or mends, None for one that does neither."""
    if MAYBE.search(sentence) is None:
        return None
    if found := _ABOUT.match(sentence):
        return _of_topic(found)
    if found := _LAST.match(sentence):
        return Mending(last=True)
    if found := _CANCELLED.match(sentence):
        topic = found["topic"] or found["topic2"]
        return Mending(topic=topic, statements=tuple(_wordings(topic)), planned=True)
    if found := _GIVEN_UP.match(sentence):
        topic = next(value for value in found.groupdict().values() if value)
        wordings = (f"I'm going to {topic}",) if found["topic3"] else tuple(_wordings(topic))
        return Mending(topic=topic, statements=wordings, weak=True, planned=not found["topic"])
    return _correction_of(sentence)


def _correction_of(sentence: str) -> Mending | None:
    if found := _INSTEAD.match(sentence):
        what, old, new = (found[name] or found[f"{name}2"] for name in ("what", "old", "new"))
        return Mending(statements=(f"{what} is {old}",), instead=f"{what} is {new}")
    if found := _CORRECTION.match(sentence):
        groups = found.groupdict()
        new = groups["new"] or groups["bare"] or groups["new2"] or groups["new3"] or ""
        old = groups["old"] or groups["old2"] or groups["old3"] or ""
        return Mending(new=new.strip(" ."), old=old.strip())
    return None


def _of_topic(found: re.Match[str]) -> Mending:
    groups = found.groupdict()
    clause = (
        groups["clause2"] or groups["clause3"] or (groups["clause"] and f"I {groups['clause']}")
    )
    topic = clause or next(
        groups[name] for name in groups if name.startswith("topic") and groups[name]
    )
    new = (groups["new"] or "").strip(" .")
    statements = (clause,) if clause else tuple(_wordings(topic))
    return Mending(topic=topic, new=new, statements=statements)


def _wordings(topic: str) -> Iterator[str]:
    """Yield how a topic may have been stated: "being vegan" as "I am vegan"."""
    if found := _GERUND.match(topic):
        verb, rest = found["verb"].lower(), found["rest"]
        if verb == "being":
            yield f"I am {rest}"
        elif verb in _STATIVE:
            yield f"I {_STATIVE[verb]} {rest}"
        yield f"I'm {verb} {rest}"
    elif found := _NOUN.match(topic):
        yield f"I have a {found['rest']}"
        if re.search(r"\b(?:to|for|in)\s", found["rest"]):
            yield f"We're planning a {found['rest']}"
