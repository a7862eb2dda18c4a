"""LoCoMo (Maharana et al. 2024): long chats of two people, and questions about them.

A conversation is one user, each of its sessions a chat of several people, each turn a message as it
was written; captions of pictures stay out, as in the baselines that the figures are held against.
"""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from membus.contracts.envelope import explain
from membus.errors import MalformedError
from membus.evaluation.asking import Question
from membus.evaluation.files import read_text
from membus.evaluation.publishing import Said, Session

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}

_SESSION = re.compile(r"session_(\d+)")
_EVIDENCE = re.compile(r"D\s*0*(\d+)\s*:\s*0*(\d+)")
_TIME = "%I:%M %p on %d %B, %Y"


class _Turn(BaseModel):
    speaker: str
    dia_id: str
    text: str


class _Asked(BaseModel):
    question: str
    category: int
    evidence: list[str] = []


class _Sample(BaseModel):
    sample_id: str
    conversation: dict[str, Any]
    qa: list[_Asked]


def read_locomo(file: Path) -> tuple[list[Session], list[Question]]:
    """Return the sessions, and the questions of every category that have evidence.

    Raises MalformedError that says what is wrong with the file.
    """
    sessions: list[Session] = []
    questions: list[Question] = []
    try:
        samples = json.loads(read_text(file))
        if not isinstance(samples, list):
            raise MalformedError(f"{file} is no LoCoMo: it must hold a list of conversations")
        for raw in samples:
            sample = _Sample.model_validate(raw)
            own = list(_sessions(sample))
            sessions += own
            questions += _questions(sample, own)
    except ValidationError as error:
        raise MalformedError(f"{file} is no LoCoMo: {explain(error)}") from error
    except ValueError as error:
        raise MalformedError(f"{file} is no LoCoMo: {error}") from error
    return sessions, questions


def evidence_of(texts: list[str], known: frozenset[str]) -> frozenset[str]:
    """Return the turns that evidence strings name: each D<n>:<m> in them that is known."""
    pairs = (found.groups() for text in texts for found in _EVIDENCE.finditer(text))
    return known & {f"D{session}:{turn}" for session, turn in pairs}


def _sessions(sample: _Sample) -> Iterator[Session]:
    for key, value in sample.conversation.items():
        found = _SESSION.fullmatch(key)
        if not found or not value:
            continue
        at = _time(sample.conversation.get(f"{key}_date_time"))
        turns = [_Turn.model_validate(turn) for turn in value]
        yield Session(
            user_id=sample.sample_id,
            session_id=f"{sample.sample_id}-{found[1]}",
            messages=tuple(
                Said(
                    id=turn.dia_id,
                    text=turn.text,
                    at=at + timedelta(seconds=place),
                    name=turn.speaker,
                )
                for place, turn in enumerate(turns)
            ),
            participants="many",
        )


def _time(text: object) -> datetime:
    return datetime.strptime(str(text), _TIME).replace(tzinfo=UTC)


def _questions(sample: _Sample, sessions: list[Session]) -> Iterator[Question]:
    known = frozenset(said.id for session in sessions for said in session.messages)
    for number, asked in enumerate(sample.qa):
        relevant = evidence_of(asked.evidence, known)
        if relevant:
            yield Question(
                id=f"{sample.sample_id}-q{number}",
                category=CATEGORIES.get(asked.category, str(asked.category)),
                text=asked.question,
                user_id=sample.sample_id,
                relevant=relevant,
            )
