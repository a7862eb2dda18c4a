"""Which hits no longer hold: what the writer superseded, and what a later remark takes back.

Not every change is a fact that the rules can read: "the gym thing: switched, I go to Ironworks". An
earlier memory about what the question asks for is history beside it.
"""

import re
from collections.abc import Collection, Mapping, Sequence

from membus.contracts.events.recalls import Excluded, Hit
from membus.contracts.memory import Memory
from membus.domain.recalling.ranking import excluded
from membus.domain.recalling.telling_words import LIGHT, relations_of, telling_words

# A remark lower down is too often about something else: of LoCoMo's evidence the best two cost
# nothing, the best five a point.
_BEST = 2
_CHANGE = re.compile(
    r"\b(?:no longer|any ?more|instead of|changed|switched|moved (?:to|from|it)|replaced|swapped"
    r"|scrap|correction|cancel(?:l?ed)?|called off|postponed|pushed|brought forward|rescheduled"
    r"|turns out|mixed up|misread|forget (?:what|that|the)|was wrong|got that wrong|mistake"
    r"|(?:isn't|not) happening|fell through|now (?:at|in|with|on|it)|(?:is|are|am|it's|i'm) now"
    r"|new (?:one|job|place|number|address|boss|manager|doctor|dentist|gym|phone|car)"
    r"|take (?:that|it) back|after all)\b"
    r"|现在(?:是|在|用|改|换|去)|改[成到为在用喝吃去叫口]|换[成到了]|不再|取消|[搞说记弄看写]错|更正|纠正|作废|推迟|提前"
    r"|延[期后]|挪到|搬[到去]|离职|辞了|跳槽|算了|划掉|收回|撤回|判断错|当我没说|戒了|调到|转到|升[为到任]|没那回事"
    r"|黄了|吹了|不是.{1,12}[，,]\s*是",
    re.IGNORECASE,
)
_Words = Mapping[str, float]


def outdated(hits: Sequence[Hit], question: str) -> tuple[list[Hit], list[Excluded]]:
    """Leave out what no longer holds, and utterances in which such a fact was read.

    What else such an utterance says stands in its other facts. A memory is left out too when one of
    the best hits, said later by the same speaker, says that something changed, and both have a word
    that the question asks with, or another word for the same relation.
    """
    gone = {_place(hit.memory) for hit in hits if hit.memory.status == "superseded"}
    holding = [hit.memory for hit in hits if not _ended(hit.memory, gone)]
    changes = [memory for memory in holding[:_BEST] if _CHANGE.search(memory.content)]
    asked = [word for word, weight in telling_words(question).items() if weight > LIGHT]
    words = {memory.memory_id: telling_words(memory.content) for memory in holding if changes}
    kept, left = [], []
    for hit in hits:
        why = _ended(hit.memory, gone) or _taken_back(hit.memory, changes, asked, words)
        if why:
            left.append(excluded(hit, why))
        else:
            kept.append(hit)
    return kept, left


def _ended(memory: Memory, gone: Collection[tuple[str, int]]) -> str:
    if memory.status != "active":
        until = f" since {memory.valid_to:%Y-%m-%d}" if memory.valid_to else ""
        return f"{memory.status}{until}"
    if memory.kind == "utterance" and _place(memory) in gone:
        return "says what was superseded"
    return ""


def _taken_back(
    memory: Memory, changes: Sequence[Memory], asked: Sequence[str], words: Mapping[str, _Words]
) -> str:
    for change in changes:
        if not _is_later(change, memory):
            continue
        one, two = words[change.memory_id], words[memory.memory_id]
        if any(_has(one, word) and _has(two, word) for word in asked):
            return f"{change.memory_id} said later that it changed"
    return ""


def _is_later(one: Memory, other: Memory) -> bool:
    return (
        one.speaker == other.speaker
        and _place(one) != _place(other)
        and one.first_mentioned_at > other.first_mentioned_at
    )


def _has(words: _Words, word: str) -> bool:
    relations = relations_of(word)
    return word in words or any(relations & relations_of(each) for each in words)


def _place(memory: Memory) -> tuple[str, int]:
    return memory.session, memory.session_seq
