"""Employers, roles, bosses, studies and what one works on, as English puts them."""

import re
from collections.abc import Iterator

from membus.adapters.rules.clause import Clause, Draft
from membus.adapters.rules.english.making import by, each, one
from membus.adapters.rules.english.objects import clean

_ORG = r"(?P<o>(?-i:(?:the\s+)?[A-Z0-9]).+|(?:an?|the)\s+.+)$"
_TRADE = (
    r"engineer|developer|programmer|designer|manager|director|teacher|professor|"
    r"lecturer|researcher|"
    r"scientist|analyst|consultant|accountant|lawyer|attorney|judge|doctor|surgeon|physician|nurse|"
    r"dentist|pharmacist|therapist|psychologist|veterinarian|vet|chef|cook|baker|waiter|waitress|"
    r"bartender|barista|writer|author|journalist|reporter|editor|translator|interpreter|artist|"
    r"painter|musician|singer|pianist|guitarist|actor|actress|dancer|photographer|filmmaker|"
    r"architect|electrician|plumber|carpenter|mechanic|driver|pilot|farmer|gardener|florist|"
    r"salesperson|salesman|cashier|clerk|secretary|assistant|receptionist|librarian|"
    r"police\s+officer|firefighter|soldier|student|intern|apprentice|entrepreneur|founder|"
    r"co-founder|ceo|cto|cfo|freelancer|contractor|administrator|coach|trainer|counselor|"
    r"social\s+worker|economist|statistician|biologist|chemist|physicist|mathematician|historian|"
    r"geologist|technician|operator|specialist|coordinator|supervisor|executive|officer|lead|"
    r"representative|agent|broker|banker|recruiter|tutor|nanny|babysitter|stylist|hairdresser|"
    r"tailor|butcher|fisherman|sailor|captain|paramedic|optometrist|retiree|homemaker"
)
_AS_ROLE = (
    rf"(?:an?\s+|the\s+)?(?!such\b|quite\b|like\b|the\b|very\b|really\b|not\b)"
    rf"(?P<o>(?:[\w/-]+\s+){{0,4}}?(?:{_TRADE}))"
)
_AFTER_ROLE = (
    r"(?:\s+(?:at|for|with|in)\s+(?P<at>(?-i:(?:the\s+)?[A-Z]).+?))?(?:$|[,;]|"
    r"\s+(?:and|but|who|now)\b)"
)
_TRAILING = re.compile(r"\s+(?:as|in|on|from|for|with|doing)\s.*$", re.IGNORECASE)
_NOT_ORGS = frozenset(["home", "night", "school", "work", "least", "a", "the", "first"])


def _employer(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    where = _TRAILING.sub("", clean(found["o"]))
    if not where or where.lower() in _NOT_ORGS or where.lower().startswith("the moment"):
        return
    was = clause.past or found.group().lower().startswith("worked")
    dated = any(span.begin for span in clause.times)
    if clause.negative or not was or dated:
        yield Draft("works_at", where)
    else:
        yield Draft("worked_at", where)
    if not clause.negative:
        yield from _as_what(found["o"])


def _as_what(text: str) -> Iterator[Draft]:
    """Yield the role in "Acme as a product designer"."""
    role = re.search(
        rf"\sas\s+(?:an?\s+|the\s+)?(?P<role>(?:(?!(?:at|for|in|with|and|of)\b)[\w/-]+\s+)"
        rf"{{0,4}}(?:{_TRADE}))\b",
        text,
        re.IGNORECASE,
    )
    if role:
        yield Draft("role", role["role"])


def _started(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    where = _TRAILING.sub("", clean(found["o"]))
    if clause.negative or not where:
        return
    if _EMPLOYS.search(found.group()):
        yield Draft("works_at", where)
        yield from _as_what(found["o"])
    elif found.group().lower().startswith(("join", "have joined")):
        yield Draft("member_of", clean(found["o"], article=False))


# A name employs, and so does a firm; "a gym" is joined in another sense.
_EMPLOYS = re.compile(
    r"(?-i:\s[A-Z])|\b(?:job|company|firm|start-?up|bank|hospital|clinic|university|school|office|"
    r"agency|lab|work(?:ing)?|position)\b",
    re.IGNORECASE,
)


def _role(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("role", found["o"])
    if found["at"]:
        yield Draft("works_at", clean(found["at"]))


def _left(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if clause.negative:
        return
    where = clean(found["o"])
    yield Draft("left_job", where, kind="event", when="happens")
    yield Draft("works_at", where, polarity="negative", when="timeless")


def _switched(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("left_job", clean(found["a"]), kind="event", when="happens")
    yield Draft("works_at", clean(found["o"]))


RULES = (
    by(
        r"(?:have\s+)?(?:(?:work|works|worked)|be\s+(?:working|employed|interning))\s+"
        rf"(?:full-time\s+|part-time\s+|remotely\s+)?(?:at|for|by)\s+{_ORG}",
        _employer,
    ),
    by(
        r"(?:have\s+)?(?:started|joined|start|joins?|begun|began)\s+(?:(?:working|"
        r"work|(?:my|a|the)\s+new\s+"
        rf"(?:job|position|role))\s+)?(?:at|with|for)?\s*{_ORG}",
        _started,
    ),
    by(
        r"(?:got|found|landed|took|accepted)\s+a\s+(?:new\s+)?(?:job|position|"
        rf"role)\s+(?:at|with)\s+{_ORG}",
        _started,
    ),
    by(rf"be\s+(?:now\s+)?(?:at|with)\s+{_ORG}", _started),
    by(
        rf"my\s+(?:new\s+|current\s+)?(?:employer|company|job)\s+is\s+(?:now\s+)?(?:at\s+)?{_ORG}",
        _started,
    ),
    by(
        r"(?:have\s+)?(?:switched|moved|changed)"
        rf"\s+(?:jobs?\s+)?from\s+(?P<a>[A-Z].+?)\s+to\s+{_ORG}"
        r"(?=.*\b(?:job|work|compan|engineer|team)|$)(?!.*\b(?:city|town)\b)",
        lambda clause, found: (
            _switched(clause, found) if "moved" not in found.group().lower() else []
        ),
    ),
    by(
        r"(?:have\s+)?(?:left\s+my\s+(?:old\s+)?(?:job|position)\s+at|(?:quit|"
        r"resigned\s+from|be\s+laid\s+off\s+from)"
        r"(?:\s+my\s+(?:old\s+)?job\s+at)?)\s+"
        r"(?P<o>(?-i:[A-Z]).+)",
        _left,
    ),
    by(
        r"(?:be|work\s+as|works\s+as|be\s+working\s+as|have\s+worked\s+as)"
        rf"\s+{_AS_ROLE}{_AFTER_ROLE}",
        _role,
    ),
    by(
        r"(?:became|got\s+promoted\s+to|be\s+promoted\s+to|have\s+become)"
        rf"\s+{_AS_ROLE}{_AFTER_ROLE}",
        _role,
    ),
    one(
        r"my\s+(?:job\s+title|title|role|job|occupation|profession|position)\s+is\s+(?P<o>.+)",
        "role",
        article=False,
    ),
    one(r"my\s+(?:team|department)\s+is\s+(?:called\s+)?(?P<o>.+)", "team"),
    one(r"be\s+(?:on|in)\s+the\s+(?P<o>[\w\s&-]+?\s+(?:team|department|group))", "team"),
    by(
        r"be\s+(?:responsible\s+for|in\s+charge\s+of)\s+(?P<o>.+)",
        lambda _clause, found: [Draft("responsible_for", clean(found["o"]))],
    ),
    one(r"(?:be\s+working\s+on|work\s+on|works\s+on)\s+(?P<o>(?!for\b|it\b).+)", "works_on"),
    one(
        r"(?:study|studies|be\s+studying|go|goes|be\s+a\s+student)"
        rf"\s+(?:[\w\s]+\s)??(?:at|to)\s+{_ORG}(?<!work)",
        "studies_at",
    ),
    by(
        r"(?:study|studies|studied|be\s+studying|be\s+majoring\s+in|major\s+in|majored\s+in)\s+"
        r"(?P<o>(?!at\b|in\b|for\b|hard\b|here\b|with\b)[A-Za-z][\w\s]+?)"
        r"(?:\s+(?:at|in)\s+(?P<at>[A-Z].+))?$",
        lambda _clause, found: [
            Draft("studies", clean(found["o"])),
            *([Draft("studies_at", clean(found["at"]))] if found["at"] else []),
        ],
    ),
    each(
        r"(?:be\s+learning|learn|learns|started\s+learning|be\s+taking\s+up)"
        r"\s+(?!that\b|how\b|about\b|more\b|to\b|a\s+lot|from\b|some)(?P<o>.+)",
        "studies",
    ),
    one(r"(?:have\s+)?graduated\s+from\s+(?P<o>.+)", "graduated_from", when="happens"),
    by(
        r"my\s+(?:annual\s+|monthly\s+)?(?:salary|income)\s+is\s+(?P<o>.+)",
        lambda _clause, found: [Draft("salary", clean(found["o"].replace(",", "")))],
    ),
)
