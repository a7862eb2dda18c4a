"""Msg: one message that an agent said or heard, in the shape of AgentScope 2."""

from typing import Any, Literal

from pydantic import Field, field_validator

from membus.contracts.base import Contract, UtcTime
from membus.contracts.blocks import Block, TextBlock

Role = Literal["user", "assistant", "system", "tool"]
FinishedReason = Literal["completed", "interrupted", "exceed_max_iters", "error"]


class Usage(Contract):
    """Tokens that a model call took."""

    input_tokens: int = 0
    output_tokens: int = 0
    cache_input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None


class Msg(Contract):
    """One message.

    `content` takes a plain string too and holds blocks. `created_at` is UTC; `finished_at` is None
    while a reply still grows. `id` is empty until the client gives one.
    """

    id: str = Field("", max_length=512)
    name: str = Field("", max_length=512)
    role: Role
    content: list[Block]
    created_at: UtcTime | None = None
    finished_at: UtcTime | None = None
    finished_reason: FinishedReason | None = None
    metadata: dict[str, Any] | None = None
    usage: Usage | None = None
    structured_output: Any = None
    error: dict[str, Any] | None = None

    @field_validator("content", mode="before")
    @classmethod
    def _text_is_a_block(cls, value: object) -> object:
        return [{"type": "text", "text": value}] if isinstance(value, str) else value

    @property
    def injected(self) -> bool:
        """Whether the message was put in by a memory middleware: it is never learned from."""
        return self.name == "memory" or self.role == "system"


def spoken_text(msg: Msg) -> str:
    """Return what was said: the text blocks, one a line, NUL as U+FFFD; spans count in it.

    Thinking, hints, tool traffic and data are not speech.
    """
    text = "\n".join(block.text for block in msg.content if isinstance(block, TextBlock))
    return text.replace("\x00", "\ufffd")
