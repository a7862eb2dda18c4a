"""Cuts the object out of what a Chinese clause says: ends, particles, measure words, lists."""

import re

_LONGEST = 60

_STOP = re.compile(
    r"(?:[，,。；;！!？?（(\x1f\n]|因为|所以|但是?(?=我|不|也|没|他|她|最)|不过|"
    r"而且|然后|的时候|之类|什么的|等等|为主|"
    r"的话|这样|就好|就行|就可以|比较好|来着|对吧|是吧).*$",
    re.DOTALL,
)
_HEAD = re.compile(
    r"(?:[:：\s]|一些|一点儿?|那种|这种|各种|所有|任何|的(?!士)|了(?!解)|过(?!敏|山|年|期|夜|"
    r"桥)|到(?=了)|一下|咱们的?|我的|我们的|"
    r"(?:一|两|三|四|几)(?:个|只|条|位|名|款|件|台|辆|份|杯|碗|瓶|双|本|张|部|套|"
    r"匹|家|所|间)|点儿?(?!心))+"
)
_TAIL = re.compile(
    r"(?:[\s。！!.~～”\"」]|了|的|呢|啊|哦|吧|呀|啦|哈|嘛|哟|喔|噢|哒|耶|而已|"
    r"谢谢|一直|一下|左右|就|这边|那边|呗|哦哦)+$"
)
_LIST = re.compile(
    r"、|以及|还有|或者?|和(?!平|服|田|牛|谐|尚|面|气)|[/／]|跟(?=我|他|她|咖|茶|牛)"
)
_EMPTY = frozenset(
    (  # noqa: SIM905 - a word a line would drown it
        "它 他 她 你 您 我 这 那 这个 那个 这些 那些 什么 东西 一个 的 了 是 在 有 人 事 事情 "
        "一下 自己 大家 那边 这边 这里 那里 这么 那么 这样 那样 不了 得 到 好 来 去 吃 喝 就 "
        "它们 他们 她们 也 都 太 很 多 少 一点 一起 我们 你们 别的 其他"
    ).split()
)


def clean(text: str) -> str:
    """Return the object: cut where the sentence goes on, without particles and measure words.

    "" when nothing with a meaning of its own is left.
    """
    text = _STOP.sub("", text.strip())
    if found := _HEAD.match(text):
        text = text[found.end() :]
    text = _TAIL.sub("", text).strip("：:\"“”'「」 ")
    if text in _EMPTY or len(text) > _LONGEST or not any(char.isalnum() for char in text):
        return ""
    return text


def listed(text: str) -> list[str]:
    """Return the objects of a list (茶、咖啡和果汁), each clean."""
    items = [clean(item) for item in _LIST.split(_STOP.sub("", text))]
    return [item for item in items if item]
