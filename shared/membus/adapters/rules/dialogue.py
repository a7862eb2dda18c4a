"""What a message says only beside the ones before it: short answers, and corrections."""

import re
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType

from membus.adapters.rules.chinese import mendings as chinese
from membus.adapters.rules.clause import Clause, Draft
from membus.adapters.rules.english import mendings as english
from membus.adapters.rules.masking import own_words
from membus.adapters.rules.mending import Mended, mend, moved, of_its_time
from membus.adapters.rules.people import Speakers
from membus.adapters.rules.reading import Moment, Reading
from membus.adapters.rules.sentences import pieces
from membus.domain.identifiers import identifiers_in
from membus.domain.languages import has_han
from membus.domain.predicates import predicate

_LONGEST_ANSWER = 60
_QUESTIONS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), name)
    for pattern, name in (
        (
            r"where\s+do\s+you\s+live|which\s+city\s+are\s+you|住(?:在)?(?:哪|什么地方)",
            "lives_in",
        ),
        (
            r"(?:what(?:'s|\s+is)|have)\s+your\s+name|怎么称呼|贵姓|(?:叫什么|[您你]的)名字",
            "name",
        ),
        (r"order\s+(?:number|id)|which\s+order|订单(?:号|编号)|哪个订单|哪一?单", "order"),
        (r"phone\s+number|电话(?:号码)?|手机号|联系方式", "phone"),
        (r"e-?mail|邮箱", "email"),
        (r"(?:shipping|delivery|your)\s+address|地址", "address"),
        (r"where\s+do\s+you\s+work|在哪(?:里|儿|家公司)?(?:工作|上班)", "works_at"),
        (r"allerg(?:y|ies|ic)|对什么过敏|过敏(?:史|的东西|源)", "allergic_to"),
        (
            r"(?:your\s+birthday|when\s+were\s+you\s+born)|生日(?:是)?(?:哪天|几号|什么时候)",
            "birthday",
        ),
        (r"(?:member(?:ship)?|customer)\s+(?:number|id)|会员号|客户编号", "member_number"),
        (r"what\s+size|which\s+size|(?:什么|哪个|多大)(?:尺码|码|号)|尺码是", "size"),
    )
)
_ASKS = re.compile(
    r"[?？]\s*$|吗|是多少|请(?:提供|问|告诉)|(?:could|can|may|please)"
    r"\b.*\b(?:give|tell|provide|share|have)\b",
    re.IGNORECASE,
)
_FILLING = re.compile(
    r"^(?:(?:it's|it\s+is|that's|my\s+\w+\s+is|in|at|to|oh|sure|yes|ok(?:ay)?|hi|"
    r"well|im|i'm|就?是|在|好的?|嗯|哦|您好|你好|住)"
    r"[\s,，.。:：]*)+",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"\b(?:no|none|not|don't|nothing|never|why|what|sorry|yes|yeah|sure|thanks|"
    r"later)\b|不|没|无|为什么|什么|稍等|谢",
    re.IGNORECASE,
)
_IDENTIFIED = frozenset({"order", "phone", "email", "member_number"})
_LONGEST_MENDING = 240
_MOVED = re.compile(
    r"\b(?:moved|rescheduled|postponed|pushed|delayed|brought\s+forward|changed|now|instead)\b|"
    r"改到|改成|改为|改在|推迟|提前|延期|延到|挪到|顺延",
    re.IGNORECASE,
)


def answer(question: str, text: str, speaker: str) -> Reading | None:
    """Read a short answer to a question that asks for one thing: "Oslo" to "Where do you live?"."""
    if len(text) > _LONGEST_ANSWER or not _ASKS.search(question):
        return None
    name = next((name for asked, name in _QUESTIONS if asked.search(question)), None)
    value = _FILLING.sub("", text.strip()).strip(" .!。！~，,")
    if name is None or not value or len(value.split()) > 6 or text.rstrip().endswith(("?", "？")):  # noqa: PLR2004 - an answer, not a sentence
        return None
    if name in _IDENTIFIED:
        numbers = identifiers_in(value)
        if not numbers:
            return None
        value = numbers[0].value
    elif _REFUSAL.search(value) or (re.search(r"[，,。；;]", value) and name != "address"):
        return None
    clause = _whole(text, speaker, chinese=has_han(question))
    return Reading(clause, Draft(name, value, confidence=0.8))


def mended(
    text: str,
    who: Speakers,
    moment: Moment,
    readings: Sequence[Reading],
    earlier: Callable[[], Sequence[Reading]],
) -> list[Reading]:
    """Return what a message states once what it takes back is taken back.

    `readings` is what its sentences state by themselves, `earlier` what its speaker stated in the
    messages before.
    """
    found = list(readings)
    for start, sentence in _sentences(own_words(text)):
        mending = _language(sentence).mending_of(sentence)
        if mending is None:
            continue
        end = start + len(sentence)
        if mending.weak and any(start <= each.clause.start < end for each in found):
            continue
        known = [*earlier(), *(each for each in found if each.clause.end <= start)]
        stated = mend(mending, Mended(sentence, start, who, moment), known)
        if stated and not mending.last:
            # What a topic is taken back with may be followed by a statement of its own.
            ended = start + 1 if mending.topic and not mending.new else end
            found = [each for each in found if not start <= each.clause.start < ended]
        found.extend(stated)
    return list(_at_their_times(found, earlier))


def _at_their_times(
    found: Sequence[Reading], earlier: Callable[[], Sequence[Reading]]
) -> Iterator[Reading]:
    """Yield the statements; the denial of an event at the time of what it denies."""
    for index, reading in enumerate(found):
        if not reading.happens:
            yield reading
        elif not reading.holds and not reading.clause.times:
            yield of_its_time(reading, [*earlier(), *found[:index]])
        elif _is_to_come(reading) and _MOVED.search(reading.clause.raw):
            yield from moved(reading, [*earlier(), *found[:index]])
        else:
            yield reading


def _is_to_come(reading: Reading) -> bool:
    """Whether it is dated, and of what can be given another date."""
    return bool(reading.clause.times) and predicate(reading.draft.predicate).memory_type == "short"


def _sentences(own: str) -> Iterator[tuple[int, str]]:
    """Yield (start, sentence); one that only admits a mistake together with the one after it."""
    begun = -1
    for start, end in pieces(own):
        at = start if begun < 0 else begun
        begun = -1
        sentence = own[at:end]
        if len(sentence) > _LONGEST_MENDING:
            continue
        if _language(sentence).admits(sentence):
            begun = at
        else:
            yield at, sentence


def _language(sentence: str) -> ModuleType:
    return chinese if has_han(sentence) else english


def _whole(text: str, speaker: str, *, chinese: bool = False) -> Clause:
    start = len(text) - len(text.lstrip())
    return Clause(
        raw=text.strip(),
        text=text.strip(),
        rest=text.strip(),
        subject=speaker,
        start=start,
        end=start + len(text.strip()),
        language="zh" if chinese or has_han(text) else "en",
        speaker=speaker,
    )
