"""The words of a text that say what it is about, for telling whether two mean one matter."""

import re

_LETTER = r"[^\W_\u4e00-\u9fff]"
_WORD = re.compile(rf"{_LETTER}+(?:[-']{_LETTER}+)*|[\u4e00-\u9fff]")
_EMPTY = frozenset(
    (  # noqa: SIM905 - a word a line would drown it
        "a an the my our your his her their of to in on at with for from and or about that this it "
        "i me we us you he she they be is am are was were been being have has had do did going go "
        "not no there here what said told thing things stuff whole 的 了 是 我 我们 在 有 去 要 那 "
        "这 个 件 事 关于 说 过"
    ).split()
)


def words_of(text: str) -> set[str]:
    """Return the words of a text that say what it is about, without their endings.

    Of Chinese they are the characters.
    """
    found = (word.casefold().removesuffix("'s") for word in _WORD.findall(text))
    return {_stem(word) for word in found if word not in _EMPTY}


def _stem(word: str) -> str:
    for ending in ("ies", "ing", "es", "s", "y"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            stem = word.removesuffix(ending)
            return stem[:-1] if ending == "ing" and stem[-1] == stem[-2] else stem
    return word
