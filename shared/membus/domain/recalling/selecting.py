"""Which ranked hits are shown: each thing once, as many as the question wants, none far behind."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from membus.contracts.events.recalls import Excluded, Hit
from membus.contracts.memory import Evidence
from membus.domain.lexical import terms
from membus.domain.recalling.query import Question, top_k
from membus.domain.recalling.ranking import excluded

# A fact says what an utterance says when it quotes at least this share of it.
COVERS = 0.5
# Texts that share this much of their terms, and all numbers, say the same.
ALIKE = 0.85
# A hit that reaches less of the best one's score is about something else.
FAR_BEHIND = 0.5
MOST_OF_LEVEL = {"exact": 5, "semantic": 8, "relational": 5}
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Room:
    """How many hits an answer has: `k` in all, `levels` of each level, none below `share`.

    A caller that names its k wants that many, whatever their level or distance.
    """

    k: int
    levels: Mapping[str, int] = field(default_factory=dict)
    share: float = 0.0


def room_for(question: Question) -> Room:
    """Return the room of an answer whose size the caller leaves open."""
    return Room(top_k(question), MOST_OF_LEVEL, FAR_BEHIND)


def select(
    hits: Sequence[Hit], evidence: Mapping[str, Sequence[Evidence]], room: Room
) -> tuple[list[Hit], list[Excluded]]:
    """Return the first hits that say different things, and why others were left out.

    A message stands in one form: a fact that quotes most of it, else its own words, which then take
    the place and the score of its best fact. `evidence` is that of the first `2 * k` hits at least;
    the hits come back with their sources.
    """
    kept: list[Hit] = []
    left: list[Excluded] = []
    shown: Counter[str] = Counter()
    for hit in hits:
        facts = _facts_of(hit, kept)
        if facts and not any(_covers(fact, hit, evidence) for fact in facts):
            whole = hit.model_copy(update={"score": facts[0].score, "level": facts[0].level})
            kept[kept.index(facts[0])] = _with_sources(whole, evidence)
            kept = [each for each in kept if each not in facts]
            left += [excluded(fact, f"stands in {hit.memory.memory_id}") for fact in facts]
            continue
        why = _no_room(hit, hits[0], kept, shown, room)
        if not why:
            double = next((other for other in kept if facts or _same(hit, other)), None)
            why = f"says what {double.memory.memory_id} says" if double else ""
        if why:
            left.append(excluded(hit, why))
            continue
        kept.append(_with_sources(hit, evidence))
        shown[hit.level] += 1
    return kept, left


def _with_sources(hit: Hit, evidence: Mapping[str, Sequence[Evidence]]) -> Hit:
    rows = evidence.get(hit.memory.memory_id, ())
    return hit.model_copy(update={"sources": list(dict.fromkeys(row.message_id for row in rows))})


def _no_room(hit: Hit, best: Hit, kept: Sequence[Hit], shown: Counter[str], room: Room) -> str:
    if len(kept) == room.k:
        return f"beyond the best {room.k}"
    if shown[hit.level] >= room.levels.get(hit.level, room.k):
        return f"beyond the best {shown[hit.level]} of level {hit.level}"
    if hit.score < room.share * best.score:
        return "far behind the best"
    return ""


def _facts_of(hit: Hit, kept: Sequence[Hit]) -> list[Hit]:
    """Return the facts among the kept that were read in the utterance that the hit is."""
    if hit.memory.kind != "utterance":
        return []
    return [each for each in kept if each.memory.kind != "utterance" and _one_place(each, hit)]


def _covers(fact: Hit, said: Hit, evidence: Mapping[str, Sequence[Evidence]]) -> bool:
    whole = evidence.get(said.memory.memory_id, ())[:1]
    length = sum(row.end - row.start for row in whole) or len(said.memory.content)
    rows = evidence.get(fact.memory.memory_id, ())
    return any(row.end - row.start >= COVERS * length for row in rows)


def _same(hit: Hit, other: Hit) -> bool:
    one, two = hit.memory, other.memory
    if one.content.casefold() == two.content.casefold():
        return True
    if two.kind == "utterance" and one.kind != "utterance":
        return _one_place(hit, other)
    return one.polarity == two.polarity and _alike(one.content, two.content)


def _one_place(one: Hit, other: Hit) -> bool:
    return (one.memory.session, one.memory.session_seq) == (
        other.memory.session,
        other.memory.session_seq,
    )


def _alike(one: str, other: str) -> bool:
    if sorted(_NUMBER.findall(one)) != sorted(_NUMBER.findall(other)):
        return False
    first, second = set(terms(one)), set(terms(other))
    return len(first & second) >= ALIKE * len(first | second) > 0
