"""Reads negation and tense off what an English clause says of its subject."""

import re
from dataclasses import dataclass

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


_WILL_BE = re.compile(r"^will\s+be\s+(?=\w+ing\b)", re.IGNORECASE)
# "I changed my number to X" says what "my number is X" says.
_CHANGED = re.compile(
    r"(?:have\s+)?(?:changed|updated|switched)\s+(?P<what>my\s+[\w' -]{2,40}?)\s+"
    r"(?:from\s+.{1,60}?\s+)?to\s+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Head:
    """What is said of a subject, auxiliary words in one form; the rest as in Clause."""

    rest: str
    negative: bool
    past: bool
    former: bool = False


def head_of(text: str, *, owner_of: bool, contracted: bool = False) -> Head:
    """Bring the auxiliary words to one form: be, have, will, would, can; drop do and adverbs.

    `owner_of`: the text begins with what the subject has; `contracted`: a "'s" stands before it,
    which may mean "is" as well.
    """
    rest = text.lstrip()
    contracted = contracted and _IS.match(rest) is not None
    if owner_of and not contracted:
        return Head("my " + rest, negative=False, past=False)
    ended = _ENDED.search(rest) is not None
    negative = past = former = False
    front = "be" if contracted else ""
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
            past, former, rest = True, True, rest[found.end() :]
            continue
        break
    joined = f"{front} {rest}".strip() if front.strip() else rest
    joined = _WILL_BE.sub("be ", joined)  # "I'll be moving" plans what "I'm moving" plans
    if not negative and (found := _CHANGED.match(joined)):
        joined = f"{found['what']} is {joined[found.end() :]}"
    return Head(joined, negative=negative or (ended and not past), past=past, former=former)


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
