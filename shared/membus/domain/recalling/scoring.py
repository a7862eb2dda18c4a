"""The scores of recall: relevance from several searches, and a bounded factor for the rest.

relevance = 0.4 dense + 0.4 BM25 of the text + 0.6 BM25 of the text in its context, each scaled to
0..1 over the candidates, + 0.2 of each neighbouring message in the same session + 0.1 where the
question names the speaker, + 0.5 where it names the relation that a fact states, + 1 where it names
an identifier that the memory holds. Chinese leans on the dense part: 0.6, 0.4, 0.2.
"""

from collections.abc import Mapping
from dataclasses import dataclass

NEIGHBOUR, SPEAKER, EXACT, RELATION = 0.2, 0.1, 1.0, 0.5
# Decay, importance and use move a score by at most these shares.
PRESENT_SHARE = 0.5
DECAY_SHARE, IMPORTANCE_SHARE, ACCESS_SHARE = 0.1, 0.1, 0.05
ACCESS_FULL = 10


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each search counts."""

    dense: float
    text: float
    context: float


ENGLISH = Weights(dense=0.4, text=0.4, context=0.6)
CHINESE = Weights(dense=0.6, text=0.4, context=0.2)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory that a search found: raw scores (None: not found by it) and its place."""

    memory_id: str
    session: str
    session_seq: int
    dense: float | None = None
    text: float | None = None
    context: float | None = None
    exact: bool = False
    related: bool = False


@dataclass(frozen=True, slots=True)
class Relevance:
    """The scaled parts of a candidate, and their weighted sum."""

    dense: float
    text: float
    context: float
    neighbour: float
    total: float


def relevance(candidates: Mapping[str, Candidate], weights: Weights) -> dict[str, Relevance]:
    """Score candidates against each other. What a search did not find counts 0 in it."""
    dense = _scaled({key: item.dense for key, item in candidates.items()})
    text = _share_of_best({key: item.text for key, item in candidates.items()})
    context = _share_of_best({key: item.context for key, item in candidates.items()})
    base = {
        key: weights.dense * dense[key] + weights.text * text[key] + weights.context * context[key]
        for key in candidates
    }
    best_at: dict[tuple[str, int], float] = {}
    for key, item in candidates.items():
        place = (item.session, item.session_seq)
        best_at[place] = max(best_at.get(place, 0.0), base[key])
    scored: dict[str, Relevance] = {}
    for key, item in candidates.items():
        near = sum(best_at.get((item.session, item.session_seq + step), 0.0) for step in (-1, 1))
        bonus = EXACT if item.exact else 0.0
        scored[key] = Relevance(
            dense[key], text[key], context[key], near, base[key] + NEIGHBOUR * near + bonus
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


def coverage(question: tuple[str, ...], text: frozenset[str]) -> float:
    """Return the share of the question's terms that a text holds: BM25 without its scale."""
    return sum(1 for term in question if term in text) / len(question) if question else 0.0


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
