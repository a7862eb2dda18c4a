"""Names and identifiers in a text, for exact recall: English by capitals, Chinese by word tags."""

import re

import rjieba

from membus.domain.identifiers import identifiers_in
from membus.domain.languages import has_han

_MOST = 16
_LONGEST = 60

_NOT_NAMES = frozenset(
    (  # noqa: SIM905 - a word a line would drown it
        "i i'm i'll i've i'd a an the my your his her its our their this that these those it "
        "he she we they you who what when where why how which if so and but or because also "
        "then there here yes no ok okay oh well hi hello hey thanks thank please sorry great "
        "good nice sure actually maybe not just do does did don't is are was were am be can "
        "could will would should have has had may might must let let's in on at by for from to "
        "of with as about after before since until during last next every today tomorrow "
        "yesterday tonight monday tuesday wednesday thursday friday saturday sunday january "
        "february march april may june july august september october november december some "
        "any all most many much more one two three user assistant dear regards remember remind "
        "speaking btw fyi pm am mr mrs ms dr"
    ).split()
)
_CAPITALISED = re.compile(
    r"(?<![\w@.])(?:(?:St|Dr|Mr|Mrs|Ms|Prof)\.[ ])?[A-Z][\w'’&-]*(?:\.[A-Z]\.?)*"
    r"(?:[ ]+(?:(?:of|the|de|van|von|der|&)[ ]+)?[A-Z][\w'’&-]*){0,4}"
)
_SENTENCE_START = re.compile(r"(?:^|[.!?;:\n\"“]\s*)$")
# A word that opens a sentence is a name when it does what people and places do.
_ACTS = re.compile(
    r"(?:'s\b|\s+(?:is|was|has|had|lives?|works?|said|says|told|likes?|loves?|hates?|wants?|"
    r"moved|called|asked|will|can|and\s+I|prefers?|needs?|joined|got)\b)"
)
SURNAMES = (
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕张孔曹严华金魏陶姜谢邹苏潘葛范彭鲁韦马方任袁柳唐罗薛"
    "雷贺倪汤毛邓董梁杜蓝季贾江童颜郭梅林钟徐邱骆高夏蔡田胡万卢莫房程邢裴陆翁段侯武刘龙叶黎白廖石熊"
    "孟阎余邵尹常汪向史顾龚曾洪傅崔文丁"
)
_TITLED = re.compile(
    rf"[{SURNAMES}](?:先生|女士|小姐|老师|总|经理|医生|主任|教授|师傅|律师|工)|[小老阿][{SURNAMES}]"
)
_NAME_TAGS = frozenset({"nr", "nrt", "nrfg", "ns", "nt", "nz"})
_NOT_CHINESE_NAMES = frozenset(
    (  # noqa: SIM905 - a word a line would drown it
        "过敏 您好 谢谢 小时 好的 明白 麻烦 周末 周一 周二 周三 周四 周五 周六 周日 高兴 安排 "
        "开心 小姐 花生 香菜 牛奶 海鲜 芒果 晚安 早安 阿姨 和平 温馨 可乐 小狗 小猫 中文 英文 "
        "汉语 普通话 地铁 马上 那么 明年 小米粥 毛病 有点 金额 白色 高铁 文件 方便 文档 平时 "
        "应该 石榴 荷花 连衣裙 严重 许多 任何 关于 相关"
    ).split()
)
_POLITE = re.compile(r"[谢您你我他她它们请]|^[喝吃去在是有叫住很爱]|^老[公婆爸妈]$|^宝宝$")
_LATIN = re.compile(
    r"(?<![A-Za-z0-9_@.-])[A-Za-z][A-Za-z0-9&.'-]*[A-Za-z0-9](?:[ ][A-Z][A-Za-z0-9&'-]+)*"
)


def entities_in(text: str) -> list[str]:
    """Return the identifiers and names of a text as written, each once, identifiers first."""
    identifiers = identifiers_in(text)
    found = [identifier.value for identifier in identifiers]
    rest = text
    for identifier in reversed(identifiers):
        rest = f"{rest[: identifier.start]} {rest[identifier.end :]}"
    found += chinese_names(rest) if has_han(rest) else english_names(rest)
    seen: dict[str, str] = {}
    for value in found:
        if len(value) <= _LONGEST:
            seen.setdefault(value.casefold(), value)
    return list(seen.values())[:_MOST]


def english_names(text: str) -> list[str]:
    """Return runs of capitalised words, without the word that only opens a sentence."""
    names: list[str] = []
    for match in _CAPITALISED.finditer(text):
        words = match.group().replace("’", "'").removesuffix("'s").split(" ")
        while words and words[0].lower() in _NOT_NAMES:
            words.pop(0)
        while words and words[-1].lower() in _NOT_NAMES:
            words.pop()
        if not words:
            continue
        opens = _SENTENCE_START.search(text[max(0, match.start() - 3) : match.start()]) is not None
        whole = len(words) == len(match.group().split(" "))
        if opens and whole and len(words) == 1 and not _stands_alone(text, match, words[0]):
            continue
        names.append(" ".join(words))
    return names


def _stands_alone(text: str, match: re.Match[str], word: str) -> bool:
    if "'s" in match.group() or _ACTS.match(text, match.end()):
        return True
    return match.end() == len(text.rstrip(" .!?")) and match.start() == 0 and not word.islower()


def chinese_names(text: str) -> list[str]:
    """Return people, places, organisations and Latin words of a Chinese text."""
    names = _TITLED.findall(text)
    for word, tag in rjieba.tag(text):
        named = tag in _NAME_TAGS and len(word) > 1 and has_han(word)
        if named and word not in _NOT_CHINESE_NAMES and _POLITE.search(word) is None:
            names.append(word)
    names += [word for word in _LATIN.findall(text) if word.lower() not in _NOT_NAMES]
    return names
