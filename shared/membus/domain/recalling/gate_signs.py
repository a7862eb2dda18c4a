"""What the gate before recall reads a question by, and the signs that need no language."""

import re
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Signs:
    """One language's signs.

    `asking` are words of asking that point at nobody ("how do I"); `world` are things that
    everybody knows ("the moon", "the capital of France"). What is left is searched for `pointing`,
    the signs of something particular. `on_a_text` is a command that brings the text to work on.
    `forms` are the general questions, each with why it needs no memory.
    """

    asking: re.Pattern[str]
    world: re.Pattern[str]
    pointing: re.Pattern[str]
    on_a_text: re.Pattern[str]
    forms: tuple[tuple[str, re.Pattern[str]], ...]


def words(table: str) -> str:
    """Return a pattern for any entry of a table: entries stand between bars or line ends."""
    return "|".join(line.strip() for line in table.splitlines() if line.strip())


MANUAL: Final = words(
    r"""
python|java|javascript|typescript|rust|golang|kotlin|swift|ruby|php|perl|scala|haskell|c\+\+|c#
html|css|sql|json|yaml|xml|csv|http|https|tcp|udp|ip|dns|ssh|ssl|tls|api|rest|graphql|url|utf-8
git|github|vim|emacs|bash|linux|unix|windows|macos|docker|kubernetes|kafka|redis|postgres|postgresql
mysql|sqlite|mongodb|numpy|pandas|pytorch|tensorflow|react|vue|angular|django|flask|nginx|regex
excel|latex|markdown|cpu|gpu|ram|ssd|usb|gdp|dna|rna|ai|llm|pdf|big o|div|celsius|fahrenheit|kelvin
"""
)
MANUAL_NAMES: Final = re.compile(rf"(?<![A-Za-z0-9])(?i:{MANUAL})(?![A-Za-z0-9])(?:\s[a-z]+)*")
"""Names that a manual explains and no memory does, with the plain words that follow."""

_NUMBER = r"\(*\d[\d,.]*%?\)*"
# A hyphen or slash without spaces joins an identifier or a date: 2024-118, 3/4.
_OPERATOR = (
    r"(?:\s*[+*×÷^]\s*|\s+[-/x]\s+|\s+(?:times|plus|minus|divided by|to the power of)\s+"
    r"|\s*(?:加上?|减去?|乘以|除以|的)\s*)"
)
_HAN_NUMBER = r"[零一二三四五六七八九十百千万两]+"
ARITHMETIC: Final = re.compile(
    rf"^(?:what(?:'s| is)|calculate|compute|how much is|请?(?:计算|算)(?:一下)?)?\s*:?\s*"
    rf"(?:{_NUMBER}{_OPERATOR})+(?:{_NUMBER}|\d+\s*次方)\s*"
    r"(?:=|是|等于|得|为)?\s*(?:多少|几)?\W*$"
    rf"|^(?:what(?:'s| is)\s+)?{_NUMBER}\s*(?:percent\s+)?of\s+{_NUMBER}\W*$"
    rf"|^{_HAN_NUMBER}(?:加上?|减去?|乘以|除以){_HAN_NUMBER}(?:是|等于|得)(?:多少|几)\W*$",
    re.IGNORECASE,
)
