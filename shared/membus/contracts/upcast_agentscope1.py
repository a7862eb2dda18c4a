"""AgentScope 1.x messages: text content, tool calls with dict inputs, blocks by medium."""

import json
import mimetypes
from typing import Any

from membus.contracts.base import JsonObject
from membus.errors import MalformedError

_MEDIA = ("image", "audio", "video")


def from_agentscope1(raw: JsonObject) -> JsonObject:
    """Return the message as AgentScope 2 writes it; `created_at` is the timestamp as it came.

    Raises MalformedError.
    """
    kept = {name: value for name, value in raw.items() if name not in {"timestamp", "content"}}
    content = _blocks(raw.get("content"))
    if raw.get("role") == "system" and content and all(map(_is_result, content)):
        # 1.x gives what a tool gave back to the system role, which is for prompts.
        kept["role"] = "tool"
    created_at = raw.get("timestamp") or raw.get("created_at")
    return {**kept, "content": content, "created_at": created_at}


def data_source(url: str, medium: str) -> JsonObject:
    """Return a data block's source for a URL (data: URLs become bytes); `medium` is e.g. image."""
    if url.startswith("data:"):
        head, _, data = url[5:].partition(",")
        return {"type": "base64", "data": data, "media_type": head.partition(";")[0] or medium}
    guessed, _ = mimetypes.guess_type(url.partition("?")[0])
    return {"type": "url", "url": url, "media_type": guessed or f"{medium}/*"}


def _blocks(content: object) -> list[JsonObject]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if content is None:
        return []
    if not isinstance(content, list):
        raise MalformedError("content must be text or a list of blocks")
    return [_block(block) for block in content]


def _block(block: object) -> JsonObject:
    if not isinstance(block, dict):
        raise MalformedError("a content block must be an object with a type")
    kind = block.get("type")
    if kind == "tool_use":
        given = block.get("raw_input") or block.get("input")
        return {**block, "type": "tool_call", "input": _raw_json(given)}
    if kind == "tool_result":
        output = block.get("output")
        return {**block, "output": output if isinstance(output, str) else _blocks(output)}
    if kind in _MEDIA:
        return {**block, "type": "data", "source": _source(block.get("source"), str(kind))}
    return block


def _is_result(block: JsonObject) -> bool:
    return block.get("type") == "tool_result"


def _source(source: Any, medium: str) -> Any:
    if isinstance(source, dict) and source.get("type") == "url" and "media_type" not in source:
        return {**source, **data_source(str(source.get("url", "")), medium)}
    return source


def _raw_json(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value or {}, ensure_ascii=False)
