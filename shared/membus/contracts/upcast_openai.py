"""OpenAI chat messages: text or parts, tool calls beside the content, tool results as messages."""

from typing import Any

from membus.contracts.base import JsonObject
from membus.contracts.upcast_agentscope1 import data_source
from membus.errors import MalformedError, UnknownSchemaError

_TEXTS = {"text": "text", "input_text": "text", "output_text": "text", "refusal": "refusal"}
_AUDIO = {"mp3": "audio/mpeg", "wav": "audio/wav"}
_TAKEN = frozenset(
    {
        "role",
        "content",
        "tool_calls",
        "tool_call_id",
        "function_call",
        "refusal",
        "reasoning_content",
        "audio",
    }
)


def from_openai(raw: JsonObject) -> JsonObject:
    """Return the message as AgentScope 2 writes it; a `developer` is a system message.

    Raises MalformedError, and UnknownSchemaError for a part it does not know.
    """
    role = raw.get("role")
    kept = {name: value for name, value in raw.items() if name not in _TAKEN}
    if role in {"tool", "function"}:
        result = {
            "type": "tool_result",
            "id": raw.get("tool_call_id"),
            "name": raw.get("name") or "",
            "output": _output(raw.get("content")),
            "state": "success",
        }
        return {**kept, "role": "tool", "content": [result]}
    blocks = [*_thinking(raw), *_parts(raw.get("content")), *_refused(raw), *_spoken(raw)]
    role = "system" if role == "developer" else role
    return {**kept, "role": role, "content": [*blocks, *_calls(raw)]}


def _parts(content: object) -> list[JsonObject]:
    if content is None:
        return []
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if not isinstance(content, list):
        raise MalformedError("content must be text or a list of parts")
    return [_part(part) for part in content]


def _part(part: object) -> JsonObject:
    if not isinstance(part, dict):
        raise MalformedError("a content part must be an object with a type")
    kind = str(part.get("type"))
    if kind in _TEXTS:
        return {**part, "type": "text", "text": part.get(_TEXTS[kind])}
    if kind in {"image_url", "video_url"}:
        inner = part.get(kind)
        url = inner.get("url") if isinstance(inner, dict) else inner
        return _data(data_source(str(url or ""), kind.removesuffix("_url")))
    if kind == "input_image":
        return _data(data_source(str(part.get("image_url") or ""), "image"))
    inner = part.get(kind)
    if not isinstance(inner, dict):
        inner = part
    if kind == "input_audio":
        form = str(inner.get("format", ""))
        media = _AUDIO.get(form, f"audio/{form or '*'}")
        return _data({"type": "base64", "data": inner.get("data"), "media_type": media})
    if kind in {"file", "input_file"}:
        return _file(inner)
    raise UnknownSchemaError(f"{kind!r} is no content part that membus knows")


def _file(file: JsonObject) -> JsonObject:
    name = file.get("filename")
    if file.get("file_data"):
        return _data(data_source(str(file["file_data"]), "application"), name)
    where = file.get("file_url") or f"file-id:{file.get('file_id', '')}"
    return _data(data_source(str(where), "application"), name)


def _data(source: JsonObject, name: object = None) -> JsonObject:
    return {"type": "data", "source": source, "name": name}


def _calls(raw: JsonObject) -> list[JsonObject]:
    listed = raw.get("tool_calls", [])
    if not isinstance(listed, list):
        raise MalformedError("tool_calls must be a list")
    calls = [_call(call) for call in listed]
    legacy = raw.get("function_call")
    if isinstance(legacy, dict):
        calls.append(_tool_call(None, legacy.get("name"), legacy.get("arguments")))
    return calls


def _call(call: Any) -> JsonObject:
    function = call.get("function") or call.get("custom") if isinstance(call, dict) else None
    if not isinstance(function, dict):
        raise MalformedError("a tool call must be an object with a function")
    given = function.get("arguments", function.get("input"))
    return _tool_call(call.get("id"), function.get("name"), given)


def _tool_call(call_id: object, name: object, given: object) -> JsonObject:
    return {"type": "tool_call", "id": call_id, "name": name, "input": given or ""}


def _thinking(raw: JsonObject) -> list[JsonObject]:
    thought = raw.get("reasoning_content")
    return [{"type": "thinking", "thinking": thought}] if thought else []


def _refused(raw: JsonObject) -> list[JsonObject]:
    refusal = raw.get("refusal")
    return [{"type": "text", "text": refusal}] if refusal else []


def _spoken(raw: JsonObject) -> list[JsonObject]:
    audio = raw.get("audio")
    said = audio.get("transcript") if isinstance(audio, dict) else None
    return [{"type": "text", "text": said}] if said else []


def _output(content: object) -> str | list[JsonObject]:
    return content if isinstance(content, str) else _parts(content)
