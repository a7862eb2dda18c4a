"""How commands speak: one JSON object (or lines) on standard output, or text for people."""

import asyncio
import json
import sys
from collections.abc import Coroutine
from enum import IntEnum
from typing import Annotated, Any, NoReturn, TypeVar

import typer
from pydantic import BaseModel
from rich.console import Console
from rich.text import Text

Value = TypeVar("Value")

# Text for people goes to standard output; progress and errors never mix with what is piped on.
console = Console(highlight=False, soft_wrap=True)
errors = Console(stderr=True, highlight=False, soft_wrap=True)

AsJson = Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")]
Tenant = Annotated[str, typer.Option("--tenant", help="Tenant; the default one if left out.")]
User = Annotated[str, typer.Option("--user", "-u", help="Whose memory.")]


class Exit(IntEnum):
    """What a command's exit code means."""

    OK = 0
    FAILED = 1
    MISUSED = 2
    DOES_NOT_HOLD = 3


def plain(value: Any) -> Any:
    """Return a value as JSON types."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", exclude_none=True)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def print_json(value: Any) -> None:
    """Print one JSON object on one line, in UTF-8."""
    sys.stdout.write(json.dumps(plain(value), ensure_ascii=False, default=str) + "\n")
    sys.stdout.flush()


def fail(message: str, code: Exit = Exit.FAILED) -> NoReturn:
    """Print an error for people and exit."""
    errors.print(Text.assemble(("error: ", "red"), message))
    raise typer.Exit(code)


def run(work: Coroutine[Any, Any, Value]) -> Value:
    """Run a command's asynchronous part."""
    return asyncio.run(work)
