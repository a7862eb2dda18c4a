"""The scores of recall: relevance from several searches, and a bounded factor for the rest.

relevance = 0.4 dense + 0.1 BM25 of the text + 0.6 BM25 of the text in its context, each scaled to
0..1 over the candidates, + 0.2 of the best message in the same session + 0.5 of the memory's
substance + 0.1 where the question names the speaker, + 0.5 where it names the relation that a fact
states, + 1 where it names an identifier that the memory holds, + 0.3 where it asks about a time in
which the memory holds. Chinese leans on the dense part: 0.6, 0.1, 0.3. How the weights came about:
docs/recall-quality.md.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

NEIGHBOUR, SUBSTANCE, SPEAKER, EXACT, RELATION, IN_TIME = 0.2, 0.5, 0.1, 1.0, 0.5, 0.3
# A question tells less than it asks; a message that answers one tells what it was asked for.
ASKS, ANSWERS = 0.3, 0.12
# A text of this many terms says as much as any; a fact is brief because it is condensed.
FULL_TERMS, OF_A_FACT = 40, 0.6
# Decay, importance and use move a score by at most these shares. They are small: what was recalled
# once would otherwise be recalled for the next question too (docs/recall-quality.md).
PRESENT_SHARE = 0.5
DECAY_SHARE, IMPORTANCE_SHARE, ACCESS_SHARE = 0.02, 0.05, 0.02
ACCESS_FULL = 10


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each search counts."""

    dense: float
    text: float
    context: float


ENGLISH = Weights(dense=0.4, text=0.1, context=0.6)
CHINESE = Weights(dense=0.6, text=0.1, context=0.3)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory that a search found: raw scores (None: not found by it), its place, its substance.

    `named`: the question names who said it; `in_time`: it holds in the time that is asked about.
    """

    memory_id: str
    session: str
    session_seq: int
    dense: float | None = None
    text: float | None = None
    context: float | None = None
    exact: bool = False
    related: bool = False
    named: bool = False
    in_time: bool = False
    substance: float = 0.0


@dataclass(frozen=True, slots=True)
class Relevance:
    """The scaled parts of a candidate, and their weighted sum."""

    dense: float
    text: float
    context: float
    neighbour: float
    total: float


def substance(kind: str, terms: int, *, asks: bool, answers: bool) -> float:
    """Return how much a memory can tell, in 0..1, by its kind, its number of terms, its form.

    An utterance of n terms has log(1 + n) / log(1 + 40), at most 1: "Great!" tells nothing.
    """
    length = math.log1p(min(terms, FULL_TERMS)) / math.log1p(FULL_TERMS)
    told = length if kind == "utterance" else OF_A_FACT
    return min(1.0, max(0.0, told - ASKS * asks + ANSWERS * answers))


def relevance(candidates: Mapping[str, Candidate], weights: Weights) -> dict[str, Relevance]:
    """Score candidates against each other. What a search did not find counts 0 in it."""
    dense = _scaled({key: item.dense for key, item in candidates.items()})
    text = _share_of_best({key: item.text for key, item in candidates.items()})
    context = _share_of_best({key: item.context for key, item in candidates.items()})
    base = {
        key: weights.dense * dense[key] + weights.text * text[key] + weights.context * context[key]
        for key in candidates
    }
    best_of: dict[str, float] = {}
    for key, item in candidates.items():
        best_of[item.session] = max(best_of.get(item.session, 0.0), base[key])
    scored: dict[str, Relevance] = {}
    for key, item in candidates.items():
        near = best_of[item.session]
        given = SUBSTANCE * item.substance + SPEAKER * item.named
        given += EXACT * item.exact + IN_TIME * item.in_time
        scored[key] = Relevance(
            dense[key], text[key], context[key], near, base[key] + NEIGHBOUR * near + given
        )
    return scored


def factor(
    *, decay: float, importance: float, hits: int, short: bool, present: bool
) -> tuple[float, float]:
    """Return (the factor on relevance, the access part in 0..1).

    Decay acts in full on short memories. Where the `present` is asked for it may halve a score:
    what no longer holds is superseded anyway, and an old fact that still holds must not lose to
    yesterday's chatter. Elsewhere every part only tilts the score within its share.
    """
    access = min(hits, ACCESS_FULL) / ACCESS_FULL
    tilt = 1.0 + IMPORTANCE_SHARE * (2 * importance - 1) + ACCESS_SHARE * access
    share = 1.0 if short else PRESENT_SHARE if present else DECAY_SHARE
    return (1.0 - share * (1.0 - decay)) * tilt, access


def _scaled(scores: dict[str, float | None]) -> dict[str, float]:
    known = [score for score in scores.values() if score is not None]
    low, high = (min(known), max(known)) if known else (0.0, 0.0)
    span = high - low
    return {
        key: 0.0 if score is None else (score - low) / span if span > 0 else 1.0
        for key, score in scores.items()
    }


def _share_of_best(scores: dict[str, float | None]) -> dict[str, float]:
    # A BM25 sum has a true zero (no term in common), so the best alone sets the scale.
    best = max((score for score in scores.values() if score is not None), default=0.0)
    return {key: (score or 0.0) / best if best > 0 else 0.0 for key, score in scores.items()}
