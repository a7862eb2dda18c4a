"""How Chinese takes back or mends what was said: 说错了，是A1002; 忘掉我说的地址; 算了."""

import re
from collections.abc import Callable

from membus.adapters.rules.mending import Mending

_WRONG = r"(?:给|说|写|记|打|讲|填|报|发|弄|搞|看|算)(?:错|反)了?"
_ADMITS = (
    rf"(?:我)?(?:刚才|刚刚|之前|上次|前面|上面)?(?:又|好像)?{_WRONG}|口误|笔误|我?(?:搞|弄)混了"
)
_LEAD = (
    rf"(?:(?:不对|不是的?|错了|哦|啊|等等|等一下|抱歉|不好意思|对不起|更正(?:一下)?|纠正(?:一下)?|{_ADMITS})"
    r"[，,。：:！!\s]*)"
)
_IS = r"(?:(?:应该|其实|实际上?|正确的?|准确地?说)*(?:是|为|叫))"
_VALUE = r"[^，,。！!？?；;]{1,40}?"
_END = r"(?:才对|才是|哈|哦|啊|的)?[。！!~]*$"
_NOT = r"(?:[，,、]?\s*(?:而)?不是(?P<{}>[^，,。！!？?]{{1,40}}?))"
# What needs no 是 before it: a number, a name, a short word; never a statement of its own.
_BARE = (
    r"(?![^，,。]*(?:[我你您他她它这那在对有喜爱吃喝住要想去来不没了吗请]|"
    r"谢谢))[^，,。！!？?]{1,16}?"
)
_CORRECTION = re.compile(
    rf"{_LEAD}+(?:{_IS}(?P<new>{_VALUE})|(?P<bare>{_BARE})){_NOT.format('old')}?{_END}"
    rf"|{_IS}(?P<new2>{_VALUE}){_NOT.format('old2')}{_END}"
)
_NOT_BUT = re.compile(
    rf"{_LEAD}*(?P<what>[^，,。]{{0,12}}?)不是(?P<old>[^，,。是]{{1,20}}?)[，,]?\s*"
    rf"(?:而|应该|其实|实际上?)*是(?P<new>{_VALUE}){_END}"
)
_SAID = (
    r"(?:我)?(?:刚才|刚刚|之前|以前|上次|前面|上面|昨天)?(?:跟(?:你|您))?(?:说|提|讲|告诉(?:你|"
    r"您)|写|发)(?:过|到)?的?"
)
_ASKED = r"(?:请|麻烦|帮我|你|您|就|把|都|可以|先)*"
_AWAY = (
    r"(?:忘掉|忽略|无视|别管|不用管|不要管|删掉|删除|去掉|撤回|收回|别记|不要记|"
    r"不用记)(?:掉)?(?:一下)?"
)
_MATTER = r"(?:的?(?:这|那)?(?:件|句|条|些|个)?(?:事情?|话|信息|内容|消息|说法|部分|记录))"
_RIGHT = rf"(?:[，,。]\s*{_IS}(?P<new>{_VALUE}))?"
_TOPIC = r"[^，,。！!？?]{1,30}?"
_ABOUT = re.compile(
    rf"{_LEAD}*(?:"
    rf"{_ASKED}(?:{_AWAY}(?:{_SAID})?|(?:忘了|忘记)(?=我){_SAID})(?:关于|有关)?(?P<topic>{_TOPIC})?{_MATTER}?"
    rf"|{_SAID}(?:关于|有关)?(?P<topic2>{_TOPIC}){_MATTER}?(?:是|都|已经|其实|并)*"
    r"(?:不对|错的?|错了|有误|不准|不算数?|作废|过时|开玩笑的?|假的|瞎说的?|乱说的?|不是真的|别当真|请忽略)了?"
    rf"|把(?:{_SAID})?(?:关于)?(?P<topic3>{_TOPIC}){_MATTER}?{_AWAY}"
    rf"|(?P<topic5>(?!就|那就|你就)[^，,。！!？?我]{{2,16}}?){_MATTER}?(?:的话)?(?:就|都|请|你)?当(?:作)?我没(?:有)?(?:说|讲|提)(?:过)?"
    rf"|(?:我)?(?:的)?(?P<topic4>(?!刚|之前|上次|前面|上面|又|不好|抱歉|对不)[^，,。我]{{1,10}}?)(?:我)?(?:刚才|之前|上次)?(?:{_WRONG})(?=[，,。])"
    rf"|(?P<topic6>[^，,。我是]{{0,6}}(?:号码?|编号|地址|电话|邮箱|金额|日期|尺码))(?:是|都|好像)*(?:不对|错了|有误)(?=[，,。])"
    rf")(?:{_RIGHT}|[，,](?!\s*{_IS}).*)(?:吧|了|啊|好了)*[。！!]*$"
)
_LAST = re.compile(
    rf"{_LEAD}*(?:就?当我没(?:有)?(?:说|讲)(?:过)?|(?:我)?收回(?:刚才|前面|上面|上一句)?(?:的|那句|我的|说的)*话?"
    rf"|{_ASKED}{_AWAY}(?:我)?(?:刚才|上面|上一(?:句|条)|刚刚)?(?:说的|那句|那条|的)*(?:话|消息|内容)?"
    r"|(?:我)?(?:刚才|上面|上一(?:句|条)|刚刚)(?:说的|那句|那条|的)*(?:话|消息)?(?:不算|作废|不对|错了|说错了))"
    r"(?:吧|了|啊)*(?:[，,](?!\s*(?:应该|其实|正确的?)*(?:是|为)).*)?[。！!]*$"
)
_EVENT = r"(?![^，,。]*(?:订单|退款|会员|订阅|套餐|账号|快递|授权|关注))[^，,。！!？?我]{2,20}?"
_CANCELLED = re.compile(
    rf"{_LEAD}*(?:算了[，,]?\s*)?(?:我们?)?(?:"
    rf"(?P<topic>{_EVENT})(?:已经|被|都|临时|又|就)*(?:取消|作废|泡汤|黄|吹|不开|不办|不搞|推掉|不约)(?:掉)?了"
    rf"|(?:把|将)(?P<topic3>{_EVENT})(?:给)?(?:取消|推掉|推|退掉)(?:掉)?(?:了|吧)?"
    rf"|(?P<topic4>(?![^，,。]*[他她它弟妹哥姐爸妈]){_EVENT})(?:的(?:事|计划))?(?:我们?)?(?:先|就|还是|又|都|暂时|决定)*"
    r"(?:不(?:去|参加|办|搞|上|跑|报)了|退出了?|退了|不用(?:再)?(?:提醒|做|弄|办|准备)(?:我)?了)"
    rf"|(?:已经|要|想|请|帮我|麻烦|临时)*(?:取消|推掉)(?:掉)?(?:了)?(?P<topic2>{_EVENT}))"
    r"(?:吧|了|因为.*|，因为.*)*[。！!]*$"
)
_OFF = re.compile(
    rf"{_LEAD}*(?P<never>算了|改主意了|计划变了)?[，,。\s]*(?:我们?)?(?:还是|又|先|决定|临时决定|后来|就|暂时|都)*"
    r"不(?P<verb>去|参加|买|要|租|订|约|退|换|办|报名|开|搬|考|学|做)(?P<what>[^，,。！!？?]{0,10}?)了[吧啊。！!]*$"
    r"|(?:算了|不用了|取消吧|取消了?|作罢)(?:吧)?[。！!]*$"
)
# What can be called off in a word: 算了 says nothing of where somebody lives.
_CALLED_OFF = frozenset(
    (  # noqa: SIM905 - a word a line would drown it
        "plans meeting travels_to task wants needs return refund exchange commitment invoice "
        "deadline event bought"
    ).split()
)
_NO_ALLERGY = re.compile(
    r"(?:其实|实际上)?[，,]?(?:我)?(?:并|其实)?(?:没有?|不)(?:任何|什么)?过敏(?:的)?(?:东西|史)?[。！!]*$"
)
_ADMISSION = re.compile(rf"{_LEAD}*(?:{_ADMITS})(?:了)?[。！!，,]*$")
# Cheap to ask: without one of these no sentence takes anything back.
_MAYBE = re.compile(
    r"不对|不是|错|反了|误|混了|更正|纠正|抱歉|对不起|不好意思|等等|忘|忽略|无视|[别用要]管|删|去掉|[撤收]回|"
    r"[别要用]记|作废|不算|没说|没讲|算了|取消|推掉|泡汤|黄了|吹了|不[^，,。]{1,12}了|退|过敏|开玩笑|假的|当真|主意|过时|是"
)
_YEARS = re.compile(r"(?P<n>\d{1,3})岁")


def admits(sentence: str) -> bool:
    """Whether a sentence only says that something was wrong: the next one says what is right."""
    return "错" in sentence and _ADMISSION.match(sentence) is not None


def mending_of(sentence: str) -> Mending | None:
    """Return what a sentence takes back or mends, None for one that does neither."""
    if _MAYBE.search(sentence) is None or sentence.endswith(("?", "？", "吗")):
        return None
    for pattern, read in _READERS:
        if found := pattern.match(sentence):
            return read(found)
    return None


def _last(_found: re.Match[str]) -> Mending:
    return Mending(last=True)


def _no_allergy(_found: re.Match[str]) -> Mending:
    return Mending(topic="过敏")


def _of_topic(found: re.Match[str]) -> Mending | None:
    groups = found.groupdict()
    topic = next(
        (groups[f"topic{n}"] for n in ("", "2", "3", "4", "5", "6") if groups[f"topic{n}"]), ""
    )
    new = _plain(groups["new"] or "")
    if not topic:
        return Mending(last=True)
    if groups["topic4"] and not new:
        return None  # 题目做错了 mends nothing
    topic = re.sub(r"(?<=..)(?:时间|日期|号码|编号|信息)$", "", topic)
    return Mending(topic=topic, new=new, statements=() if new else (topic, f"我{topic}"))


def _called_off(found: re.Match[str]) -> Mending:
    what = (found["what"] or "").removesuffix("成")
    if not what:
        return Mending(last=True, of=_CALLED_OFF)
    return Mending(topic=what, of=_CALLED_OFF)


def _instead(found: re.Match[str]) -> Mending:
    """Read 我的订单号不是A1001，是A1002, also where the wrong value was said long ago."""
    what, old, new = found["what"], found["old"], found["new"]
    return Mending(
        topic=_plain(old),
        new=_plain(new),
        old=_plain(old),
        statements=(f"{what}是{old}", f"{what}{old}") if what else (),
    )


def _cancelled(found: re.Match[str]) -> Mending:
    topic = found["topic"] or found["topic2"] or found["topic3"] or found["topic4"]
    return Mending(topic=topic, statements=(topic.replace("的", ""), f"我要{topic}"), planned=True)


def _corrected(found: re.Match[str]) -> Mending:
    new = found["new"] or found["bare"] or found["new2"] or ""
    return Mending(new=_plain(new), old=_plain(found["old"] or found["old2"] or ""))


def _plain(value: str) -> str:
    """Return a value as the rules read it: an age is its number."""
    value = value.strip(" \"“”'「」")
    years = _YEARS.fullmatch(value)
    return years["n"] if years else value


_READERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Mending | None]], ...] = (
    (_LAST, _last),
    (_NO_ALLERGY, _no_allergy),
    (_ABOUT, _of_topic),
    (_CANCELLED, _cancelled),
    (_OFF, _called_off),
    (_NOT_BUT, _instead),
    (_CORRECTION, _corrected),
)
"""The most telling first."""
