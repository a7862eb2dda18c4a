"""Employers, roles, bosses, studies and what one works on, as English puts them."""

import re
from collections.abc import Iterator
from dataclasses import replace

from membus.adapters.rules.clause import Clause, Draft
from membus.adapters.rules.english.making import by, each, one
from membus.adapters.rules.english.objects import clean

_ORG = r"(?P<o>(?-i:(?:the\s+)?[A-Z0-9\u4e00-\u9fff]).+|(?:an?|the)\s+.+)$"
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
    rf"(?:an?\s+|the\s+)?(?!(?:such|quite|like|the|very|really|not|my|our|his|her|their|"
    r"at|in|on|with|to|for|from|by|of|about)\b)"
    r"(?![\w' ]+'s\b)"
    rf"(?P<o>(?:[\w/-]+\s+){{0,4}}?(?:{_TRADE})|"
    r"(?:head|vice\s+president|vp|director|chief|lead)\s+of\s+(?:(?!at\b|in\b)[\w&'-]+\s*){1,4}?)"
)
_AFTER_ROLE = (
    r"(?:\s+(?:at|for|with|in)\s+(?P<at>(?-i:(?:the\s+)?[A-Z]).+?))?"
    r"(?:\s+for\s+[\w ]{1,20}?\s+(?:years?|months?))?(?:$|[,;]|"
    r"\s+(?:and|but|who|now)\b)"
)
_TRAILING = re.compile(
    r"\s+(?:as|in|on|from|for|with|doing)\s.*$|\s+(?:now|full-time)$", re.IGNORECASE
)
_NOT_ORGS = frozenset(["home", "night", "school", "work", "least", "a", "the", "first"])


def _employer(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    where = _TRAILING.sub("", clean(found["o"]))
    if not where or where.lower() in _NOT_ORGS or where.lower().startswith("the moment"):
        return
    was = clause.past or found.group().lower().startswith("worked")
    dated = any(span.begin for span in clause.times)
    if clause.negative or not was or (dated and not clause.former):
        yield Draft("works_at", where)
    else:
        yield Draft("worked_at", where, polarity="positive")
    if not clause.negative:
        yield from _as_what(found["o"])


def _as_what(text: str) -> Iterator[Draft]:
    """Yield the role in "Acme as a product designer", "Acme as head of design"."""
    role = _AS_WHAT.search(text)
    if role:
        yield Draft("role", clean(role["role"], article=False))


_AS_WHAT = re.compile(
    r"\sas\s+(?:(?:an?|the|their|its|our)\s+)?(?!well\b|soon\b|of\b|usual\b|planned\b|long\b|"
    r"result\b|kid\b|child\b|part\b|it\b|i\b|we\b)"
    r"(?P<role>[\w/&' -]{2,60}?)(?=$|[,.;!]|\s+(?:in|at|on|for|from|since|with|and|which|where)\b)",
    re.IGNORECASE,
)


def _started(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    where = _TRAILING.sub("", clean(found["o"]))
    led_by = found.group()[: found.start("o") - found.start()]
    if clause.negative or not where or _FOUNDS.match(led_by):
        return
    if _EMPLOYS.search(found.group()) and not _CIRCLE.search(where):
        yield Draft("works_at", where, when="begins")
        yield from _as_what(found["o"])
    elif found.group().lower().startswith(("join", "have joined")):
        yield Draft("member_of", clean(found["o"], article=False))


def _is_at(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read "I'm at Initech", and "my nephew is at Castle Hill Juniors", which is no employer."""
    for draft in _started(clause, found):
        taught = draft.predicate == "works_at" and _SCHOOL.search(draft.object)
        yield replace(draft, predicate="studies_at") if taught else draft


_SCHOOL = re.compile(
    r"\b(?:school|primary|juniors?|kindergarten|academy|college|nursery|high)\b", re.IGNORECASE
)

# "I'm starting a studio" founds one; "I'm starting at a studio" is hired.
_FOUNDS = re.compile(
    r"(?:have\s+|be\s+)?(?:start(?:ed|ing)?|begun|began)\b(?!.*\b(?:at|with|for)\s*$)",
    re.IGNORECASE,
)

# A circle of people is joined, whatever names it bears.
_CIRCLE = re.compile(
    r"^(?:an?|the|my|our)\s.*\b(?:group|program|programme|club|community|class|course|church|gym|forum|"
    r"league|band|choir|brigade|society|workshop|network)\b",
    re.IGNORECASE,
)

# A name employs, and so does a firm; "a gym" is joined in another sense.
_EMPLOYS = re.compile(
    r"(?-i:\s[A-Z])|\b(?:job|company|firm|start-?up|bank|hospital|clinic|university|school|office|"
    r"agency|lab|work(?:ing)?|position)\b",
    re.IGNORECASE,
)


def _role(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    was = (clause.past or found.group().lower().startswith("worked")) and not clause.negative
    yield Draft("former_role" if was else "role", found["o"], polarity="positive" if was else None)
    if found["at"]:
        where = clean(found["at"])
        yield Draft("worked_at" if was else "works_at", where, polarity="positive" if was else None)


def _left(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if clause.negative:
        return
    where = clean(found["o"])
    yield Draft("left_job", where, kind="event", when="happens")
    yield Draft("works_at", where, polarity="negative", when="timeless")


_OF_WORK = re.compile(r"\b(?:jobs?|work|career|employers?|compan(?:y|ies))\b", re.IGNORECASE)


def _matter(text: str) -> str:
    """Return what was worked on: not "my thesis and printed it"."""
    return clean(re.sub(r"\s+and\s+\w+ed\b.*$", "", text, flags=re.IGNORECASE))


def _switched(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("left_job", clean(found["a"]), kind="event", when="happens")
    yield Draft("works_at", clean(found["o"]), when="begins")


def _attends(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read "Emma goes to Hill Primary"; "the gym" is gone to as well."""
    where = clean(found["o"])
    goes = found["verb"].lower().startswith("go")
    if not goes or where[:1].isupper() or _SCHOOL.search(where) or "university" in where.lower():
        yield Draft("studies_at", where)


RULES = (
    by(
        r"(?:have\s+)?(?:(?:work|works|worked)|be\s+(?:working|employed|interning))\s+"
        rf"(?:full-time\s+|part-time\s+|remotely\s+)?(?:at|for|by)\s+{_ORG}",
        _employer,
    ),
    by(
        r"(?:have\s+)?retired\b",
        lambda clause, _found: [] if clause.negative else [Draft("role", "retired")],
    ),
    by(
        r"(?:have\s+|be\s+)?(?:started|joined|start|starting|joining|joins?|begun|began)\s+(?:(?:working|"
        r"work|(?:my|a|the)\s+new\s+"
        rf"(?:job|position|role))\s+)?(?:at|with|for)?\s*{_ORG}",
        _started,
    ),
    by(
        r"(?:have\s+)?(?:got|gotten|found|landed|took|accepted)\s+a\s+(?:new\s+)?(?:job|position|"
        rf"role)\s+(?:at|with)\s+{_ORG}",
        _started,
    ),
    by(rf"be\s+(?:now\s+)?(?:at|with)\s+{_ORG}", _is_at),
    by(
        rf"my\s+(?:new\s+|current\s+)?(?:employer|company|job)\s+is\s+(?:now\s+)?(?:at\s+)?{_ORG}",
        _started,
    ),
    by(
        rf"(?:have\s+)?(?:switched|changed)\s+(?:jobs?\s+)?from\s+(?P<a>[A-Z].+?)\s+to\s+{_ORG}",
        lambda clause, found: (
            _switched(clause, found) if _OF_WORK.search(clause.text) is not None else []
        ),
    ),
    by(
        r"(?:have\s+)?(?:left\s+my\s+(?:old\s+)?(?:job|position)\s+at|(?:quit|"
        r"resigned\s+from|(?:be|got)\s+(?:laid\s+off|fired|let\s+go)\s+(?:from|by))"
        r"(?:\s+my\s+(?:old\s+)?job\s+at)?)\s+"
        r"(?P<o>(?-i:[A-Z]).+)",
        _left,
    ),
    by(
        r"(?:be|work\s+as|works\s+as|worked\s+as|be\s+working\s+as|have\s+worked\s+as)"
        rf"\s+{_AS_ROLE}{_AFTER_ROLE}",
        _role,
    ),
    by(
        r"(?:became|got\s+promoted\s+to|be\s+promoted\s+to|have\s+become|have\s+promoted\s+to)"
        rf"\s+{_AS_ROLE}{_AFTER_ROLE}",
        lambda clause, found: _role(replace(clause, past=False), found),
    ),
    one(
        r"my\s+(?:job\s+title|title|role|job|occupation|profession|position)\s+is\s+(?P<o>.+)",
        "role",
        article=False,
    ),
    one(r"my\s+(?:team|department)\s+is\s+(?:called\s+)?(?P<o>(?!like\b).+)", "team"),
    one(r"be\s+(?:on|in)\s+the\s+(?P<o>[\w\s&-]+?\s+(?:team|department|group))", "team"),
    by(
        r"be\s+(?:responsible\s+for|in\s+charge\s+of)\s+(?P<o>.+)",
        lambda _clause, found: [Draft("responsible_for", clean(found["o"]))],
    ),
    by(
        r"(?:have\s+)?(?:finished|completed)\s+(?P<o>(?:my|our|the)\s+.+)",
        lambda clause, found: (
            []
            if clause.negative
            else [Draft("works_on", _matter(found["o"]), polarity="negative", when="timeless")]
        ),
    ),
    one(r"(?:be\s+working\s+on|work\s+on|works\s+on)\s+(?P<o>(?!for\b|it\b).+)", "works_on"),
    by(
        r"(?P<verb>study|studies|be\s+studying|go|goes|be\s+a\s+student)"
        rf"\s+(?:[\w\s]+\s)??(?:at|to)\s+{_ORG}(?<!work)",
        _attends,
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
