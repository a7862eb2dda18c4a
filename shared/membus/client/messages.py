"""What a client says, as events: ids where there are none, the envelope, errors in plain words."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol, TypedDict

from pydantic import ValidationError

from membus.contracts import ids
from membus.contracts.base import Contract
from membus.contracts.envelope import Envelope, Participants, Visibility, explain, seal
from membus.contracts.events.messages import MessagePublished
from membus.contracts.msg import Msg
from membus.contracts.upcast import to_msg, to_utc, zone
from membus.errors import MalformedError


class Model(Protocol):
    """A pydantic model, as AgentScope 2 and OpenAI's library have them."""

    def model_dump(self, *, mode: str) -> dict[str, Any]:
        """Return the message as a dict."""


class Dictable(Protocol):
    """An AgentScope 1.x message."""

    def to_dict(self) -> dict[str, Any]:
        """Return the message as a dict."""


Message = Msg | Mapping[str, Any] | Model | Dictable


class PublishOptions(TypedDict, total=False):
    """To whom and where a message belongs.

    `user_id` and `session_id` are needed; they may also stand in the message's `metadata`. What
    is not given here comes from the client: `agent_id`, `tenant_id`, and `user_zone` (IANA), which
    decides what day it is for the user and what naive times mean. `participants` is "many" for a
    chat of several people, from its first message on. With a `space_id` the memory belongs to that
    space; `visibility` "private" keeps it for this agent. `task_id` adds it to a task's context.
    `occurred_at` is when it was said, where the message does not say so.
    """

    user_id: str | None
    session_id: str | None
    agent_id: str | None
    tenant_id: str | None
    space_id: str | None
    task_id: str | None
    participants: Participants
    visibility: Visibility
    occurred_at: datetime | str | None
    user_zone: str | None


@dataclass(frozen=True, slots=True)
class Origin:
    """Who speaks, where the call does not say."""

    tenant_id: str
    agent_id: str | None
    user_zone: str


def message_event(
    message: Message, options: Mapping[str, Any], origin: Origin, now: datetime
) -> tuple[Envelope, str]:
    """Return the MessagePublished event of a message, in any form, and the message's id.

    Raises MalformedError and UnknownSchemaError.
    """
    user_zone = options.get("user_zone") or origin.user_zone
    said_at = to_utc(options.get("occurred_at"), zone(user_zone))
    msg = _with_ids(to_msg(message, user_zone, said_at or now))
    given = {name: value for name, value in options.items() if value is not None}
    about = {**_from_metadata(msg), **given}
    about["occurred_at"] = said_at or msg.created_at
    if not about.get("session_id"):
        raise MalformedError("in which session? Give session_id=…, or metadata['session_id']")
    return event(MessagePublished(msg=msg), about, origin, now), msg.id


def event(body: Contract, options: Mapping[str, Any], origin: Origin, now: datetime) -> Envelope:
    """Return a new event around a body. Raises MalformedError, which names what is missing."""
    unknown = options.keys() - PublishOptions.__annotations__.keys()
    if unknown:
        raise MalformedError(f"unknown options: {', '.join(sorted(unknown))}")
    if not options.get("user_id"):
        raise MalformedError("whose message is it? Give user_id=…, or metadata['user_id']")
    given = {name: value for name, value in options.items() if value is not None}
    try:
        return Envelope.model_validate(
            {
                "event_id": ids.uuid7(),
                "type": type(body).__name__,
                "tenant_id": origin.tenant_id,
                "agent_id": origin.agent_id,
                "user_zone": origin.user_zone,
                "occurred_at": now,
                "body": seal(body),
                **given,
            }
        )
    except ValidationError as error:
        raise MalformedError(explain(error)) from error


def local_zone() -> str:
    """Return the machine's IANA time zone, UTC where it cannot be told."""
    named = os.environ.get("TZ", "").removeprefix(":")
    linked = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]
    for name in (named, linked):
        try:
            return zone(name).key
        except MalformedError:
            continue
    return "UTC"


def _with_ids(msg: Msg) -> Msg:
    content = [
        block if block.id else block.model_copy(update={"id": str(place)})
        for place, block in enumerate(msg.content)
    ]
    return msg.model_copy(update={"id": msg.id or ids.uuid7(), "content": content})


def _from_metadata(msg: Msg) -> dict[str, str]:
    metadata = msg.metadata or {}
    found = {name: metadata.get(name) for name in ("user_id", "session_id", "agent_id")}
    return {name: value for name, value in found.items() if isinstance(value, str) and value}
