"""`membus recall TEXT --user U`: what a model would be told."""

from datetime import UTC, datetime
from typing import Annotated

import typer
from rich.table import Table

from membus.cli.output import AsJson, Exit, Tenant, User, console, fail, literal, print_json, run
from membus.client import MemoryClient
from membus.contracts.events.recalls import Profile, RecallAnswered
from membus.settings import read_settings


def recall(
    text: Annotated[str, typer.Argument(help="The question.")],
    *,
    user: User,
    session: Annotated[
        str | None, typer.Option("--session", "-s", help="Merge this session's window in.")
    ] = None,
    k: Annotated[int | None, typer.Option("-k", min=1, max=100, help="How many memories.")] = None,
    as_of: Annotated[
        str | None, typer.Option("--as-of", help="What held then: an ISO date or time.")
    ] = None,
    profile: Annotated[Profile, typer.Option(help="How much room the block may take.")] = "default",
    explain: Annotated[bool, typer.Option(help="Every score part and exclusion.")] = False,
    tenant: Tenant = "",
    as_json: AsJson = False,
) -> None:
    """Recall memories and print the context block that a model would get."""
    settings = read_settings()
    when = parse_time(as_of) if as_of else None

    async def ask() -> RecallAnswered:
        async with MemoryClient(settings, tenant_id=tenant or None) as client:
            return await client.recall(
                text,
                user_id=user,
                session_id=session,
                k=k,
                as_of=when,
                profile=profile,
                explain=explain,
            )

    answer = run(ask())
    if as_json:
        print_json(answer)
        return
    console.print(literal(answer.context))
    if explain:
        _print_scores(answer)


def _print_scores(answer: RecallAnswered) -> None:
    names = (
        "dense",
        "text",
        "context",
        "neighbour",
        "speaker",
        "relation",
        "exact",
        "decay",
        "factor",
    )
    table = Table("memory", "level", "score", *names)
    for hit in answer.hits:
        parts = [f"{getattr(hit.parts, name):.2f}" for name in names]
        table.add_row(literal(hit.memory.content[:60]), hit.level, f"{hit.score:.3f}", *parts)
    console.print(table)
    for item in answer.excluded:
        console.print(literal(f"left out {item.memory_id}: {item.reason}"))
    if answer.abstained:
        console.print(literal(f"abstained: {answer.abstain_reason}"))
    spent = ", ".join(f"{name} {value:.1f} ms" for name, value in answer.timings_ms.items())
    console.print(spent, markup=False)


def parse_time(text: str) -> datetime:
    """Read an ISO date or time; without a zone it is UTC. Exits with 2 when it is none."""
    try:
        value = datetime.fromisoformat(text)
    except ValueError:
        fail(f"{text!r} is no ISO time, e.g. 2026-03-01T09:00+08:00", Exit.MISUSED)
    return value if value.tzinfo else value.replace(tzinfo=UTC)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(recall)
