"""Which ranked hits are shown: each thing once, as many as the question wants, none far behind."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from membus.contracts.events.recalls import Excluded, Hit
from membus.contracts.memory import Evidence
from membus.domain.duplicates import say_the_same, wording_of
from membus.domain.lexical import terms
from membus.domain.recalling.query import Question, top_k
from membus.domain.recalling.ranking import excluded

# A fact says what an utterance says when it quotes at least this share of it, and has that share of
# its terms: "my order A1001 is a lamp" states an order, and tells more.
COVERS, SAYS = 0.5, 0.6
# Texts whose lengths differ more can't say the same: comparing their words would take longer.
ALIKE = 0.6
# A hit that reaches less of the best one's score is about something else.
FAR_BEHIND = 0.5
MOST_OF_LEVEL = {"exact": 5, "semantic": 8, "relational": 5}


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

    A message stands in one form: a fact that says most of it, what its "yesterday" was or what is
    not so, else its own words. The form that is shown takes the place and the score of the best.
    `evidence` is that of the first `2 * k` hits at least; the hits come back with their sources.
    """
    kept: list[Hit] = []
    left: list[Excluded] = []
    shown: Counter[str] = Counter()
    for hit in hits:
        worse = _worse_forms(hit, kept, evidence)
        if worse:
            best = worse[0]
            form = hit.model_copy(update={"score": best.score, "level": best.level})
            kept[kept.index(best)] = _with_sources(form, evidence)
            kept = [each for each in kept if each not in worse]
            left += [excluded(each, f"stands in {hit.memory.memory_id}") for each in worse]
            continue
        why = _no_room(hit, hits[0], kept, shown, room)
        if not why:
            double = next((other for other in kept if _same(hit, other, evidence)), None)
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


def _worse_forms(
    hit: Hit, kept: Sequence[Hit], evidence: Mapping[str, Sequence[Evidence]]
) -> list[Hit]:
    """Return the kept hits that say the hit's message in the other form, and say less of it."""
    forms = [each for each in kept if _other_form(hit, each, evidence)]
    if hit.memory.kind == "utterance":
        return [] if any(_covers(fact, hit, evidence) for fact in forms) else forms
    return [said for said in forms if _knows_more(hit, said) and _covers(hit, said, evidence)]


def _covers(fact: Hit, said: Hit, evidence: Mapping[str, Sequence[Evidence]]) -> bool:
    if not _quotes_most(fact, said, evidence):
        return False
    words = set(terms(said.memory.content))
    says = len(words & set(terms(fact.memory.content)))
    return _knows_more(fact, said) or says >= SAYS * len(words)


def _quotes_most(fact: Hit, said: Hit, evidence: Mapping[str, Sequence[Evidence]]) -> bool:
    whole = evidence.get(said.memory.memory_id, ())[:1]
    length = sum(row.end - row.start for row in whole) or len(said.memory.content)
    rows = evidence.get(fact.memory.memory_id, ())
    return any(row.end - row.start >= COVERS * length for row in rows)


def _knows_more(fact: Hit, said: Hit) -> bool:
    """Whether a fact says that something is not so, or knows another time than it was said at."""
    other_time = fact.memory.valid_from != said.memory.valid_from
    return other_time or fact.memory.polarity == "negative"


def _same(hit: Hit, other: Hit, evidence: Mapping[str, Sequence[Evidence]]) -> bool:
    one, two = hit.memory, other.memory
    if _other_form(hit, other, evidence):
        return True
    if one.subject == two.subject and one.content.casefold() == two.content.casefold():
        return True
    shorter, longer = sorted((len(one.content), len(two.content)))
    return shorter >= ALIKE * longer and say_the_same(wording_of(one), wording_of(two))


def _other_form(hit: Hit, other: Hit, evidence: Mapping[str, Sequence[Evidence]]) -> bool:
    """Whether one is a message's own words, and the other a fact that was read in it.

    What is not so is shown as such: beside the words of a longer message, not only among them.
    """
    one, two = hit.memory, other.memory
    in_one_place = (one.session, one.session_seq) == (two.session, two.session_seq)
    if not in_one_place or (one.kind == "utterance") == (two.kind == "utterance"):
        return False
    fact, said = (other, hit) if one.kind == "utterance" else (hit, other)
    return fact.memory.polarity != "negative" or _quotes_most(fact, said, evidence)
