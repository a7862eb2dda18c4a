"""The content blocks of a Msg, as AgentScope 2 writes them. An unknown block is refused."""

from typing import Annotated, Literal

from pydantic import Field

from membus.contracts.base import Contract


class _Block(Contract):
    id: str | None = None
    created_at: str | None = None
    finished_at: str | None = None


class TextBlock(_Block):
    """What was said."""

    type: Literal["text"] = "text"
    text: str


class ThinkingBlock(_Block):
    """What the model thought; never a source of facts."""

    type: Literal["thinking"] = "thinking"
    thinking: str


class Base64Source(Contract):
    """Bytes in the message itself."""

    type: Literal["base64"] = "base64"
    data: str
    media_type: str


class UrlSource(Contract):
    """Bytes elsewhere."""

    type: Literal["url"] = "url"
    url: str
    media_type: str | None = None


class DataBlock(_Block):
    """An image, a sound, a video or a file."""

    type: Literal["data"] = "data"
    source: Annotated[Base64Source | UrlSource, Field(discriminator="type")]
    name: str | None = None


class HintBlock(_Block):
    """What a framework injected; never a source of facts."""

    type: Literal["hint"] = "hint"
    hint: str | list[Annotated[TextBlock | DataBlock, Field(discriminator="type")]]
    source: str | None = None


class ToolCallBlock(_Block):
    """A call of a tool; `input` is the raw JSON text that the model wrote."""

    type: Literal["tool_call"] = "tool_call"
    name: str
    input: str = ""
    state: str | None = None
    suggested_rules: list[object] | None = None


class ToolResultBlock(_Block):
    """What a tool gave back; `id` is the call's id."""

    type: Literal["tool_result"] = "tool_result"
    name: str = ""
    output: str | list[Annotated[TextBlock | DataBlock, Field(discriminator="type")]] = ""
    state: Literal["success", "error", "interrupted", "denied", "running"] = "success"
    metadata: dict[str, object] | None = None


Block = Annotated[
    TextBlock | ThinkingBlock | HintBlock | DataBlock | ToolCallBlock | ToolResultBlock,
    Field(discriminator="type"),
]
