"""Identifiers in a text: orders, contracts, telephones, mail addresses, amounts. Language-free."""

import re
from dataclasses import dataclass
from typing import Literal, cast

IdentifierKind = Literal["email", "url", "amount", "phone", "code"]

_CURRENCY = (
    r"元|块钱?|万元|美元|欧元|英镑|人民币|euros?|dollars?|pounds?|yuan|USD|EUR|GBP|CNY|RMB|NOK|kr"
)
# One pass, most telling first: what an earlier alternative takes, a later one does not see.
_IDENTIFIER = re.compile(
    rf"""(?P<email>[A-Za-z0-9][\w.+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)
    | (?P<url>https?://[^\s，。；、"'<>（）()]+)
    | (?P<amount>[$€£¥￥]\s?\d[\d,]{{0,15}}(?:\.\d+)?(?:\s?[kKmM万])?(?![A-Za-z0-9])
        |(?<![A-Za-z0-9_.])\d[\d,]{{0,15}}(?:\.\d+)?\s?(?:{_CURRENCY})(?![A-Za-z]))
    | (?P<date>(?<!\d)(?:19|20)\d\d[-/.]\d{{1,2}}[-/.]\d{{1,2}}(?!\d)
        |(?<![\d-])(?:19|20)\d\d\s?[-–—]\s?(?:19|20)\d\d(?![\d-]))
    | (?P<phone>(?<![A-Za-z0-9+-])(?:\+\d{{1,3}}[\s-]?\(?\d{{1,4}}\)?(?:[\s-]?\d{{2,4}}){{2,4}}
        |1[3-9]\d(?:[\s-]?\d{{4}}){{2}}|0\d{{2,3}}-\d{{7,8}}|\(?\d{{3}}\)?[\s-]\d{{3}}[\s-]\d{{4}})(?![A-Za-z0-9-]))
    | (?P<code>(?<![A-Za-z0-9_.-])(?:[A-Za-z]{{1,6}}[-_]?\d{{3,}}(?:[-_][A-Za-z0-9]+)*[A-Za-z]?
        |[A-Z]{{1,4}}-?\d{{1,2}}(?:-\d+)*|[A-Z]{{2,}}(?:-[A-Z0-9]*\d[A-Z0-9]*)+
        |(?:19|20)\d\d-\d{{2,6}}(?!-?\d)|\d{{6,}}[A-Za-z]?|\d{{2,}}(?:-\d{{2,}}){{2,}})(?![A-Za-z0-9_]))
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Identifier:
    """An identifier at `start`..`end`; `value` is as written, blanks closed up."""

    kind: IdentifierKind
    value: str
    start: int
    end: int


def identifiers_in(text: str) -> list[Identifier]:
    """Return the identifiers of a text, in order; dates are none."""
    found: list[Identifier] = []
    for match in _IDENTIFIER.finditer(text):
        kind = match.lastgroup
        if kind != "date":
            value = " ".join(match.group().split()).rstrip(".")
            found.append(
                Identifier(cast("IdentifierKind", kind), value, match.start(), match.end())
            )
    return found
