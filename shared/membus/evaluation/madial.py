"""MADial-Bench, Chinese: dialogues in which the assistant should recall a memory, and the memories.

A memory is a message of its user, dated by its time, in a session of its own.
"""

import re
from datetime import date, datetime, time
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from pydantic import BaseModel, Field, ValidationError

from membus.contracts.envelope import explain
from membus.errors import MalformedError
from membus.evaluation.dialogues import Dialogue, Line
from membus.evaluation.files import read_lines
from membus.evaluation.publishing import Said, Session

ZONE = "Asia/Shanghai"
"""Where the dialogues are set: a memory's day begins there."""

_LINE = re.compile(r"<(?P<name>[^>]+)>\s*[:：]\s*[\"“]?(?P<text>.+?)[\"”]?", re.DOTALL)
_OPENS, _ENDS = "<BOD>", "<EOD>"


class _Memory(BaseModel):
    id: str
    user_id: int = Field(alias="user-id")
    time: date
    event: str


class _Dialogue(BaseModel):
    id: int
    user_id: int = Field(alias="user-id")
    dialogue: list[str]
    test_turns: list[int] = Field(alias="test-turn")
    relevant: list[int] = Field(alias="relevant-id")


_Row = TypeVar("_Row", bound=BaseModel)


def read_madial(folder: Path) -> tuple[list[Session], list[Dialogue]]:
    """Return the memories as sessions, and the dialogues.

    The folder holds memory.jsonl and dialogue*.jsonl. Raises MalformedError that says what is
    wrong with them.
    """
    files = sorted(folder.glob("dialogue*.jsonl"))
    if not files:
        raise MalformedError(
            f"{folder} is no MADial: it must hold memory.jsonl and dialogue*.jsonl"
        )
    sessions = []
    file = folder / "memory.jsonl"
    for number, row in read_lines(file):
        if not isinstance(row, dict):
            raise MalformedError(f"{file}:{number}: a line must be an object: id → memory")
        sessions += [_session(_row(_Memory, one, file, number)) for one in row.values()]
    dialogues = [
        _dialogue(_row(_Dialogue, row, file, number), f"{file}:{number}")
        for file in files
        for number, row in read_lines(file)
    ]
    return sessions, dialogues


def _row(kind: type[_Row], raw: Any, file: Path, number: int) -> _Row:
    try:
        return kind.model_validate(raw)
    except ValidationError as error:
        raise MalformedError(f"{file}:{number}: {explain(error)}") from error


def _session(memory: _Memory) -> Session:
    noon = datetime.combine(memory.time, time(12), ZoneInfo(ZONE))
    said = Said(id=memory.id, text=memory.event, at=noon)
    return Session(_user(memory.user_id), f"memory-{memory.id}", (said,), zone=ZONE)


def _dialogue(raw: _Dialogue, place: str) -> Dialogue:
    rows = [row.strip() for row in raw.dialogue]
    if not rows or rows[0] != _OPENS:
        raise MalformedError(f"{place}: a dialogue must begin with {_OPENS}")
    lines = tuple(_line(row, place) for row in rows[1:] if row != _ENDS)
    # The data set counts the opening line.
    asked = tuple(turn - 1 for turn in sorted(raw.test_turns))
    if not all(0 < turn < len(lines) for turn in asked):
        raise MalformedError(f"{place}: a test turn must have a line, and one before it")
    return Dialogue(
        id=f"dialogue-{raw.id}",
        user_id=_user(raw.user_id),
        lines=lines,
        asked_before=asked,
        relevant=frozenset(str(one) for one in raw.relevant),
        zone=ZONE,
    )


def _line(row: str, place: str) -> Line:
    found = _LINE.fullmatch(row)
    if not found:
        raise MalformedError(f'{place}: {row[:40]!r} must look like <Name>:"text"')
    role = "assistant" if found["name"] == "Assistant" else "user"
    return Line(role, found["name"], found["text"])


def _user(number: int) -> str:
    return f"user-{number}"
