"""Which statements exclude each other, and the chain of intervals that they leave behind.

It must not know when a statement came in: the chain is a function of the statements alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from membus.domain.predicates import predicate as row_of

Value = tuple[str, str]
"""Canonical object and polarity."""


@dataclass(frozen=True, slots=True)
class Stated:
    """One time that something was stated: at a time, at an offset of the log, in a span.

    `valid_to` is set only where the statement itself names an end. `span` is (message id, start,
    end); `held_by` names the memory that counts the statement, if any.
    """

    value: Value
    valid_from: datetime
    valid_to: datetime | None
    at: datetime
    offset: int = -1
    span: tuple[str, int, int] = ("", 0, 0)
    held_by: str = ""

    @property
    def source(self) -> tuple[datetime, int, tuple[str, int, int]]:
        """Where it stands among what was said."""
        return self.at, self.offset, self.span


@dataclass(frozen=True, slots=True)
class Interval:
    """One value over [valid_from, valid_to); `valid_to` None is open.

    `superseded`: a later statement that excludes it has begun, or leaves nothing of it, or says of
    what was open that it is over. `stated` are all that support it, in order.
    """

    value: Value
    valid_from: datetime
    valid_to: datetime | None
    superseded: bool
    stated: tuple[Stated, ...]


def is_single_valued(predicate: str) -> bool:
    """Whether one subject has one value of the canonical predicate at a time."""
    return row_of(predicate).single_valued


def chain(statements: Iterable[Stated], *, single_valued: bool) -> list[Interval]:
    """Return the intervals that statements of one subject and predicate amount to, oldest first.

    Sorted by (valid_from, source), a statement joins the open interval of its value, or begins one
    and closes at its own start what it excludes: the same object with the other polarity, and with
    `single_valued` every other object that holds. An end that was stated is never stretched; where
    several are, the last said counts. What begins after the newest statement was made has not
    superseded anything yet, though the end is set; only what it leaves no time at all never held: a
    meeting that was called off.
    """
    ordered = sorted(statements, key=lambda statement: (statement.valid_from, statement.source))
    if not ordered:
        return []
    newest = max(statement.at for statement in ordered)
    runs: list[_Run] = []
    holding: dict[Value, _Run] = {}
    for statement in ordered:
        run = holding.get(statement.value)
        if run is not None and run.covers(statement.valid_from):
            run.add(statement)
            continue
        for value in [
            other for other in holding if _exclude(other, statement.value, single_valued)
        ]:
            holding.pop(value).close(statement.valid_from, newest)
        holding[statement.value] = _Run(statement)
        runs.append(holding[statement.value])
    return [run.interval() for run in runs]


def _exclude(earlier: Value, later: Value, single_valued: bool) -> bool:
    (one, polarity), (other, other_polarity) = earlier, later
    if one == other:
        return polarity != other_polarity
    return single_valued and polarity == other_polarity == "positive"


class _Run:
    """An interval while it grows."""

    def __init__(self, first: Stated) -> None:
        self._stated = [first]
        self._ended_by = first if first.valid_to is not None else None
        self._closed_at: datetime | None = None
        self._superseded = False

    def covers(self, time: datetime) -> bool:
        end = self._end
        return end is None or time < end

    def add(self, statement: Stated) -> None:
        self._stated.append(statement)
        if statement.valid_to is not None and (
            self._ended_by is None or statement.source > self._ended_by.source
        ):
            self._ended_by = statement

    def close(self, time: datetime, newest: datetime) -> None:
        self._closed_at = time
        self._superseded = time <= max(newest, self._stated[0].valid_from)

    def interval(self) -> Interval:
        first = self._stated[0]
        ends = [end for end in (self._end, self._closed_at) if end is not None]
        return Interval(
            first.value,
            first.valid_from,
            min(ends, default=None),
            self._superseded or self._over,
            tuple(self._stated),
        )

    @property
    def _over(self) -> bool:
        """Whether it was told to hold and later to be over, or never to have been."""
        ended, end = self._ended_by, self._end
        if ended is None or end is None:
            return False
        first = self._stated[0]
        return end <= first.valid_from or (first.valid_to is None and end <= ended.at)

    @property
    def _end(self) -> datetime | None:
        return self._ended_by.valid_to if self._ended_by is not None else None
