"""Fits the weights of `membus.domain.recalling.abstaining` to the development cases, in a stack.

`python -m membus.evaluation.fitting_abstention` publishes the cases of pollution and consistency to
the stack that the settings name, searches for each question, and prints the bias and the weights.
Logistic regression with an L2 penalty on the scaled signs; both kinds of questions weigh the same.
A question is as well answered as by its likeliest memory, so every round fits the signs of the
memory that the round before found likeliest.
"""

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import astuple
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray
from services.recall.search import Asked, search

from membus.bootstrap import RecallParts, recall_parts
from membus.contracts import ids
from membus.contracts.events.recalls import RecallRequested
from membus.domain.recalling.abstaining import Signs, signs_of
from membus.domain.recalling.conversation import in_conversation
from membus.domain.recalling.query import analyse
from membus.domain.recalling.ranking import rank
from membus.evaluation import consistency, pollution
from membus.evaluation.cases import Case, choose, read_cases, sessions_of
from membus.evaluation.publishing import TENANT, publish_sessions
from membus.ports.scope import Scope
from membus.settings import Settings, read_settings

PENALTY = 3.0
ROUNDS, STEPS = 15, 12

Numbers = NDArray[np.float64]


async def main() -> None:
    """Publish, search, fit and print."""
    settings = read_settings()
    worlds, unknown = read_cases(pollution.FILE, pollution.PollutionCase)
    _, known = read_cases(consistency.FILE, consistency.ConsistencyCase)
    cases: list[Case] = [*choose(unknown, "dev"), *choose(known, "dev")]
    await publish_sessions(settings, list(sessions_of(worlds, cases)), _tell)
    async with recall_parts(settings) as parts:
        read = [await _read(parts, settings, case) for case in cases]
    rows = [(signs, _answerable(case)) for signs, case in zip(read, cases, strict=True) if signs]
    bias, weights = fit([signs for signs, _ in rows], [answerable for _, answerable in rows])
    _tell(f"BIAS = {bias:.1f}")
    _tell(f"WEIGHTS = {weights}")


def fit(questions: Sequence[Sequence[Signs]], known: Sequence[bool]) -> tuple[float, Signs]:
    """Return the bias and the weight of each sign, from the signs of each question's best hits."""
    tables = [np.array([astuple(signs) for signs in hits]) for hits in questions]
    every = np.vstack(tables)
    # A sign that no hit has tells nothing, and has no spread to divide by.
    mean, spread = every.mean(axis=0), every.std(axis=0) + 1e-6
    scaled = [(table - mean) / spread for table in tables]
    wanted = np.array(known, dtype=float)
    share = wanted.mean()
    importance = np.where(wanted == 1, 0.5 / share, 0.5 / (1 - share))
    found = np.eye(every.shape[1] + 1)[0]
    for _ in range(ROUNDS):
        likeliest = np.array([table[(table @ found[:-1]).argmax()] for table in scaled])
        found = _minimised(likeliest, wanted, importance, found)
    weights = found[:-1] / spread
    return float(found[-1] - weights @ mean), Signs(*np.round(weights, 1).tolist())


def _minimised(table: Numbers, wanted: Numbers, importance: Numbers, start: Numbers) -> Numbers:
    """Return the weights, the bias last: Newton's method; the bias bears no penalty."""
    with_bias = np.hstack([table, np.ones((len(table), 1))])
    penalty = np.diag([PENALTY] * table.shape[1] + [1e-6])
    found = start
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-(with_bias @ found)))
        slope = with_bias.T @ ((chance - wanted) * importance) + penalty @ found
        bend = (with_bias.T * (chance * (1 - chance) * importance)) @ with_bias + penalty
        found = found - np.linalg.solve(bend, slope)
    return found


async def _read(parts: RecallParts, settings: Settings, case: Case) -> list[Signs]:
    """Return the signs of a question's best hits; none where the gate refuses it."""
    text, now = case.question.text, datetime.now(UTC)
    if await parts.gate.needs_memory(text, []):
        return []
    question = analyse(text)
    request = RecallRequested(
        request_id=case.id, query=text, as_of=case.as_of, reply_partition=0, deadline=now
    )
    owner = ids.owner_of(TENANT, case.user_id)
    asked = Asked(owner, "", question, in_conversation(question, []), request, None)
    scope = Scope(TENANT, (owner,), None)
    found = await search(parts, scope, asked, settings.recall.candidates)
    return signs_of(question, found, rank(question, found, request.as_of or now))


def _answerable(case: Case) -> bool:
    expected = case.expect if isinstance(case, pollution.PollutionCase) else None
    return not isinstance(expected, pollution.Nothing)


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    asyncio.run(main())
