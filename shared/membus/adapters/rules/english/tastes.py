"""Likes, dislikes, favourites, preferences and habits, as English puts them."""

import re
from collections.abc import Iterator
from dataclasses import replace

from membus.adapters.rules.clause import Clause, Draft
from membus.adapters.rules.english.making import by, each, one
from membus.adapters.rules.english.objects import clean, listed

_NO_TASTE = re.compile(
    r"(?:to\s+(?:know|ask|see\s+if|talk|thank|say|hear|get|book|order|return|"
    r"cancel|change|check)|that\b|"
    r"how\b|what\b|your\b|you\b|this\b|it\b|'?em\b|them\b|him\b|her$|these$|"
    r"those$|when\b|the\s+(?:idea|sound|look|way)\b|where\b)",
    re.IGNORECASE,
)


def _likes(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if _NO_TASTE.match(found["o"]):
        return
    negative = clause.negative or clause.past
    for item in listed(found["o"]):
        yield Draft("likes", item, polarity="negative" if negative else "positive")


def _dislikes(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if _NO_TASTE.match(found["o"]) or clause.negative:
        return
    for item in listed(found["o"]):
        yield Draft("dislikes", item, polarity="negative" if clause.past else "positive")


def _cannot_stand(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if clause.negative:
        for item in listed(found["o"]):
            yield Draft("dislikes", item, polarity="positive")


def _favorite(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    thing = " ".join(found["thing"].lower().split())
    value = clean(found["o"], article=False)
    if found["are"]:
        yield Draft("favorite", f"{value} ({thing})" if value else "")
    else:
        yield Draft(_favorite_name(thing), value)


def _favorite_name(thing: str) -> str:
    """Return the predicate of somebody's favourite of its kind: there is one."""
    return f"favorite_{_SAME_THING.get(thing, thing).replace(' ', '_')}"


_SAME_THING = {"colour": "color", "film": "movie"}


def _favorite_turned(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    value = (
        clause.subject
        if clause.subject not in {"", clause.speaker}
        else clean(found["o2"] or "", article=False)
    )
    thing = " ".join(found["thing"].lower().split())
    if value:
        yield Draft(_favorite_name(thing), value, subject=clause.speaker)


def _prefers(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if found["o"].lower().startswith("to be called "):
        return
    first, *second = re.split(
        r"\s+(?:over|rather\s+than|instead\s+of|more\s+than|to|than)\s+(?!be\b|"
        r"have\b|go\b|work\b|sit\b|eat\b|drink\b|"
        r"stay\b|travel\b|take\b|use\b|get\b|do\b|meet\b|receive\b|read\b|watch\b|fly\b)",
        found["o"],
        maxsplit=1,
        flags=re.IGNORECASE,
    )
    value = clean(first, article=False)
    less = clean(second[0], article=False) if second else ""
    yield Draft("prefers", f"{value} over {less}" if value and less else value)


def _eats(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read a habit of eating or drinking: what is denied, or said to be usual."""
    usual = clause.negative or clause.past or _USUAL.search(clause.text)
    told = re.sub(r",?\s+(?:only|just)\s.*$", "", found["o"]) if clause.negative else found["o"]
    if usual and not _NO_TASTE.match(found["o"]):
        predicate = "eats" if found["verb"].lower().startswith("eat") else "drinks"
        for item in listed(told):
            yield Draft(
                predicate, item, polarity="negative" if clause.negative or clause.past else None
            )


_USUAL = re.compile(
    r"\b(?:always|usually|often|only|never|every\s+\w+|mostly|normally|regularly|"
    r"a\s+lot\s+of|daily|"
    r"mainly|can(?:'t|not)?)\b",
    re.IGNORECASE,
)


def _switched(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read "I switched from tea to coffee": what was had before is given up."""
    before, after = clean(found["a"], article=False), clean(found["o"], article=False)
    if before and after and not _MATTER_OF_WORK.search(found.group()):
        predicate = "drinks" if _BEVERAGE.search(before) else "uses"
        yield Draft(predicate, after)
        yield Draft(predicate, before, polarity="negative", when="timeless")


_BEVERAGE = re.compile(
    r"\b(?:tea|coffee|espresso|matcha|juice|soda|cola|beer|wine|milk|water|decaf)\b", re.IGNORECASE
)
_MATTER_OF_WORK = re.compile(r"\b(?:jobs?|careers?|full-time|part-time|teams?)\b", re.IGNORECASE)


def _again(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    predicate = "eats" if found["verb"].lower() == "eating" else "drinks"
    if not clause.negative:
        for item in listed(found["o"]):
            yield Draft(predicate, item)


_DIETS = frozenset({"vegetarian", "vegan", "a vegetarian", "a vegan", "pescatarian"})


def _stopped(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if clause.negative:
        return
    verb, rest = found["verb"].lower(), clean(found["o"] or "")
    if verb in {"eating", "drinking"}:
        for item in listed(found["o"] or ""):
            yield Draft("eats" if verb == "eating" else "drinks", item, polarity="negative")
    elif verb == "being" and rest in _DIETS:
        yield Draft("diet", rest, polarity="negative")
    elif verb == "smoking":
        yield Draft("smokes", "tobacco", polarity="negative")
    elif rest:
        yield Draft("habit", f"{verb} {rest}", polarity="negative")


RULES = (
    by(
        r"(?:would\s+)?(?:(?:really|absolutely|very\s+much|totally)\s+)*"
        r"(?:like|likes|liked|love|loves|loved|enjoy|enjoys|enjoyed|adore|adores)\s+(?P<o>.+)",
        lambda clause, found: (
            [] if clause.rest.lower().startswith("would") else _likes(clause, found)
        ),
    ),
    by(
        r"be\s+(?:a\s+(?:big\s+|huge\s+)?(?:fan|lover)\s+of|fond\s+of|"
        r"(?:really\s+)?into|crazy\s+about|keen\s+on|a\s+sucker\s+for)\s+(?P<o>.+)",
        _likes,
    ),
    by(
        r"(?:really\s+)?(?:hate|hates|dislike|dislikes|detest|detests|despise|"
        r"loathe|hated|disliked)\s+(?P<o>.+)",
        _dislikes,
    ),
    by(r"can\s+(?:really\s+)?(?:stand|bear|tolerate)\s+(?P<o>.+)", _cannot_stand),
    by(r"be\s+tired\s+of\s+(?P<o>.+)", _dislikes),
    by(
        r"my\s+(?:absolute\s+|"
        r"all-time\s+)?(?:new\s+|current\s+)?favou?rite\s+(?P<thing>[\w]+(?:\s+(?!these|now)\w+)?)"
        r"(?:\s+(?:these\s+days|now|nowadays|at\s+the\s+moment))?\s+(?:is|(?P<are>are)|"
        r"has\s+always\s+been|to\s+\w+\s+is)\s+(?P<o>.+)",
        _favorite,
    ),
    by(
        r"(?P<o2>.+?)\s+(?:is|are)\s+my\s+(?:absolute\s+|all-time\s+)?favou?rite\s+(?P<thing>\w+)",
        _favorite_turned,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?:would\s+)?(?:much\s+|really\s+|strongly\s+)?(?:prefer|prefers|preferred)\s+(?P<o>.+)",
        _prefers,
    ),
    by(
        r"would\s+rather\s+(?P<o>(?!not\b).+)",
        lambda clause, found: [
            replace(d, object=f"to {d.object}") for d in _prefers(clause, found)
        ],
    ),
    each(r"my\s+(?:main\s+|favou?rite\s+)?hobb(?:y|ies)\s+(?:is|are|include)\s+(?P<o>.+)", "hobby"),
    each(r"be\s+interested\s+in\s+(?P<o>.+)", "interested_in"),
    each(
        r"(?:be\s+(?:really\s+|very\s+|so\s+)?(?:afraid|scared|terrified)\s+of|"
        r"have\s+a\s+fear\s+of)\s+(?P<o>.+)",
        "afraid_of",
    ),
    by(r"(?:can\s+)?(?P<verb>eat|eats|drink|drinks)\s+(?P<o>.+)", _eats),
    each(
        r"avoid\s+(?:eating\s+)?(?P<o>(?!making|doing|going|using).+)", "eats", polarity="negative"
    ),
    by(
        r"(?:have\s+)?(?:stopped|quit|gave\s+up|given\s+up)\s+(?P<verb>eating|"
        r"drinking|smoking|\w+ing)(?:\s+(?P<o>.+))?$",
        _stopped,
    ),
    by(
        r"(?:(?:have\s+)?(?:started|resumed|begun|began)\s+|be\s+)(?P<verb>eating|drinking)\s+"
        r"(?P<o>.+?)\s+again$",
        _again,
    ),
    by(
        r"take\s+my\s+(?P<what>coffee|tea)\s+(?P<o>.+)",
        lambda _clause, found: [Draft("prefers", f"{found['what']} {clean(found['o'])}")],
    ),
    by(
        r"no\s+(?P<o>[\w\s-]{2,40}?)\s+for\s+me\b",
        lambda clause, found: [
            Draft("eats", item, subject=clause.speaker, polarity="negative")
            for item in listed(found["o"])
        ],
        whole=True,
        of_things=True,
    ),
    by(
        r"(?:have\s+)?(?:switched|changed)\s+(?:over\s+)?from\s+(?P<a>[\w' -]{2,40}?)\s+to\s+"
        r"(?P<o>[\w' -]{2,40})",
        _switched,
    ),
    by(
        r"smokes?\b(?!\s+(?:detector|alarm))(?P<o>.*)",
        lambda clause, _found: [
            Draft(
                "smokes", "tobacco", polarity="negative" if clause.negative or clause.past else None
            )
        ],
    ),
    one(
        r"(?:play|plays)\s+(?:the\s+)?(?P<o>(?!an?\s+(?:\w+\s+)?(?:role|part)|"
        r"it\b|that\b|this\b|some\b|with|along).+)",
        "plays",
    ),
    one(r"(?:drive|drives)\s+(?:an?\s+)(?P<o>(?-i:[A-Z]|[a-z]+\s[A-Z]).+)", "drives"),
    one(r"(?:use|uses|be\s+using)\s+(?P<o>(?-i:[A-Z])[\w\s.+#-]+)(?:\s+for\b.*)?$", "uses"),
)
