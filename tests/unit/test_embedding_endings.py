"""The writer loads what a statement may end, and what may end it: also from earlier batches."""

from itertools import permutations
from typing import Any

import pytest
from tests.support.changes import day, fact, fact_set
from tests.support.writing import Writing

from membus.contracts.events.changes import FactSetExtracted
from membus.domain.canonical import OTHERS


def learns(what: str, message: str, polarity: str = "positive") -> Any:
    return fact("user", "studies", what, message, polarity=polarity)


def plan(predicate: str, what: str, message: str, **fields: Any) -> Any:
    return fact("user", predicate, what, message, kind="event", **fields)


IN_JULY = {"valid_from": day(190), "valid_to": day(200)}
TAKEN_OVER = [
    fact_set(learns("Portuguese", "m1"), at=day(0)),
    fact_set(learns("Finnish", "m2"), learns(OTHERS, "m2", "negative"), at=day(9)),
]
CALLED_OFF = [
    fact_set(plan("plans", "a trip with the choir", "m1", **IN_JULY), at=day(0)),
    fact_set(plan("called_off", "the choir trip", "m2"), at=day(9)),
]
MOVED = [
    fact_set(plan("meeting", "the wedding", "m1", **IN_JULY), at=day(0)),
    fact_set(
        plan("meeting", "the wedding", "m2", valid_from=day(210), valid_to=day(211)),
        plan("meeting", "the wedding", "m2", polarity="negative"),
        at=day(9),
    ),
]


@pytest.mark.parametrize("arriving", permutations((0, 1)), ids=str)
@pytest.mark.parametrize("said", [TAKEN_OVER, CALLED_OFF, MOVED], ids=["over", "off", "moved"])
async def test_what_came_in_an_earlier_batch_ends(
    said: list[FactSetExtracted], arriving: tuple[int, int]
) -> None:
    writing = await Writing().started()
    for index in arriving:
        await writing.take(writing.record(said[index]))
        await writing.started()
    (earlier,) = [
        memory for memory in await writing.memories("ann", "superseded") if memory.kind != "chunk"
    ]
    assert earlier.turn_id == said[0].turn_id
    assert writing.vectors.points[earlier.memory_id].payload["status"] == "superseded"
