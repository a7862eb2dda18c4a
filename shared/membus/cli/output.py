"""How commands speak: one JSON object (or lines) on standard output, or text for people."""

import asyncio
import json
import logging
import re
import sys
from collections.abc import Coroutine
from enum import IntEnum
from typing import Annotated, Any, NoReturn, TypeVar

import typer
from pydantic import BaseModel
from rich.console import Console
from rich.text import Text

from membus.errors import UnavailableError
from membus.settings import Settings

Value = TypeVar("Value")

# Text for people goes to standard output; progress and errors never mix with what is piped on.
console = Console(highlight=False, soft_wrap=True)
errors = Console(stderr=True, highlight=False, soft_wrap=True)

# What a terminal obeys or hides: controls but line break and tab, and what turns text about.
_OBEYED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")

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
    """Print one JSON object on one line, in UTF-8; what a terminal obeys is escaped."""
    text = json.dumps(plain(value), ensure_ascii=False, default=str)
    sys.stdout.write(_OBEYED.sub(_escape, text) + "\n")
    sys.stdout.flush()


def literal(text: object) -> Text:
    """Return text that others wrote, as it is: no markup, what a terminal obeys as escapes."""
    return Text(_OBEYED.sub(_escape, str(text)))


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def fail(message: str, code: Exit = Exit.FAILED) -> NoReturn:
    """Print an error for people and exit."""
    errors.print(Text.assemble(("error: ", "red"), literal(message)))
    raise typer.Exit(code)


def run(work: Coroutine[Any, Any, Value]) -> Value:
    """Run a command's asynchronous part."""
    # The client of Kafka logs each closed port as an error; the command says it once.
    logging.getLogger("aiokafka").setLevel(logging.CRITICAL)
    return asyncio.run(work)


def with_kafka(settings: Settings) -> Settings:
    """Return settings that name a Kafka. Raises UnavailableError."""
    if not settings.kafka.bootstrap_servers:
        raise UnavailableError(
            "no Kafka is known: run `membus up`, or set MEMBUS_KAFKA__BOOTSTRAP_SERVERS"
        )
    return settings
