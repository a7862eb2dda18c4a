"""Fits the weights of the relevance gate on the dev half of its labelled chats, and writes them.

`python -m membus.evaluation.fitting_relevance`. Logistic regression with an L2 penalty, fitted by
Newton's method in the space of the messages, of which there are fewer than features.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from membus.contracts.msg import Msg
from membus.domain.relevance import weights
from membus.domain.relevance.empty_talk import unknown_to_phrases, words_of
from membus.domain.relevance.features import features
from membus.domain.relevance.fitted import may_be_asked
from membus.domain.relevance.gate import asks

CASES = Path(__file__).with_name("cases") / "relevance_gate.jsonl"
SEEN = 2
"""Messages that a feature must be in."""

PENALTY_OF_WORDS = 2.0
PENALTY_OF_SIGNS = 0.6
SMALLEST = 0.06
"""Weights nearer to 0 are left out: they are many, and decide nothing."""

Case = Mapping[str, Any]
Features = Mapping[str, float]
Numbers = NDArray[np.float64]


def main() -> None:
    """Fit, and write the weights beside the gate."""
    cases = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]
    dev = list(eligible(case for case in cases if case["split"] == "dev"))
    fitted = fit([features_of(case) for case in dev], [not case["keep"] for case in dev])
    Path(weights.__file__).write_text(_module(fitted), "utf-8")


def eligible(cases: Iterable[Case]) -> Iterator[Case]:
    """Yield the messages that the gate asks the weights about: short, and no answer."""
    for _, dialogue in groupby(cases, key=lambda case: str(case["dialogue"])):
        previous: Msg | None = None
        for case in dialogue:
            if may_be_asked(case["text"]) and not (previous and asks(previous)):
                yield case
            previous = Msg.model_validate({"role": case["role"], "content": case["text"]})


def features_of(case: Case) -> Features:
    """Return the features of a labelled message."""
    words = words_of(case["text"])
    by_assistant = case["role"] == "assistant"
    unknown = unknown_to_phrases(words)
    return dict(features(case["text"], words, by_assistant=by_assistant, unknown=unknown))


def fit(messages: Sequence[Features], idle: Sequence[bool]) -> dict[str, float]:
    """Return the weight of each feature: the sum over a message is the log odds of idle talk."""
    seen = Counter(name for message in messages for name in message)
    names = sorted(name for name, count in seen.items() if count >= SEEN)
    place = {name: at for at, name in enumerate(names)}
    table = np.zeros((len(messages), len(names)))
    for row, message in enumerate(messages):
        for name, value in message.items():
            if name in place:
                table[row, place[name]] = value
    found = _minimised(table, np.array(idle, dtype=float), _penalties(names))
    return {name: float(weight) for name, weight in zip(names, found, strict=True)}


def _penalties(names: Sequence[str]) -> Numbers:
    return np.array(
        [PENALTY_OF_WORDS if name.startswith("=") else PENALTY_OF_SIGNS for name in names]
    )


def _minimised(table: Numbers, wanted: Numbers, penalties: Numbers) -> Numbers:
    kernel = (table / penalties) @ table.T
    odds = np.zeros(len(wanted))
    for _ in range(50):
        chance = 1 / (1 + np.exp(-odds))
        spread = np.maximum(chance * (1 - chance), 1e-6)
        target = odds + (wanted - chance) / spread
        dual = np.linalg.solve(kernel + np.diag(1 / spread), target)
        step = kernel @ dual - odds
        odds = odds + step
        if np.abs(step).max() < 1e-8:  # noqa: PLR2004 - exact enough for two decimals
            break
    return np.asarray((table / penalties).T @ dual)


def _module(fitted: Mapping[str, float]) -> str:
    # What separates the entries cannot stand in a word.
    entries = [f"{name}:{weight:.2f}" for name, weight in fitted.items() if abs(weight) >= SMALLEST]
    lines = "\n".join(_lines(entries))
    return (
        '"""Weights of the features of idle talk. Written by membus.evaluation.fitting_relevance.'
        f'"""\n\nWEIGHTS = """\n{lines}\n"""\n'
    )


def _lines(entries: Sequence[str], width: int = 98) -> Iterator[str]:
    line = ""
    for entry in entries:
        longer = f"{line}|{entry}" if line else entry
        if _columns(longer) > width:
            yield line
            longer = entry
        line = longer
    yield line


def _columns(text: str) -> int:
    return sum(1 + (char > "\u2e7f") for char in text)


if __name__ == "__main__":
    main()
