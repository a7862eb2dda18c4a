"""What asked questions come to, judged by the messages that the memories come from. Pure."""

from collections.abc import Sequence
from typing import Any

from membus.evaluation.asking import Asked, K
from membus.evaluation.metrics import mean, ndcg_at, percentile, recall_at


def evidence_report(asked: Sequence[Asked]) -> dict[str, Any]:
    """Return the figures overall and by category, and the questions that missed something.

    Fractions are in 0..1, latencies in ms; a question that was refused or abstained from scores 0.
    """
    categories = sorted({one.question.category for one in asked})
    return {
        **_figures(asked),
        "latency_ms": latency(asked),
        "abstained": sum(one.answer.abstained for one in asked),
        "refused": sum(one.refused for one in asked),
        "by_category": {
            name: _figures([one for one in asked if one.question.category == name])
            for name in categories
        },
        "failed": [_failure(one) for one in asked if _recall(K, one) < 1],
    }


def latency(asked: Sequence[Asked]) -> dict[str, float]:
    """Return p50 and p95 of what the caller waited, in ms; empty where nothing was asked."""
    waited = [one.latency_ms for one in asked]
    if not waited:
        return {}
    return {"p50": round(percentile(waited, 0.5), 1), "p95": round(percentile(waited, 0.95), 1)}


def _figures(asked: Sequence[Asked]) -> dict[str, Any]:
    gains = [ndcg_at(K, one.sources, one.question.relevant) for one in asked]
    return {
        "questions": len(asked),
        "recall_at_5": round(mean([_recall(5, one) for one in asked]), 4),
        "recall_at_10": round(mean([_recall(K, one) for one in asked]), 4),
        "ndcg_at_10": round(mean(gains), 4),
    }


def _recall(k: int, one: Asked) -> float:
    return recall_at(k, one.sources, one.question.relevant)


def _failure(one: Asked) -> dict[str, Any]:
    return {
        "id": one.question.id,
        "category": one.question.category,
        "question": one.question.text,
        "expected": sorted(one.question.relevant),
        "came": one.sources,
        "abstained": one.answer.abstain_reason,
    }
