"""The gate on labelled chats: how much it drops, and how little of that was worth keeping."""

import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import pytest

from membus.contracts.msg import Msg
from membus.domain.relevance import label
from membus.evaluation.cases import FOLDER

Case = dict[str, Any]
LINES = (FOLDER / "relevance_gate.jsonl").read_text("utf-8").splitlines()
CASES: list[Case] = [json.loads(line) for line in LINES]


def dropped(cases: list[Case]) -> Iterator[tuple[Case, bool]]:
    """Yield each message with whether the gate drops it, dialogue by dialogue."""
    for _, dialogue in groupby(cases, key=lambda case: str(case["dialogue"])):
        previous: Msg | None = None
        for case in dialogue:
            msg = Msg.model_validate({"id": "m", "role": case["role"], "content": case["text"]})
            yield case, not label(msg, previous).relevant
            previous = msg


def test_the_set_is_large_bilingual_and_split_by_dialogue() -> None:
    assert len(CASES) >= 640
    chinese = sum(case["language"] == "zh" for case in CASES)
    assert 0.45 <= chinese / len(CASES) <= 0.55
    splits = {(case["dialogue"], case["split"]) for case in CASES}
    assert len(splits) == len({name for name, _ in splits})
    kept = sum(case["keep"] for case in CASES)
    assert 0.35 <= kept / len(CASES) <= 0.45


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("split", "share"), [("dev", 0.5), ("held", 0.15)])
def test_idle_talk_is_dropped_and_next_to_nothing_worth_keeping(
    split: str, share: float, language: str
) -> None:
    """The held half is full of turns of phrase that the dev half has not."""
    cases = [each for each in CASES if (each["split"], each["language"]) == (split, language)]
    decided = list(dropped(cases))
    wrong = [case["text"] for case, drop in decided if drop and case["keep"]]
    kept = sum(case["keep"] for case in cases)
    assert len(wrong) <= 0.01 * kept, wrong
    assert sum(drop for _, drop in decided) >= share * len(cases)
