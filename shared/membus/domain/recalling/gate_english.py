"""English signs for the gate before recall.

English shows what is general: bare plurals, "a" and "an", the present tense. Definite things,
names, the past, the future and what depends on taste are left to recall.
"""

import re
from typing import Final

from membus.domain.recalling.gate_signs import MANUAL, Signs, words

_ASKING = words(r"""
(?:can|could|would) you(?: please)?(?: (?:tell|give|show|teach) me| explain(?: to me)?| help me)?
(?:tell|give|show|teach) me|do you know|i(?:'d| would) like to know|i want to know
how (?:do|can|would) (?:i|you|we)|how long does it take|what time is it|there are
are you|what can you do|do you have|do you|who (?:are|made|built) you
(?:what|who|how|where|when|that)'s
""")
# Things that there is one of, and what grammar speaks about.
_ONE_OF_A_KIND = words(r"""
sun|moon|earth|sky|sea|universe|world|ocean|equator|internet|human (?:body|brain|heart|eye)
solar system|milky way|atmosphere|periodic table|alphabet|(?:summer|winter) solstice|flu
planets|continents|seasons|primary colou?rs|theory of \w+|laws? of \w+|cold war|middle ages
(?:first|second) world war|(?:french|industrial) revolution|(?:stone|bronze|iron) age
(?:word|phrase|term|idiom|proverb|acronym|error)|(?:passive|active) voice|(?:past|present) tense
""")
_PROPERTIES = words(r"""
capital|currency|population|official language|national (?:anthem|animal|flower)|flag
(?:boiling|melting|freezing) point|chemical (?:symbol|formula)|atomic (?:number|mass|weight)
(?:square|cube) root|derivative|integral|factorial|plural|past (?:tense|participle)
opposite|antonym|synonym|meaning|definition|etymology|pronunciation|syntax|symptoms
(?:time )?complexity|big o|difference|speed(?= of (?:light|sound))
""")
_EXTREMES = (
    r"(?:largest|biggest|smallest|tallest|highest|longest|deepest|fastest|slowest|oldest|hottest"
    r"|coldest|heaviest|lightest|brightest|most (?:populous|spoken|common))(?: \w+)? (?:animal"
    r"|mammal|bird|fish|ocean|mountain|river|lake|desert|island|country|continent|planet|star"
    r"|element|metal|language|waterfall|volcano|bone|organ|muscle)s?"
)
_PARTICULAR = words(r"""
i|me|my|mine|myself|i'm|i've|i'd|i'll|we|us|our|ours|we're|we've|you|your|yours|he|him|his|she|her
hers|they|them|their|it|its|this|that|these|those|one|ones|here|the|both|other|others|another|else
last|yesterday|tomorrow|tonight|today|now|again|before|after|already|yet|still|next|ago|earlier|later
previous|previously|usual|usually|always|lately|recently|since|until|same|so far|back|instead
did|was|were|had|has|have|will|would|should|shall|going|might|may|\w{2,}ed|went|said|told|bought|sold
came|took|gave|made|got|left|broke|chose|paid|wrote|met|lost|found|sent|fell|(?:mon|tues|wednes|thurs)day
(?:fri|satur|sun)day|weekend|january|february|april|june|july|august|september|october|november|december
good|better|best|nice|suitable|favou?rite|recommend|recommended|suggest|cheap|worth|fun|healthy
mom|mum|mother|dad|father|parents?|brother|sister|son|daughter|wife|husband|grandma|grandpa|boss
manager|colleagues?|customers?|clients?|suppliers?|doctor|teacher|landlord|friends?|kids|baby|team
home|work|office|school|breakfast|lunch|dinner|supper|plans?|schedule|meetings?|appointments?|tasks?
deadlines?|orders?|parcel|delivery|budget|invoice|bill|project|contract|birthday|progress|status
goals?|new|rules?|process|procedures?|password|weather|traffic|options?|quotes?|offers?|versions?|refunds?|returns?|payments?|shipping|fees?
prices?|sales|policy|policies|warranty|insurance|membership|subscriptions?|accounts?|bookings?|tickets?
guests?|rooms?|cases?|builds?|tests?|deploy\w*|releases?|servers?|services?|bugs?|issues?
""")
_UNITS = words(r"""
miles?|kilomet(?:re|er)s?|km|met(?:re|er)s?|centimet(?:re|er)s?|cm|mm|inch(?:es)?|feet|foot|yards?
pounds?|lbs?|ounces?|oz|grams?|kilos?|kilograms?|kg|tons?|lit(?:re|er)s?|gallons?|pints?|cups?
tablespoons?|teaspoons?|degrees?|seconds?|minutes?|hours?|days?|weeks?|months?|bytes?|kilobytes?
megabytes?|gigabytes?|mph|acres?|hectares?
""")
_GENRES = words(r"""
jokes?|riddles?|haikus?|poems?|limericks?|sonnets?|rhymes?|tongue[- ]twisters?|fun facts?
fairy tales?|story|stories|ballads?|puns?|proverbs?|synonyms?|antonyms?|random (?:number|word)s?
functions?|scripts?|regex|quer(?:y|ies)|programs?|one-liners?
""")
_LEAD = (
    r"^(?:(?:hi|hello|hey|ok|okay|so)[,! ]+)?"
    r"(?:(?:can|could|would) you (?:please )?(?:tell me )?|please |do you know |tell me )?"
)
_THING = rf"(?:the (?:{_ONE_OF_A_KIND}|{_EXTREMES})|an? \w+)"
# An idea has an article, or an ending of plurals and abstractions; "emma eating" has neither.
_IDEA = (
    r"(?!.*\b(?:for|on|in|at|with|from|about|to|by|like|open|free|ready)\b)"
    r"(?:an? (?:[a-z]+ ){0,2}[a-z]+|[a-z]+(?:s|tion|sion|ism|ity|logy|omy|phy|ance|ence))"
)


def _form(body: str) -> re.Pattern[str]:
    return re.compile(rf"{_LEAD}(?:{body})", re.IGNORECASE)


SIGNS: Final = Signs(
    asking=re.compile(rf"\b(?:{_ASKING})\b", re.IGNORECASE),
    # Here a capital tells a name: no IGNORECASE.
    world=re.compile(
        rf"\bthe (?:(?:{_PROPERTIES}) (?:of|for|between)(?: [A-Z]\w+(?=\W*$))?|{_EXTREMES}"
        rf"|(?:{_ONE_OF_A_KIND})\b)|(?<=invented )the"
        # "what time is it" and "spoken" stand before it.
        r"|(?:^ +|(?<=spoken ))in [A-Z]\w+(?=\W*$)"
    ),
    pointing=re.compile(
        rf"(?<![\w'])(?:{_PARTICULAR})(?!\w)|(?<=\w)'s\b|\b(?:19|20)\d\d\b", re.IGNORECASE
    ),
    on_a_text=re.compile(
        r"^(?:(?:please|can you|could you) )?(?:translate|summari[sz]e|rewrite|rephrase|paraphrase"
        r"|correct|proofread|fix|format|count|sort|shorten|simplify|capitali[sz]e|reverse)\b"
        r"(?:(?!\b(?:my|our|his|her|their|last|previous|usual)\b)[^:\"“]){0,60}"
        r"(?::\s*\S|[\"“].+[\"”])",
        re.IGNORECASE | re.DOTALL,
    ),
    forms=(
        (
            "arithmetic",
            _form(
                rf"convert [\d.,]+ (?:{_UNITS})\b|how many (?:{_UNITS}) (?:are )?in an?\b"
                r"|solve .*=|is \d+ (?:an? )?(?:prime|even|odd)\b"
            ),
        ),
        (
            "code",
            _form(
                r"(?:how (?:do|can) (?:i|you|we)|how to|how does|what(?:'s| is| are| does)"
                rf"|explain|write)\b.*\b(?:{MANUAL})(?!\w)"
            ),
        ),
        (
            "a piece of writing that needs no facts",
            _form(
                r"(?:write|compose|make up|invent|create|give me|tell me)(?: me)? "
                rf"(?:an?|some|two|three|four|five|ten|\d+)(?: \w+)? (?:{_GENRES})\b"
                r"(?:(?<=nym) for|(?<=nyms) for|(?<=rhyme) for|(?<=rhymes) for)?"
                r"(?!.*\b(?:for|to|from)\b)|flip a coin|roll (?:a|two|three|\d+) dic?e"
            ),
        ),
        (
            "asked of the assistant",
            _form(
                r"(?:are you (?:an? )?(?:robot|bot|human|real|ai|machine)|what can you do"
                r"|what are you|who (?:are|made|built) you|do you have (?:feelings|emotions))\W*$"
            ),
        ),
        (
            "the meaning of a word",
            _form(
                r"what does .{1,40} (?:mean|stand for)|how do you (?:spell|pronounce|say)\b"
                r"|(?:explain|define) (?:what an? |how )?(?!why\b)[a-z]+"
            ),
        ),
        (
            "general knowledge",
            _form(
                rf"(?:what|which)(?:'s| is| are) the (?:(?:{_PROPERTIES}) (?:of|for|between)\b"
                rf"|{_EXTREMES}|(?:{_ONE_OF_A_KIND})\b)"
                rf"|what(?:'s| is| are) {_IDEA}\W*$|is an? [a-z]+ an? [a-z]+\W*$"
                r"|(?:how|why) (?:do \w+s|does an? \w+)(?: [a-z]+){1,4}\W*$|what causes [a-z]+"
                r"|how does [a-z]+ work\W*$"
                rf"|why (?:is|are) {_THING} \w+(?: \w+)?\W*$|when is {_THING}"
                rf"|how (?:far|big|large|old|tall|high|deep|hot|cold|heavy|fast) is {_THING}"
                rf"|how long does it take to \w+ an?\b|how many \w+ (?:are )?(?:there )?in {_THING}"
                r"|how many (?:continents|planets|oceans|countries|elements)\b"
                rf"|(?:list|name) {_THING}"
                r"|what time is it in [a-z]+\W*$|what language is spoken in|who invented \w+"
            ),
        ),
    ),
)
