"""Cuts a Chinese sentence into clauses and reads subject, negation and tense off each."""

import re
from collections.abc import Sequence

from membus.adapters.rules.chinese.persons import opening, speak_of
from membus.adapters.rules.chinese.relations import RELATION, RELATIONS
from membus.adapters.rules.clause import Clause
from membus.adapters.rules.people import Speakers
from membus.adapters.rules.sentences import Sentence
from membus.domain.times import TimeSpan, without

_SPLIT = re.compile(
    r"(?:(?<!错了)[，,；;]|[，,](?!(?:应该|其实|正确的?)*是))|(?<=.)(?=但是|(?<!不)但(?=我|不|也|没)|不过(?!敏|期|关|夜|问|瘾|分|"
    r"年)|可是|而且|并且|然后|(?<!之)所以|并(?=在))|(?<=[\w）])\s+(?=我)"
    r"|(?<=.{4})(?<![到从我们她他])(?=(?:现在|目前|如今)(?:已经)?(?:在|住|改|换|用|喝|吃)(?!的))"
)
_LEAD_IN = re.compile(
    r"(?:其实|另外|还有|对了|哦|嗯+|那个(?=[，,\s我])|不过|但是|但|而且|并且|并(?=在)|然后|"
    r"所以|因为|由于|可是|你好|您好|嗨|好的?(?=[，,\s]|我)|"
    r"请?(?:你|您)?(?:帮我)?(?:一定要?|千万)?(?:记住|记一下|记得(?=我)|注意)(?:一下)?|请注意|"
    r"(?:顺便|忘了)(?:说|提)一?(?:下|句)?|(?:跟|和)(?:你|您)说(?:一?下)?|告诉(?:你|您)|"
    r"(?:我)?(?:之前|刚才|上次|以前)?(?:跟(?:你|您))?(?:说过|提过|讲过)|"
    r"准确地?说|(?:不好意思|抱歉|没错|是的|对的?)(?=[，,\s我]|$)|(?:谢谢|麻烦)"
    r"(?:你|您)?(?=我|[，,\s])|反正|毕竟|总之|顺便|话说|说起来|"
    r"(?:现在|目前|如今|最近|平时|后来)(?=我|咱|他|她)|这边(?=会|将|已|马上|尽快|先|帮|给|为)|更新一下|纠正一下|更正一下|补充一下|备注)[:：,，\s]*"
)
_ADVERB = re.compile(
    r"(?:现在|目前|一直|平时|平常|其实|真的(?:很)?|真心|特别|非常|十分|很|最近|"
    r"已经|刚刚|刚(?!果)|才|比较|超级|超(?=喜|爱|讨)|挺|蛮|一般|"
    r"通常|经常|常常|常(?=吃|喝|去|用|玩)|总是|本来|确实|也|都|还(?!有)|就(?!职|"
    r"读)|又|可(?!以|能|是|乐|爱)|太(?!太|原)|依然|"
    r"仍然|仍|从小|一向|向来|主要|只(?!有)|基本上?|暂时|每天都?|天天|这几年|"
    r"这几天|近期|后来|终于|当然|另外|一共|"
    r"个人|本身|自己|家里|这边|好像都|全家|今后|以后|是真的|尤其|更是|的确|确定|"
    r"家?一共|总共|呢|呀|啊|\s)+"
)
_NEGATION = re.compile(
    r"(?:再也不|从来不|从来没有?|从不|并不|并没有?|不再|不太|不怎么|不大(?=喜|爱|"
    r"吃|喝)|不是(?:很|特别|太)|"
    r"不(?!过|错|久|同|少|止|如|仅|但|管|论|好意思|客气|用谢|知道|确定|清楚|懂|对|"
    r"是|用|急|行|然)|没有(?P<has>)|没(?!什么|关系|事|问题|错|想到)|"
    r"未(?!来|婚)|无法)"
)
_VERBS_AFTER_NONE = re.compile(
    r"(?:吃|喝|去|在|收|到|养|住|用|买|结|离|工作|上班|抽|发|想|要|喜欢|退|换|寄|"
    r"送|学|看|听|打|对|说|打算|计划|准备|过敏|搬|下单)"
)
_PAST = re.compile(r"(?:以前|曾经|曾|原来|之前|过去|当年|小时候)(?:是|一直|都|也)?")
_HEDGE = re.compile(r"可能|也许|或许|好像|说不定|大概(?!\d)|估计|不确定|未必|应该会|似乎|听说|据说")
_CALLED = re.compile(r"(?:名字)?(?:叫|名叫)")
_KEPT = re.compile(r"(?:有|养|收|买)[^，,]{0,10}$")
# 不吃牛肉也不吃羊肉 states two things, 对茶也不感兴趣 one.
_ALSO = re.compile(r"也(?=(?:不|没|从不)?(?:吃|喝|喜欢|讨厌|爱|抽|想)|不(?:能|敢|会)(?:吃|喝))")
_TASTES = re.compile(r"[吃喝爱]|喜欢|讨厌")


# 订单号写错了，应该是A1002 states the number that is right.
_MISTAKEN = re.compile(
    r"(?:我)?(?:刚才|之前)?(?:写|说|填|报|记|打|弄|搞|留)错了[，,]?\s*(?:应该|其实|正确的?)*是"
)
# 以前我住成都 is read as 我以前住成都.
_THEN_I = re.compile(
    rf"^(?P<then>以前|之前|原来|小时候|当年|曾经)[，,]?(?P<who>我们?|咱们?|他|她)(?!的|们|{RELATION})"
)
_TREATS = re.compile(
    rf"(?:医生|大夫|护士|医院).{{0,4}}给(?:我)?(?P<whom>{RELATION})(?:换|开|做|配|调|停|加|看|打|量)"
)
_IT = re.compile(r"它(?!们)")


def clauses(sentence: Sentence, times: Sequence[TimeSpan], who: Speakers) -> list[Clause]:
    """Return the clauses of a sentence in order; one without a subject keeps the one before it."""
    found: list[Clause] = []
    carried: tuple[TimeSpan, ...] = ()
    subject, begun = who.speaker, -1
    for start, end in _cut(sentence.text, times):
        text = sentence.text[start:end]
        inside = tuple(_moved(span, start) for span in times if start <= span.start < end)
        said = without(text, inside, "zh").strip(" 。！？!?.~～…、：:")
        said = _named_thing(_MISTAKEN.sub("是", said), who)
        said = _THEN_I.sub(r"\g<who>\g<then>", said)
        if begun < 0:
            begun = start
        if not said:  # nothing but a time: it belongs to the clause that follows
            carried += inside
            continue
        if _HEDGE.search(said):
            carried, begun = (), -1
            continue
        named = opening(_without_lead_in(said), who)
        subject = named.subject if named.given else subject
        speak_of(subject, said, who)
        rest, negative, past = _head(named.rest)
        found.append(
            Clause(
                text=said,
                raw=text.strip(),
                rest=rest,
                subject=subject,
                start=sentence.start + begun,
                end=sentence.start + start + len(text.rstrip()),
                language="zh",
                times=carried + inside,
                negative=negative,
                past=past,
                speaker=who.speaker,
            )
        )
        carried, begun = (), -1
        subject = _treated(said, who) or subject
    return found


def _treated(said: str, who: Speakers) -> str:
    """Return whom what follows is about after 医生给爸换了药: not the doctor."""
    match = _TREATS.search(said)
    return f"{who.speaker}'s {RELATIONS[match['whom']][0]}" if match else ""


def _cut(text: str, times: Sequence[TimeSpan]) -> list[tuple[int, int]]:
    bounds, at = [], 0
    for match in sorted((*_SPLIT.finditer(text), *_also(text)), key=lambda found: found.start()):
        if any(span.start < match.end() and match.start() < span.end for span in times):
            continue
        if _CALLED.match(text, match.end()) and _KEPT.search(text[at : match.start()]):
            continue  # 养了一只猫，叫咪咪: the cat's name, not its keeper's
        bounds.append((at, match.start()))
        at = match.end()
    bounds.append((at, len(text)))
    trimmed = (
        (start + len(text[start:end]) - len(text[start:end].lstrip()), end) for start, end in bounds
    )
    return [(start, end) for start, end in trimmed if start < end]


def _also(text: str) -> list[re.Match[str]]:
    if "也" not in text:
        return []
    return [match for match in _ALSO.finditer(text) if _TASTES.search(text, 0, match.start())]


def _moved(span: TimeSpan, start: int) -> TimeSpan:
    return TimeSpan(
        span.start - start, span.end - start, span.begin, span.until, span.grain, span.relation
    )


def _named_thing(said: str, who: Speakers) -> str:
    """Return what is said with "it" at its head called by name: 它裂了 → 蓝色杯子裂了."""
    return _IT.sub(who.thing, said, count=1) if who.thing and _IT.match(said) else said


def _without_lead_in(said: str) -> str:
    while (lead := _LEAD_IN.match(said)) and lead.end() < len(said):
        said = said[lead.end() :]
    return said


def _head(text: str) -> tuple[str, bool, bool]:
    """Return (rest, denied, past): the clause without adverbs, negation and "used to"."""
    rest, negative, past = text.lstrip(), False, False
    while True:
        if (found := _ADVERB.match(rest)) and found.end():
            rest = rest[found.end() :]
        elif found := _PAST.match(rest):
            past, rest = True, rest[found.end() :]
        elif found := _NEGATION.match(rest):
            negative, rest = True, rest[found.end() :]
            if found["has"] is not None and not _VERBS_AFTER_NONE.match(rest):
                rest = "有" + rest
        else:
            return rest, negative, past
