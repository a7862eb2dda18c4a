"""`membus sessions`: the sessions that ingestion knows; `sessions new` gives out an id."""

from typing import Annotated

import typer
from rich.table import Table

from membus.bootstrap import turn_reader
from membus.cli.output import AsJson, Tenant, console, literal, print_json, run
from membus.contracts import ids
from membus.domain.turns import SessionState
from membus.settings import read_settings

sessions = typer.Typer(invoke_without_command=True, help="The sessions of a tenant.")


@sessions.callback()
def list_sessions(
    context: typer.Context,
    *,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many at most.")] = 100,
    tenant: Tenant = "",
    as_json: AsJson = False,
) -> None:
    """List a tenant's sessions, newest first."""
    if context.invoked_subcommand:
        return
    settings = read_settings()

    async def read() -> list[SessionState]:
        async with turn_reader(settings) as store:
            return await store.sessions(tenant or settings.default_tenant, limit)

    rows = [
        {
            "session_id": state.session_id,
            "user_id": state.user_id,
            "participants": state.participants,
            "messages": state.next_ordinal,
            "last_append_at": state.last_append_at,
        }
        for state in run(read())
    ]
    if as_json:
        print_json({"sessions": rows})
        return
    table = Table(*(rows[0] if rows else ("session_id", "user_id")))
    for row in rows:
        table.add_row(*(literal(value) for value in row.values()))
    console.print(table)


@sessions.command()
def new(*, as_json: AsJson = False) -> None:
    """Give out a new session id."""
    session = ids.uuid7()
    if as_json:
        print_json({"session_id": session})
    else:
        console.print(session)


def register(app: typer.Typer) -> None:
    """Add the group."""
    app.add_typer(sessions, name="sessions")
