"""`membus doctor`: each thing that the embedded stack needs, found or not, and what to do."""

from dataclasses import asdict

import typer
from rich.table import Table

from membus.cli.output import AsJson, Exit, console, print_json
from membus.settings import settings_of_environment


def doctor(*, as_json: AsJson = False) -> None:
    """Check what `membus up` needs of this machine; exit 3 when something is missing."""
    from membus.local.checks import check_machine

    checks = check_machine(settings_of_environment())
    healthy = all(check.ok for check in checks)
    if as_json:
        print_json({"ok": healthy, "checks": [asdict(check) for check in checks]})
    else:
        table = Table("what", "", "found", "what to do")
        for check in checks:
            mark = "[green]found[/]" if check.ok else "[red]missing[/]"
            table.add_row(check.name, mark, check.found, "" if check.ok else check.remedy)
        console.print(table)
    if not healthy:
        raise typer.Exit(Exit.DOES_NOT_HOLD)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(doctor)
