"""The gate's bars on the labelled questions: what is refused wrongly, and what rightly."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from membus.domain.recalling.gate import refusal
from membus.evaluation.cases import FOLDER

CASES = [
    json.loads(line) for line in (FOLDER / "recall_gate.jsonl").read_text("utf-8").splitlines()
]
WRONGLY_REFUSED = 0.02
RIGHTLY_REFUSED: Mapping[tuple[str, str], float] = {
    ("dev", "en"): 0.88,
    ("dev", "zh"): 0.91,
    ("held", "en"): 0.85,
    ("held", "zh"): 0.71,
}


def refused(split: str, language: str, *, needs_memory: bool) -> tuple[float, list[str]]:
    """Return the share refused and the texts that were."""
    texts = [
        case["text"]
        for case in CASES
        if (case["split"], case["language"], case["needs_memory"])
        == (split, language, needs_memory)
    ]
    found = [text for text in texts if refusal(text)]
    return len(found) / len(texts), found


@pytest.mark.parametrize(("split", "language"), RIGHTLY_REFUSED)
def test_almost_no_question_that_needs_memory_is_refused(split: str, language: str) -> None:
    share, texts = refused(split, language, needs_memory=True)
    assert share <= WRONGLY_REFUSED, texts


@pytest.mark.parametrize(("split", "language"), RIGHTLY_REFUSED)
def test_most_questions_that_need_none_are_refused(split: str, language: str) -> None:
    share, _ = refused(split, language, needs_memory=False)
    assert share >= RIGHTLY_REFUSED[split, language]


def test_both_languages_and_splits_have_enough_of_each() -> None:
    def cell(case: dict[str, Any]) -> tuple[str, str, bool]:
        return case["split"], case["language"], case["needs_memory"]

    cells = {cell(case) for case in CASES}
    assert len(cells) == 8
    assert min(sum(cell(case) == each for case in CASES) for each in cells) >= 50
    assert len({case["text"] for case in CASES}) == len(CASES)
