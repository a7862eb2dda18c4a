"""The fitted part of the gate: short idle talk that no list has, between one user and an agent."""

import json
from pathlib import Path

import numpy as np
import pytest

from membus.contracts.msg import Msg
from membus.domain.relevance import fitted, label, weights
from membus.evaluation.fitting_relevance import CASES, eligible, features_of, fit


def said(text: str, role: str = "user") -> Msg:
    return Msg.model_validate({"id": "m", "role": role, "content": text})


def test_talk_that_no_list_has_is_dropped_as_idle() -> None:
    made = label(said("oh such lovely news haha"), None)
    assert (made.relevant, made.reason) == (False, "idle talk")


def test_among_several_people_the_lists_alone_decide() -> None:
    assert label(said("oh such lovely news haha"), None, "many").relevant
    assert not label(said("haha thanks!"), None, "many").relevant


def test_an_answer_is_not_weighed() -> None:
    asked = said("Which one do you want?", "assistant")
    assert label(said("oh such lovely news haha"), asked).relevant


@pytest.mark.parametrize(
    "text",
    [
        "haha yay, Mira too!",
        "haha yay, 7!",
        "yay, done haha!",
        "haha, on Friday!",
        "which, haha yay",
        "哈哈已经改了！",
        "哈哈周五！",
        "哈哈给你了！",
        "haha " + "yay so good " * 6,
    ],
)
def test_what_informs_by_its_form_is_not_weighed(text: str) -> None:
    assert not fitted.may_be_asked(text)
    assert not fitted.is_idle_talk(text, by_assistant=False)


def test_the_weights_are_those_of_the_dev_half() -> None:
    cases = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]
    dev = list(eligible(case for case in cases if case["split"] == "dev"))
    anew = fit([features_of(case) for case in dev], [not case["keep"] for case in dev])
    shipped = fitted.TABLE
    assert set(shipped) <= set(anew)
    differ = [
        name for name, weight in shipped.items() if not np.isclose(weight, anew[name], atol=0.02)
    ]
    assert differ == [], f"{Path(weights.__file__).name} is stale: fit it again"
