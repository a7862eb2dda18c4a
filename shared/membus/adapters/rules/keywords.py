"""The words of a fact that say what it is about, for exact recall."""

import re

import rjieba

from membus.domain.languages import has_han

_MOST = 12
_WORD = re.compile(r"[A-Za-z0-9][\w'’.-]*[A-Za-z0-9]|[A-Za-z0-9]")
_COMMON = frozenset(
    (  # noqa: SIM905 - a word a line would drown it
        "a an and am are as at be been but by can could did do does for from get got had has "
        "have he her him his i i'd i'll i'm i've if in into is it it's its just like me my no "
        "not of on or our out really she so that the their them then there these they this to "
        "too up us very was we were what when which who will with would you your about after "
        "also any because before don't doesn't i’m now one than some still since"
    ).split()
)
_COMMON_CHINESE = frozenset(
    (  # noqa: SIM905 - a word a line would drown it
        "我 你 他 她 它 们 的 了 是 在 有 和 就 不 人 都 一 一个 上 也 很 到 说 要 去 会 着 "
        "没有 看 好 自己 这 那 吗 呢 吧 啊 我们 你们 他们 什么 怎么 因为 所以 但是 不过 然后 "
        "还是 或者 如果 可以 请问 谢谢 您 请 把 被 给 跟 对 从 为 与 及 现在 已经 一下 比较 "
        "非常 特别 这个 那个 没 还 又 再 过 让 想 能 得"
    ).split()
)


def keywords_of(text: str, language: str) -> list[str]:
    """Return up to twelve words, each once, in the order of the text, without common words."""
    if language == "zh" or has_han(text):
        words = [word for word in rjieba.cut(text) if len(word) > 1 and word[0].isalnum()]
        common = _COMMON_CHINESE
    else:
        words = [word.lower().removesuffix("'s") for word in _WORD.findall(text)]
        common = _COMMON
    kept = dict.fromkeys(word for word in words if word.lower() not in common)
    return list(kept)[:_MOST]
