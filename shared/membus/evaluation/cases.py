"""The cases written for this project: what was said in some sessions, and a question in another.

A file is JSON Lines. A line is a case, or a world (`"type": "world"`): the memory of one user that
several cases ask. A case has sessions of its own, or names a world that stands above it.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from membus.contracts.envelope import explain
from membus.errors import MalformedError
from membus.evaluation.asking import Asked, Question, ask_all
from membus.evaluation.files import read_lines
from membus.evaluation.publishing import Said, Session, Tell, publish_sessions
from membus.settings import Settings

FOLDER = Path(__file__).with_name("cases")
"""Where the cases lie."""

SUBSET = 6
"""Cases of each category and language in the subset: few enough for every change."""

# People type; the order of what they say must not hang on equal times.
_BETWEEN_MESSAGES = timedelta(seconds=20)


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Utterance(_Strict):
    """One message of a session."""

    role: Literal["user", "assistant"]
    text: str = Field(min_length=1)


class Talk(_Strict):
    """One session; its messages follow each other from `at` on."""

    at: AwareDatetime
    messages: list[Utterance] = Field(min_length=1)


class World(_Strict):
    """The memory of one user."""

    type: Literal["world"]
    world: str
    language: Literal["en", "zh"]
    zone: str = "UTC"
    sessions: list[Talk]


class Ask(_Strict):
    """The question; `at` says when it was thought of, and is not used."""

    at: AwareDatetime | None = None
    text: str


class Case(_Strict):
    """What every case has."""

    type: Literal["case"] = "case"
    id: str
    language: Literal["en", "zh"]
    category: str
    split: Literal["dev", "held"]
    zone: str = "UTC"
    world: str | None = None
    sessions: list[Talk] = []
    question: Ask
    as_of: AwareDatetime | None = None

    @property
    def user_id(self) -> str:
        """Whose memory is asked."""
        return self.world or self.id

    def asked(self) -> Question:
        """Return its question, in a session that nothing was said in."""
        return Question(
            id=self.id,
            category=self.category,
            text=self.question.text,
            user_id=self.user_id,
            session_id=f"{self.id}-asked",
            as_of=self.as_of,
            zone=self.zone,
        )


Kind = TypeVar("Kind", bound=Case)


def read_cases(file: Path, kind: type[Kind]) -> tuple[list[World], list[Kind]]:
    """Return a file's worlds and cases. Raises MalformedError, naming the line."""
    worlds: dict[str, World] = {}
    cases: dict[str, Kind] = {}
    for number, value in read_lines(file):
        place = f"{file}:{number}"
        try:
            if isinstance(value, dict) and value.get("type") == "world":
                world = World.model_validate(value)
                _add(worlds, world.world, world, place)
                continue
            case = kind.model_validate(value)
        except ValidationError as error:
            raise MalformedError(f"{place}: {explain(error)}") from error
        if case.world is None and not case.sessions:
            raise MalformedError(f"{place}: a case needs sessions, or a world")
        if case.world is not None and case.world not in worlds:
            raise MalformedError(f"{place}: no world {case.world!r} stands above this line")
        _add(cases, case.id, case, place)
    return list(worlds.values()), list(cases.values())


def choose(cases: Iterable[Kind], split: str, *, subset: bool = False) -> list[Kind]:
    """Return the cases of a split ("dev", "held" or "all").

    As a subset, the first few of each category and language by id: the same ones every time.
    """

    def cell(case: Kind) -> tuple[str, str]:
        return case.category, case.language

    wanted = [case for case in cases if split in {"all", case.split}]
    if not subset:
        return wanted
    ordered = sorted(wanted, key=lambda case: (*cell(case), case.id))
    return [case for _, group in groupby(ordered, cell) for case in list(group)[:SUBSET]]


async def ask_cases(
    settings: Settings,
    worlds: Sequence[World],
    cases: Sequence[Case],
    concurrency: int,
    tell: Tell,
) -> list[Asked]:
    """Publish all that the cases need, wait until it is memory, and ask; answers in their order.

    Raises as `publish_sessions` and recall.
    """
    await publish_sessions(settings, list(sessions_of(worlds, cases)), tell)
    return await ask_all(settings, [case.asked() for case in cases], concurrency)


def sessions_of(worlds: Sequence[World], cases: Sequence[Case]) -> Iterator[Session]:
    """Yield what must be published before the cases are asked: of the worlds, those they name."""
    named = {case.world for case in cases}
    for world in worlds:
        if world.world in named:
            yield from _sessions(world.world, world.sessions, world.zone)
    for case in cases:
        yield from _sessions(case.user_id, case.sessions, case.zone)


def _sessions(user_id: str, talks: Sequence[Talk], zone: str) -> Iterator[Session]:
    for number, talk in enumerate(talks):
        session_id = f"{user_id}-{number}"
        said = tuple(
            Said(
                id=f"{session_id}-{place}",
                text=one.text,
                at=talk.at + place * _BETWEEN_MESSAGES,
                role=one.role,
            )
            for place, one in enumerate(talk.messages)
        )
        yield Session(user_id, session_id, said, zone=zone)


def _add(known: dict[str, Any], name: str, value: object, place: str) -> None:
    if name in known:
        raise MalformedError(f"{place}: {name!r} is there twice")
    known[name] = value
