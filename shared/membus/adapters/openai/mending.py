"""Finds the JSON in a model's answer: fenced, with prose around it, with slips, or broken off."""

import json
from typing import Any

from json_repair import repair_json

# What is longer is no answer, and mending takes its time.
_LONGEST = 40_000


def json_in(text: str, key: str) -> Any:
    """Return the JSON value of an answer, the object that has `key` where there are several.

    None where there is no JSON.
    """
    text = text[:_LONGEST]
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    if not any(bracket in text for bracket in "{["):
        return None
    found = repair_json(text, return_objects=True, skip_json_loads=True)
    # Brackets in the prose around it come back as values beside the answer; who thinks aloud
    # answers last.
    values = found if isinstance(found, list) else []
    answers = [value for value in values if isinstance(value, dict) and key in value]
    return answers[-1] if answers else found
