"""`membus memories list|show`: the ledger's current view, and one memory's whole life."""

from enum import StrEnum
from typing import Annotated, Any

import typer
from rich.table import Table

from membus.bootstrap import ledger_reader, memory_reader
from membus.cli.output import AsJson, Tenant, User, console, fail, literal, print_json, run
from membus.contracts import ids
from membus.contracts.memory import Evidence, Memory, Status
from membus.ports.scope import Scope
from membus.settings import Settings, read_settings

memories = typer.Typer(no_args_is_help=True, help="What is remembered, and what it rests on.")


def user_scope(settings: Settings, tenant: str, user: str) -> Scope:
    """Return the scope of one user's own memory."""
    name = tenant or settings.default_tenant
    return Scope(name, (ids.owner_of(name, user),))


class Kind(StrEnum):
    """The four memory types."""

    INSTANT = "instant"
    SHORT = "short"
    LONG = "long"
    WORKING = "working"


async def _of_type(
    settings: Settings, kind: Kind, scope: Scope, session: str | None, limit: int
) -> list[Memory]:
    async with memory_reader(settings, kind.value) as reader:
        if session is None:
            return await reader.by_user(scope, limit)
        return await reader.by_session(scope, session, limit)


@memories.command("list")
def list_memories(
    *,
    user: User,
    session: Annotated[str | None, typer.Option("--session", "-s", help="Of this session.")] = None,
    memory_type: Annotated[
        Kind | None, typer.Option("--type", help="One memory type alone; short and long if none.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Superseded, expired and forgotten ones too.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many at most.")] = 100,
    tenant: Tenant = "",
    as_json: AsJson = False,
) -> None:
    """List an owner's memories, newest mention first."""
    settings = read_settings()
    scope = user_scope(settings, tenant, user)
    statuses: tuple[Status, ...] = ("active",)
    if every:
        statuses = ("active", "superseded", "merged", "expired", "forgotten")
    identity = ids.session_identity(scope.tenant_id, session) if session else None

    async def read() -> list[Memory]:
        if memory_type is not None and not every:
            return await _of_type(settings, memory_type, scope, identity, limit)
        types = () if memory_type is None else (memory_type.value,)
        async with ledger_reader(settings) as ledger:
            return await ledger.page(
                scope, session=identity, statuses=statuses, types=types, limit=limit
            )

    rows = run(read())
    if as_json:
        print_json({"memories": rows})
        return
    table = Table("id", "kind", "since", "memory", "status", "mentions", "hits")
    for row in rows:
        table.add_row(
            literal(row.memory_id),
            row.kind,
            f"{row.valid_from:%Y-%m-%d}",
            literal(row.content),
            row.status,
            str(row.mention_count),
            str(row.hit_count),
        )
    console.print(table)


@memories.command()
def show(
    memory_id: Annotated[str, typer.Argument(help="The memory's id.")],
    *,
    user: User,
    tenant: Tenant = "",
    as_json: AsJson = False,
) -> None:
    """Show every version of a memory and the messages that it rests on."""
    settings = read_settings()
    scope = user_scope(settings, tenant, user)

    async def read() -> tuple[list[Memory], list[Evidence]]:
        async with ledger_reader(settings) as ledger:
            found = await ledger.evidence(scope, [memory_id])
            return await ledger.versions(scope, memory_id), found.get(memory_id, [])

    versions, evidence = run(read())
    if not versions:
        fail(f"{user} has no memory {memory_id}: see `membus memories list --user {user}`")
    if as_json:
        print_json({"versions": versions, "evidence": evidence})
        return
    for version in versions:
        _print_version(version)
    for row in evidence:
        place = f"message {row.message_id} at {row.partition}:{row.offset}, {row.start}–{row.end}"
        console.print(literal(f"  {row.at:%Y-%m-%d %H:%M} {place}: {row.quote}"))


def _print_version(version: Memory) -> None:
    fields: dict[str, Any] = version.model_dump(mode="json", exclude_none=True)
    head = f"version {version.version} · {version.status} · {version.kind} · {version.content}"
    console.print(literal(head))
    for name in ("subject", "predicate", "object", "polarity", "valid_from", "valid_to"):
        if name in fields:
            console.print(literal(f"    {name}: {fields[name]}"))
    console.print(literal(f"    decision: {version.decision}"))


def register(app: typer.Typer) -> None:
    """Add the group."""
    app.add_typer(memories, name="memories")
