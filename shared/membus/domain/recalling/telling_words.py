"""The words of a question that tell what it is about, and what a text has to meet them with."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import rjieba

from membus.domain.languages import has_han
from membus.domain.lexical import plain, terms
from membus.domain.predicates import PREDICATES
from membus.domain.stop_words import STOP_WORDS

LIGHT: Final = 0.3
"""What a word counts that nearly every talk has: to buy, the last, a name."""

_RUN = re.compile(r"[\u3400-\u9fff]+|[^\u3400-\u9fff]+")
_ENGLISH_LIGHT = """
actual add ago already also always another anyone anything around ask away back bad become begin
best better big bring buy call change come day different early else end enough even ever every
everyone everything fact feel find first full get give go good great happen hard help hold hope
hour idea important keep kind know large last late later least leave left less let life like list
little long look lose lot make many matter maybe mean mention minute moment month much must name
need never new next nice number ok old one open part pay people person place plan play possible
put question read ready really remember remind right run say see seem send set show since small
someone something soon sort speak stand start stay still stop sure take talk tell thank thing
think three time today together tomorrow tonight try turn two understand use wait walk want watch
way week whole wonder word world write wrong year yesterday yet
"""
_CHINESE_LIGHT = """
一些 一下 名字 姓名 上次 下次 不是 东西 事 事情 人 今天 今年 以前 以后 做 写 出 出来 别 别的 到 卖
号 叫 告诉 喜欢 回 地方 大 大家 天 好 家 小 已经 带 年 应该 开 开始 当 总 感觉 所有 打 找 换 放 新
新来 日 明天 时间 昨天 月 有人 期 本 次 每 每个 每天 没 没有 点 然后 现在 用 目前 看 看看 知道
程度 第一 给 买 老 能 自己 行 觉得 记得 话 起 起来 跟 输 过 这里 进 选 送 那里 长 问 问题 需要 高
"""
# They ask, or stand for the asker; a fact that was read in what is said calls the owner "user".
_NOTHING = """
user please what who whom whose when where which why how 用户 什么 什么样 哪个 哪家 哪种 哪儿 哪里
哪天 哪些 哪位 哪年 哪一 哪间 哪所 怎么 怎样 怎么样 如何 多少 几号 几点 几个 几位 几次 多久 多大
多重 多高 多长 多远 时候 什么时候 是谁 谁的 干什么 为什么 是不是 有没有 能不能 叫什么 啥 几 多 所
位 吗 呢 来着 我 你 他 她 我们 你们 他们 她们 咱们 我家 我的 你的 他的 这个 那个 这些 那些 这儿
那儿 一个 该 可以 不 到底 还要 还有 还是 请
"""
_SAYS_NOTHING = frozenset(_NOTHING.split()) | STOP_WORDS


@dataclass(frozen=True, slots=True)
class Read:
    """A text as it is compared: plain, its terms, and the predicates that it speaks of."""

    plain: str
    terms: frozenset[str]
    relations: frozenset[str]


def read(text: str, predicate: str = "") -> Read:
    """Read a text; `predicate` is what it states, however it words that."""
    lowered = plain(text)
    said = frozenset(terms(lowered))
    return Read(lowered, said, frozenset({predicate}).union(*map(relations_of, said)))


def telling_words(text: str) -> dict[str, float]:
    """Return each telling word, English ones stemmed, with its weight: 1, or LIGHT."""
    words = {}
    for run in _RUN.findall(plain(text)):
        for word in _chinese(run) if has_han(run) else terms(run):
            if word and word not in _SAYS_NOTHING:
                words[word] = LIGHT if word in _light() else 1.0
    return words


def _chinese(run: str) -> Iterator[str]:
    # The cut leaves the asker on some words: 我养, 我的.
    yield from (word.strip("我你的") for word in rjieba.cut(run))


@lru_cache(maxsize=1 << 14)
def relations_of(word: str) -> frozenset[str]:
    """Return the predicates that a word stands for: "wife" and 老婆 stand for spouse."""
    return _relations().get(word, frozenset())


@lru_cache(maxsize=1)
def _light() -> frozenset[str]:
    return frozenset(terms(_ENGLISH_LIGHT)) | frozenset(_CHINESE_LIGHT.split())


@lru_cache(maxsize=1)
def _relations() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for name, row in PREDICATES.items():
        for spelled in (name, *row.synonyms):
            # Of "personal trainer" neither word alone stands for one.
            if "_" not in spelled:
                found.setdefault(_as_told(spelled), set()).add(name)
    return MappingProxyType({word: frozenset(names) for word, names in found.items()})


def _as_told(word: str) -> str:
    return word if has_han(word) else "".join(terms(word))
