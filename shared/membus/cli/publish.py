"""`membus publish FILE|-`: messages from JSON Lines into the bus."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import Progress

from membus.cli.output import AsJson, Exit, Tenant, console, errors, fail, literal, print_json, run
from membus.client import MemoryClient
from membus.client.messages import PublishOptions
from membus.contracts import ids
from membus.contracts.events.recalls import Receipt
from membus.errors import PermanentError
from membus.settings import Settings, read_settings

CHUNK = 200
_OPTIONS = frozenset(PublishOptions.__annotations__)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of input: the message, and whom and where it belongs to."""

    number: int
    message: dict[str, Any]
    options: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Report:
    """What became of the input."""

    receipts: list[Receipt]
    faults: list[tuple[int, str]]


def read_lines(
    text: Iterator[bytes], *, tenant: str, user: str | None, session: str | None
) -> Iterator[Line | tuple[int, str]]:
    """Yield a Line for each message, (line number, what is wrong) for what is none.

    A line is a message in any form that the client takes; whose it is and where it belongs
    (`user_id`, `session_id` and the other options of publish) stands beside it in the same object,
    or around it where the message itself is under `msg`. What a line says wins over the command.
    """
    for number, raw in enumerate(text, start=1):
        if not raw.strip():
            continue
        try:
            value = json.loads(raw.decode("utf-8-sig" if number == 1 else "utf-8"))
        except UnicodeDecodeError as error:
            yield number, f"not UTF-8 at byte {error.start}"
            continue
        except ValueError as error:
            yield number, f"not JSON: {error}"
            continue
        if not isinstance(value, dict):
            yield number, "a line must be one JSON object"
            continue
        message, options = _split(value)
        found = message.get("metadata")
        about: dict[str, Any] = found if isinstance(found, dict) else {}
        options.setdefault("user_id", about.get("user_id") or user)
        options.setdefault("session_id", about.get("session_id") or session)
        options.setdefault("tenant_id", tenant)
        if not options["user_id"] or not options["session_id"]:
            missing = "user (--user)" if not options["user_id"] else "session (--session)"
            yield number, f"no {missing} is given, on the line or on the command"
            continue
        if not message.get("id"):
            identity = ids.session_identity(str(options["tenant_id"]), str(options["session_id"]))
            content = json.dumps(message, sort_keys=True, ensure_ascii=True)
            message["id"] = ids.file_message_id(identity, number, content)
        yield Line(number, message, options)


def _split(value: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the message of a line, and what the line says of whom and where."""
    if isinstance(value.get("msg"), dict):
        return dict(value["msg"]), {key: item for key, item in value.items() if key != "msg"}
    options = {key: item for key, item in value.items() if key in _OPTIONS}
    return {key: item for key, item in value.items() if key not in _OPTIONS}, options


async def publish_lines(
    settings: Settings, lines: list[Line], progress: Progress | None = None
) -> Report:
    """Publish in order; a message that is refused is reported and the rest goes on."""
    receipts: list[Receipt] = []
    faults: list[tuple[int, str]] = []
    async with MemoryClient(settings) as client:
        task = progress.add_task("publishing", total=len(lines)) if progress else None
        for start in range(0, len(lines), CHUNK):
            chunk = lines[start : start + CHUNK]
            results = await client.publish_many([(line.message, line.options) for line in chunk])
            for line, result in zip(chunk, results, strict=True):
                if isinstance(result, PermanentError):
                    faults.append((line.number, str(result)))
                else:
                    receipts.append(result)
            if progress and task is not None:
                progress.advance(task, len(chunk))
    return Report(receipts, faults)


def publish(
    file: Annotated[str, typer.Argument(help="A file of JSON Lines, or - for standard input.")],
    *,
    user: Annotated[str | None, typer.Option("--user", "-u", help="Where a line has none.")] = None,
    session: Annotated[
        str | None, typer.Option("--session", "-s", help="Where a line has none.")
    ] = None,
    tenant: Tenant = "",
    as_json: AsJson = False,
) -> None:
    """Publish messages; a line that is at fault is named, and the others go through (exit 1).

    One JSON object a line:
    {"role": "user", "content": "I live in Oslo.", "user_id": "mei", "session_id": "saturday"}
    """
    settings = read_settings()
    lines: list[Line] = []
    bad: list[tuple[int, str]] = []
    for item in read_lines(
        _open(file), tenant=tenant or settings.default_tenant, user=user, session=session
    ):
        lines.append(item) if isinstance(item, Line) else bad.append(item)
    with Progress(console=errors, disable=len(lines) < CHUNK, transient=True) as progress:
        report = run(publish_lines(settings, lines, progress))
    faults = sorted(bad + report.faults)
    for number, reason in faults:
        errors.print(literal(f"{file}:{number}: {reason}"))
    if as_json:
        print_json(
            {
                "published": len(report.receipts),
                "refused": [{"line": number, "reason": reason} for number, reason in faults],
                "receipts": report.receipts,
            }
        )
    else:
        console.print(f"{len(report.receipts)} published, {len(faults)} refused")
    if faults:
        raise typer.Exit(Exit.FAILED)


def _open(file: str) -> Iterator[bytes]:
    if file == "-":
        return iter(sys.stdin.buffer)
    try:
        return iter(Path(file).read_bytes().splitlines())
    except OSError as error:
        fail(f"{file} cannot be read: {error.strerror}", Exit.MISUSED)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(publish)
