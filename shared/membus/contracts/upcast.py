"""From the forms agents speak (AgentScope 1.x and 2.x, OpenAI chat) to Msg. Pure; no client."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Literal
from zoneinfo import ZoneInfo

from pydantic import ValidationError

from membus.contracts.base import JsonObject
from membus.contracts.envelope import explain
from membus.contracts.msg import Msg
from membus.contracts.upcast_agentscope1 import from_agentscope1
from membus.contracts.upcast_openai import from_openai
from membus.errors import MalformedError, UnknownSchemaError

Form = Literal["agentscope-1", "agentscope-2", "openai"]

_AGENTSCOPE1_BLOCKS = frozenset({"tool_use", "image", "audio", "video"})
_AGENTSCOPE2_BLOCKS = frozenset({"hint", "data", "tool_call", "tool_result"})
_DEEPEST = 100


def to_msg(message: object, user_zone: str, now: datetime) -> Msg:
    """Return a Msg from a Msg, an AgentScope message, or a dict in any of the three forms.

    `user_zone` (IANA) is where naive times were written; they become UTC. `now` stands in for a
    time that is not given. An assistant message without tool calls, in a form that cannot say
    whether it is finished (AgentScope 1.x, OpenAI), counts as finished. Raises MalformedError, and
    UnknownSchemaError for an unknown block.
    """
    where = zone(user_zone)
    if isinstance(message, Msg):
        return message if message.created_at else message.model_copy(update={"created_at": now})
    raw = _as_dict(message)
    _refuse_bytes(raw)
    try:
        return Msg.model_validate(_upcast(raw, where, now))
    except ValidationError as error:
        unknown = any(item["type"].startswith("union_tag") for item in error.errors())
        raise (UnknownSchemaError if unknown else MalformedError)(explain(error)) from error


def form_of(raw: Mapping[str, Any]) -> Form:
    """Return which form a message is in; a bare role and content is the OpenAI chat form."""
    if "timestamp" in raw:
        return "agentscope-1"
    if "created_at" in raw or "finished_at" in raw:
        return "agentscope-2"
    content = raw.get("content")
    blocks = content if isinstance(content, list) else []
    types = {str(block.get("type")) for block in blocks if isinstance(block, dict)}
    if types & _AGENTSCOPE1_BLOCKS:
        return "agentscope-1"
    return "agentscope-2" if types & _AGENTSCOPE2_BLOCKS else "openai"


def zone(name: str) -> ZoneInfo:
    """Return a time zone by its IANA name. Raises MalformedError for one that does not exist."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError) as error:
        raise MalformedError(
            f"{name[:80]!r} is no IANA time zone: use one like Asia/Shanghai or Europe/Oslo"
        ) from error


def to_utc(value: object, where: ZoneInfo) -> datetime | None:
    """Return a time (datetime or ISO 8601 text) in UTC; a naive one was written at `where`.

    Raises MalformedError.
    """
    if value is None or value == "":
        return None
    if isinstance(value, str):
        value = _parsed(value)
    if not isinstance(value, datetime):
        raise MalformedError(f"a time must be an ISO 8601 string, not {type(value).__name__}")
    aware = value if value.tzinfo else value.replace(tzinfo=where)
    # At the ends of the calendar there is no UTC to convert to; the contract refuses those years.
    return aware.astimezone(UTC) if 1 < aware.year < 9999 else aware  # noqa: PLR2004


def _as_dict(message: object) -> JsonObject:
    if isinstance(message, Mapping):
        return dict(message)
    # AgentScope 2 messages and OpenAI's are pydantic models; AgentScope 1.x has its own to_dict.
    if callable(dump := getattr(message, "model_dump", None)):
        return dict(dump(mode="json"))
    if callable(dump := getattr(message, "to_dict", None)):
        return dict(dump())
    raise MalformedError(
        f"{type(message).__name__} is no message: give a Msg, an AgentScope message, or a dict "
        'like {"role": "user", "content": "…"}'
    )


def _upcast(message: JsonObject, where: ZoneInfo, now: datetime) -> JsonObject:
    form = form_of(message)
    raw = {name: value for name, value in message.items() if value is not None}
    if form == "agentscope-1":
        upcast = from_agentscope1(raw)
    elif form == "openai":
        upcast = from_openai(raw)
    else:
        upcast = {**raw, "finished_at": to_utc(raw.get("finished_at"), where)}
    created_at = to_utc(upcast.get("created_at"), where) or now
    upcast["created_at"] = created_at
    if form != "agentscope-2" and _is_whole_reply(upcast):
        upcast |= {"finished_at": created_at, "finished_reason": "completed"}
    return upcast


def _is_whole_reply(upcast: JsonObject) -> bool:
    calls = any(block.get("type") == "tool_call" for block in upcast["content"])
    return upcast.get("role") == "assistant" and not calls


def _parsed(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        raise MalformedError(f"{text[:80]!r} is no ISO 8601 time") from error


def _refuse_bytes(value: object, depth: int = 0) -> None:
    if isinstance(value, bytes | bytearray | memoryview):
        raise MalformedError("a message holds text, not bytes: decode them, or use a data block")
    if depth > _DEEPEST:
        raise MalformedError(f"a message nests at most {_DEEPEST} levels deep")
    parts: list[object] = []
    if isinstance(value, dict):
        parts = list(value.values())
    elif isinstance(value, list | tuple):
        parts = list(value)
    for part in parts:
        _refuse_bytes(part, depth + 1)
