"""Settings of one run."""

import pytest

from membus.errors import MalformedError
from membus.evaluation.throwaway import parse_overrides


def test_settings_of_one_run_are_variables() -> None:
    assert parse_overrides(["MEMBUS_RECALL__CANDIDATES=80", "MEMBUS_LLM__MODEL=a=b"]) == {
        "MEMBUS_RECALL__CANDIDATES": "80",
        "MEMBUS_LLM__MODEL": "a=b",
    }


@pytest.mark.parametrize("word", ["RECALL__CANDIDATES=80", "MEMBUS_RECALL__CANDIDATES", ""])
def test_what_is_no_setting_says_how_one_is_written(word: str) -> None:
    with pytest.raises(MalformedError, match="MEMBUS_<AREA>__<FIELD>=value"):
        parse_overrides([word])


def test_an_area_that_is_none_is_named_and_not_passed_over() -> None:
    with pytest.raises(MalformedError, match="no area 'recal'"):
        parse_overrides(["MEMBUS_RECAL__CANDIDATES=80"])
