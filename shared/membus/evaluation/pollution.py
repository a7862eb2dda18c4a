"""Pollution: does memory come back that is of no help, or before the memory that is? Pure."""

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from membus.evaluation.asking import Asked
from membus.evaluation.cases import FOLDER, Case
from membus.evaluation.consistency import rates
from membus.evaluation.evidence import latency
from membus.evaluation.metrics import mean

FILE = FOLDER / "pollution.jsonl"


class Nothing(BaseModel):
    """No memory is of any help."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    nothing: Literal[True]

    def faults(self, contents: Sequence[str]) -> list[str]:
        """Return what came all the same."""
        return [f"came: {content}" for content in contents]


class Ranked(BaseModel):
    """The memory that holds `first` must come, above all that hold a text of `below`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    first: str = Field(min_length=1)
    below: list[str] = Field(min_length=1)

    def faults(self, contents: Sequence[str]) -> list[str]:
        """Return what ranks above the right memory; that it is missing, where it did not come."""
        above: list[str] = []
        for content in contents:
            if self.first.casefold() in content.casefold():
                return above
            if any(text.casefold() in content.casefold() for text in self.below):
                above.append(f"above: {content}")
        return [f"missing: {self.first}"]


class PollutionCase(Case):
    """A question that memory cannot help with; or, `injected`, that one memory alone answers."""

    category: Literal["unrelated", "adversarial", "near-topic", "injected"]
    expect: Nothing | Ranked


def pollution_report(cases: Sequence[PollutionCase], asked: Sequence[Asked]) -> dict[str, Any]:
    """Return how often memory came that should not, overall, by category and language.

    `rate` is the share of the questions without an answer for which any memory came; `outranked`
    the share of the others in which the right memory is missing, or a wrong one stands above it.
    """
    faults = [case.expect.faults(one.contents) for case, one in zip(cases, asked, strict=True)]
    wrong = [bool(found) for found in faults]
    unanswerable = [isinstance(case.expect, Nothing) for case in cases]
    polluted = [bad for bad, empty in zip(wrong, unanswerable, strict=True) if empty]
    outranked = [bad for bad, empty in zip(wrong, unanswerable, strict=True) if not empty]
    return {
        "cases": len(cases),
        "rate": round(mean(polluted), 4),
        "outranked": round(mean(outranked), 4),
        "latency_ms": latency(asked),
        "refused": sum(one.refused for one in asked),
        "by_category": rates([case.category for case in cases], wrong),
        "by_language": rates([case.language for case in cases], wrong),
        "failed": [
            {
                "id": case.id,
                "category": case.category,
                "question": case.question.text,
                "faults": found,
            }
            for case, found in zip(cases, faults, strict=True)
            if found
        ],
    }
