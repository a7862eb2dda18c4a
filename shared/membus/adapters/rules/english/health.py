"""Allergies, conditions, medicines and sizes, as English puts them."""

import re
from collections.abc import Iterator

from membus.adapters.rules.clause import Clause, Draft
from membus.adapters.rules.english.making import by, each, one
from membus.adapters.rules.english.objects import listed

_CONDITIONS = (
    r"diabetes|asthma|epilepsy|arthritis|migraines?|hypertension|high\s+blood\s+pressure|"
    r"celiac\s+disease|coeliac\s+disease|anemia|insomnia|depression|anxiety|adhd|autism|dyslexia|"
    r"eczema|psoriasis|hay\s+fever|a\s+heart\s+condition|back\s+pain|"
    r"a\s+bad\s+(?:back|knee)|cancer|"
    r"ibs|gout|tinnitus|vertigo|sleep\s+apnea|a\s+gluten\s+intolerance|lactose\s+intolerance"
)


def _allergic(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    for item in listed(
        re.sub(r"\bto\s+", "", found["o"]) if found["o"].startswith("to ") else found["o"]
    ):
        yield Draft("allergic_to", item)


def _allergy(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("allergic_to", found["o"].strip().lower())


RULES = (
    by(
        r"(?:be\s+)?(?:(?:very|severely|highly|deathly|mildly|quite|slightly|so|"
        r"really|also)\s+)*allergic\s+to\s+(?P<o>.+)",
        _allergic,
    ),
    by(r"have\s+(?:an?|any|no)?\s*(?:[\w]+\s+)?allerg(?:y|ies)\s+to\s+(?P<o>.+)", _allergic),
    by(
        r"have\s+(?:an?\s+)?(?:(?:severe|bad|serious|mild|strong)\s+)?"
        r"(?P<o>peanut|nut|tree\s+nut|shellfish|seafood|pollen|dust|egg|milk|"
        r"dairy|soy|wheat|cat|dog|bee|"
        r"penicillin|latex|sesame|gluten|fish)\s+allergy",
        _allergy,
    ),
    each(
        r"can\s+(?:eat|have)\s+(?P<o>gluten|dairy|lactose|nuts|peanuts|shellfish|sugar)\b", "eats"
    ),
    one(
        r"(?:have|be\s+diagnosed\s+with|suffer\s+from|suffers\s+from|"
        rf"got\s+diagnosed\s+with)\s+(?:type\s+[12]\s+)?(?P<o>{_CONDITIONS})\b",
        "has_condition",
        article=False,
    ),
    one(
        r"(?:be|got)\s+(?:recently\s+)?diagnosed\s+with\s+(?P<o>.+)", "has_condition", article=False
    ),
    by(
        r"be\s+(?P<o>diabetic|asthmatic|epileptic|pregnant|color[- ]?blind|"
        r"colour[- ]?blind|left-handed)\b",
        lambda _clause, found: [Draft("has_condition", found["o"].lower())],
    ),
    one(
        r"(?:take|takes|be\s+taking|be\s+on)\s+(?P<o>[\w-]+(?:\s+\d+\s?mg)?)"
        r"\s+(?:daily|every\s+day|for\s+my|against|twice\s+a\s+day)",
        "takes_medicine",
    ),
    by(
        r"my\s+blood\s+(?:type|group)\s+is\s+(?P<o>(?:AB|A|B|O)\s?(?:[+-]|positive|negative)?)",
        lambda _clause, found: [Draft("blood_type", found["o"].strip())],
    ),
    by(
        r"be\s+(?P<o>\d{2,3}\s?cm|\d\.\d{1,2}\s?m|\d'\d{1,2}\"?|\d\s+(?:feet|foot|"
        r"ft)(?:\s+\d+)?)(?:\s+tall)?",
        lambda _clause, found: [Draft("height", found["o"])],
    ),
    by(
        r"(?:weigh|weighs)\s+(?P<o>\d{2,3}(?:\.\d)?\s?(?:kg|kilos?|pounds|lbs?))",
        lambda _clause, found: [Draft("weight", found["o"])],
    ),
    by(
        r"(?:wear|wears|take|need)\s+(?:an?\s+)?(?:shoe\s+)?size\s+(?P<o>\w+(?:\.\d)?)",
        lambda _clause, found: [Draft("size", found["o"])],
    ),
    by(
        r"my\s+(?:shoe|shirt|dress|ring|clothing|jacket)?\s*size\s+is\s+(?P<o>\w+(?:\.\d)?)",
        lambda _clause, found: [Draft("size", found["o"])],
    ),
)
