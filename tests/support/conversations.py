"""Strategies for conversations: sessions as they happen, and the many ways in which they arrive."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from membus.contracts.base import Contract
from membus.contracts.envelope import Envelope, seal
from membus.contracts.events.messages import MessagePublished, SessionEnded, Tick
from membus.contracts.msg import Msg
from membus.kafka.stage import Record
from membus.kafka.topic_registry import MESSAGES

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
TEXTS = ("I moved to Oslo", "hi", "ok", "Shall I book it?", "yes", "谢谢", "我对花生过敏", "")
REASONS = ("completed", "interrupted", "error")


@dataclass(frozen=True)
class Said:
    """One record of a message: grown ones have several, `part` tells them apart."""

    number: int
    part: int
    msg: Msg

    @property
    def at(self) -> datetime:
        return NOON + timedelta(minutes=self.number)


@st.composite
def conversations(draw: st.DrawFn, largest: int = 8) -> list[Said]:
    """Messages at distinct times, in order of time; replies may come in growing parts."""
    said: list[Said] = []
    for number in range(draw(st.integers(1, largest))):
        role = draw(st.sampled_from(["user", "user", "assistant", "assistant", "tool"]))
        text = draw(st.sampled_from(TEXTS))
        fields: dict[str, Any] = {"id": f"m{number}", "role": role}
        if role == "assistant" and draw(st.booleans()):
            said.append(Said(number, 0, Msg(**fields, content=f"{text} an")))
            fields |= {"finished_at": NOON, "finished_reason": draw(st.sampled_from(REASONS))}
            said.append(Said(number, 1, Msg(**fields, content=f"{text} and so on")))
        else:
            said.append(Said(number, 0, Msg(**fields, content=text)))
    return said


def record(said: Said, offset: int, **fields: Any) -> Record:
    """Return the record of a message; another `event_id` makes another event of it."""
    fields = {"event_id": f"e{said.number}.{said.part}", **fields}
    return _record(MessagePublished(msg=said.msg), said.at, offset, fields)


def tick(offset: int, last_offset: int, **fields: Any) -> Record:
    """Return an idle Tick of the session."""
    at = NOON + timedelta(days=1)
    body = Tick(kind="idle", at=at, last_offset=last_offset)
    return _record(body, at, offset, {"event_id": f"tick{offset}", **fields})


def end(offset: int, **fields: Any) -> Record:
    """Return the end of the session."""
    return _record(SessionEnded(), NOON, offset, {"event_id": f"end{offset}", **fields})


def _record(body: Contract, at: datetime, offset: int, fields: dict[str, Any]) -> Record:
    envelope = Envelope.model_validate(
        {
            "type": type(body).__name__,
            "schema_version": 1,
            "user_id": "ann",
            "session_id": "s1",
            "occurred_at": at,
            "body": seal(body),
            **fields,
        }
    )
    return Record(
        topic=MESSAGES,
        partition=0,
        offset=offset,
        key=envelope.session_id,
        value=b"",
        headers=(),
        appended_at=NOON + timedelta(seconds=offset),
        envelope=envelope,
        body=body,
    )
