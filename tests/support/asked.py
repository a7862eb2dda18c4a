"""Asked questions, as recall would have answered them."""

from collections.abc import Sequence
from typing import Any

from tests.support.memories import memory

from membus.contracts.events.recalls import Hit, RecallAnswered
from membus.evaluation.asking import Asked, Question


def asked(*contents: str, sources: Sequence[Sequence[str]] = (), **fields: Any) -> Asked:
    """A question to which memories with these contents came, resting on these messages.

    `fields` are the question's, and `latency_ms`, `refused` (by the gate), `abstained`, `context`.
    """
    latency_ms = fields.pop("latency_ms", 1.0)
    refused = fields.pop("refused", False)
    abstained = fields.pop("abstained", False) or refused
    answer = RecallAnswered(
        request_id="r",
        hits=[
            Hit(
                memory=memory(content),
                score=1.0,
                level="semantic",
                sources=list(sources[place]) if place < len(sources) else [],
            )
            for place, content in enumerate(contents)
        ],
        context=fields.pop("context", ""),
        abstained=abstained,
        abstain_reason="why" if abstained else "",
        timings_ms={"total": 1.0} if refused else {"search": 1.0, "total": 1.0},
    )
    values = {"id": "q", "category": "c", "text": "What?", "user_id": "u", **fields}
    return Asked(Question(**values), answer, latency_ms)
