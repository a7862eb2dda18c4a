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


_DOSE = r"\d+(?:[.,]\d+)?\s?(?:mg|mcg|µg|g|ml|units?|iu|drops|puffs|tablets?|pills?)"
_OFTEN = (
    r"daily|nightly|weekly|once|twice|three\s+times|every\s+(?:other\s+)?(?:day|morning|evening|"
    r"night|week|\w+\s+hours)|each\s+(?:day|morning|evening|night)|before\s+(?:bed|meals)|"
    r"after\s+meals|in\s+the\s+(?:morning|evening)|at\s+night|for\s+my|against"
)


_REGULAR = re.compile(r"daily|every\s+day|twice|three|for\s+my|against|before|after", re.IGNORECASE)
_NO_MEDICINE = re.compile(
    r"(?:photo|picture|walk|nap|note|class|lesson|break|shower|bath|turn|trip|bus|train|ride)(?:e?s)?$|"
    r"(?:care|time|part|yoga|dance|public|some|long|piano)$",
    re.IGNORECASE,
)


_MEDICINE = (
    r"\w+(?:pril|sartan|statin|olol|zole|pam|lam|cillin|mycin|cycline|profen|formin|etine|traline|"
    r"zapine|idone|azine|thyroxine|oxacin|dipine|parin|fenac|tidine|triptan|gliptin|mab)|insulin|"
    r"aspirin|paracetamol|acetaminophen|prednisone|warfarin|melatonin|antihistamines?|statins|iron|"
    r"magnesium|antibiotics|antidepressants?|painkillers|vitamin\s+[a-z]\d*|the\s+pill"
)


def _medicine(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read a medicine with its dose: what is only taken ("the bus", "photos") names neither."""
    dose = found["before"] or found["behind"]
    taken = found["often"] and not _NO_MEDICINE.search(found["o"])
    if dose or (taken and _REGULAR.search(found["often"])):
        yield Draft("takes_medicine", f"{found['o']} {dose}" if dose else found["o"])


def _allergic(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    for item in listed(
        re.sub(r"\bto\s+", "", found["o"]) if found["o"].startswith("to ") else found["o"]
    ):
        yield Draft("allergic_to", item)


def _allergy(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("allergic_to", found["o"].strip().lower())


_SHOES = re.compile(r"\b(?:shoes?|boots?|sneakers|sandals|skates|skis?)\b", re.IGNORECASE)


def _size(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("shoe_size" if _SHOES.search(clause.text) else "size", found["o"])


RULES = (
    one(
        rf"(?:have\s+)?(?:stopped\s+taking|came\s+off|come\s+off)\s+(?P<o>{_MEDICINE})\b",
        "takes_medicine",
        polarity="negative",
    ),
    one(
        rf"(?:take|takes|be\s+taking|be\s+on|can\s+take)\s+(?P<o>{_MEDICINE})\b"
        r"(?!\s+\d)",
        "takes_medicine",
    ),
    by(
        r"(?:be\s+)?(?:(?:very|severely|highly|deathly|mildly|quite|slightly|so|"
        r"really|also)\s+)*allergic\s+to\s+(?P<o>.+)",
        _allergic,
    ),
    by(r"have\s+(?:an?|any|no)?\s*(?:[\w]+\s+)?allerg(?:y|ies)\s+to\s+(?P<o>.+)", _allergic),
    by(
        r"my\s+allergy\s+to\s+(?P<o>[\w\s-]+?)\s+(?:is|has|be)\s+(?:gone|disappeared|cured|over)\b",
        lambda _clause, found: [
            Draft("allergic_to", item, polarity="negative") for item in listed(found["o"])
        ],
    ),
    by(r"my\s+(?:food\s+)?allergies(?:\s+are|\s+include|:)\s+(?P<o>.+)", _allergic),
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
    by(
        rf"(?:take|takes|be\s+taking|be\s+on|be\s+prescribed|have\s+to\s+take)\s+"
        rf"(?:(?P<before>{_DOSE})\s+(?:of\s+)?)?(?P<o>(?!a\b|an\b|it\b|the\b|my\b)[A-Za-z][\w-]+)"
        rf"(?:\s+(?P<behind>{_DOSE}))?(?P<often>\s+(?:{_OFTEN}))?",
        _medicine,
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
        r"(?:(?:weigh|weighs)|be\s+(?:down|up)\s+to|(?:have\s+)?(?:dropped|went\s+down|gone\s+down)\s+to)\s+(?P<o>\d{2,3}(?:\.\d)?\s?(?:kg|kilos?|pounds|lbs?))",
        lambda _clause, found: [Draft("weight", found["o"])],
    ),
    by(
        r"(?:wear|wears|take|need)\s+(?:an?\s+)?(?:shoe\s+)?size\s+(?P<o>\w+(?:\.\d)?)",
        _size,
    ),
    by(r"my\s+(?:shoe|clothing)?\s*size\s+is\s+(?P<o>\w+(?:\.\d)?)", _size),
)
