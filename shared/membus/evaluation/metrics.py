"""Figures of ranked answers with binary relevance. Pure."""

import math
from collections.abc import Collection, Sequence

Ranked = Sequence[Collection[str]]
"""One answer: for each hit, best first, the ids of the messages that it comes from."""


def recall_at(k: int, ranked: Ranked, relevant: Collection[str]) -> float:
    """Return the share of the relevant ids among those of the first `k` hits, in 0..1."""
    found = {each for sources in ranked[:k] for each in sources}
    return len(found & set(relevant)) / len(relevant)


def ndcg_at(k: int, ranked: Ranked, relevant: Collection[str]) -> float:
    """Return the normalised discounted cumulative gain of the first `k` hits, in 0..1.

    A hit gains 1 when it brings a relevant id that no hit above it brought, discounted by
    log2(rank + 1); ideal are min(k, relevant) such hits on top (Järvelin and Kekäläinen, 2002).
    """
    missing = set(relevant)
    gained = 0.0
    for rank, sources in enumerate(ranked[:k], start=1):
        if not missing.isdisjoint(sources):
            gained += 1 / math.log2(rank + 1)
            missing.difference_update(sources)
    return gained / sum(1 / math.log2(rank + 1) for rank in range(1, min(k, len(relevant)) + 1))


def percentile(values: Sequence[float], share: float) -> float:
    """Return the percentile of at least one value by nearest rank; `share` is in 0..1."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def mean(values: Sequence[float]) -> float:
    """Return the mean, 0 of nothing."""
    return sum(values) / len(values) if values else 0.0
