"""What somebody does again and again, and the diet that somebody keeps, as English puts it."""

import re
from collections.abc import Iterator

from membus.adapters.rules.clause import Clause, Draft
from membus.adapters.rules.english.making import by
from membus.adapters.rules.english.objects import clean

_DOES = (
    r"go|goes|do|does|run|runs|swim|swims|wake|wakes|get\s+up|gets\s+up|walk|walks|jog|jogs|meditate|"
    r"meditates|practice|practices|practise|train|trains|cook|cooks|read|reads|work\s+out|works\s+out|"
    r"exercise|exercises|takes?(?=\s+(?:the|an?|my|our|photos|pictures|walks|notes|naps)\b)|call|calls|visit|visits|volunteer|volunteers|ride|rides|start|starts|"
    r"journal|journals|work|works|commute|commutes|eat|eats|drink|drinks"
)
_AGAIN = re.compile(
    r"\b(?:every\s+(?:other\s+|single\s+)?(?:day|morning|evening|night|week|weekend|month|year|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day)|each\s+(?:day|morning|evening|night|week)|"
    r"(?:once|twice|three\s+times|four\s+times|\d\s+times)\s+an?\s+(?:day|week|month|year)|"
    r"on\s+(?:mon|tues|wednes|thurs|fri|satur|sun)days|on\s+weekends|daily)\b",
    re.IGNORECASE,
)
_USUALLY = re.compile(r"\b(?:usually|always|normally|typically)\b", re.IGNORECASE)


# What is usually eaten or drunk is a taste.
_ONCE = re.compile(r"(?:eat|drink|take|start|have)s?\b", re.IGNORECASE)


def _habit(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    again = _AGAIN.search(clause.text)
    rises = not _ONCE.match(found["does"]) and _USUALLY.search(clause.text)
    denied = clause.negative and not clause.former
    if (
        (again or rises)
        and not denied
        and (clause.former or not clause.past)
        and not re.match(r"(?:to|been)\b", found["o"])
    ):
        yield Draft("habit", clean(f"{found['does'].lower()} {found['o']}"))


RULES = (
    by(
        r"be\s+(?:a\s+|an\s+)?(?:strict\s+)?(?P<o>vegetarian|vegan|pescatarian|"
        r"lactose[- ]intolerant|gluten[- ]free)\b",
        lambda clause, found: [
            Draft("diet", found["o"].lower(), polarity="negative" if clause.past else None)
        ],
    ),
    by(
        r"(?:follow|be\s+on|keep|eat|went|have\s+gone|turned|became|have\s+become)\s+(?:an?\s+)?(?P<o>(?:vegan|vegetarian|"
        r"keto|ketogenic|halal|kosher|gluten[- ]free|low[- ]carb|"
        r"dairy[- ]free|paleo|mediterranean|plant[- ]based))\b(?:\s+(?:diet|food))?",
        lambda _clause, found: [Draft("diet", found["o"].lower())],
    ),
    by(rf"(?P<does>{_DOES})\s+(?P<o>.+)", _habit),
)
