"""Consistency: is what comes back what was said last, and nothing that no longer holds? Pure."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from membus.evaluation.asking import Asked
from membus.evaluation.cases import FOLDER, Case
from membus.evaluation.evidence import latency
from membus.evaluation.metrics import mean

FILE = FOLDER / "consistency.jsonl"


class Expected(BaseModel):
    """Texts: every one of `all` and one of `any` must be said, none of `none`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    every: list[str] = Field([], alias="all")
    some: list[str] = Field([], alias="any")
    none: list[str] = []

    @model_validator(mode="after")
    def _expects_something(self) -> Self:
        if not (self.every or self.some or self.none):
            raise ValueError("expect needs all, any or none")
        return self

    def faults(self, said: Iterable[str]) -> list[str]:
        """Return what is missing from, and what should not be in, any of the texts said.

        Case does not matter, nor which apostrophe is used. Empty where all is right.
        """
        texts = [_folded(text) for text in said]

        def comes(wanted: str) -> bool:
            return any(_folded(wanted) in text for text in texts)

        faults = [f"missing: {wanted}" for wanted in self.every if not comes(wanted)]
        if self.some and not any(map(comes, self.some)):
            faults.append(f"missing: {' / '.join(self.some)}")
        return faults + [f"unwanted: {wanted}" for wanted in self.none if comes(wanted)]

    def is_in(self, said: Iterable[str]) -> bool:
        """Whether any of the texts says something that is wanted; where nothing is, no unwanted."""
        texts = [_folded(text) for text in said]
        wanted = [_folded(text) for text in (*self.every, *self.some)]
        if not wanted:
            return not any(_folded(each) in text for each in self.none for text in texts)
        return any(each in text for each in wanted for text in texts)


class ConsistencyCase(Case):
    """A fact in one session, a question in another."""

    category: Literal[
        "stated", "updated", "retracted", "negated", "time-bound", "numeric", "two-hop"
    ]
    expect: Expected


def consistency_report(cases: Sequence[ConsistencyCase], asked: Sequence[Asked]) -> dict[str, Any]:
    """Return the share of cases that are right, overall, by category and language; those that fail.

    A case is judged by the contents of the memories that came.
    """
    faults = [case.expect.faults(one.contents) for case, one in zip(cases, asked, strict=True)]
    right = [not found for found in faults]
    return {
        "cases": len(cases),
        "rate": round(mean(right), 4),
        "latency_ms": latency(asked),
        "abstained": sum(one.answer.abstained for one in asked),
        "refused": sum(one.refused for one in asked),
        "by_category": rates([case.category for case in cases], right),
        "by_language": rates([case.language for case in cases], right),
        "failed": [
            {
                "id": case.id,
                "category": case.category,
                "question": case.question.text,
                "faults": found,
                "came": one.contents,
                "abstained": one.answer.abstain_reason,
            }
            for case, one, found in zip(cases, asked, faults, strict=True)
            if found
        ],
    }


def rates(names: Sequence[str], hold: Sequence[bool]) -> dict[str, dict[str, Any]]:
    """Return per name how many cases bear it, and the share of them that hold."""
    grouped: dict[str, list[bool]] = {}
    for name, holds in zip(names, hold, strict=True):
        grouped.setdefault(name, []).append(holds)
    return {
        name: {"cases": len(group), "rate": round(mean(group), 4)}
        for name, group in sorted(grouped.items())
    }


def _folded(text: str) -> str:
    return text.replace("’", "'").casefold()
