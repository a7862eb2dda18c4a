"""`membus config`: the settings in force, secrets masked."""

import typer

from membus.cli.output import AsJson, console, print_json
from membus.settings import read_settings


def config(*, as_json: AsJson = False) -> None:
    """Print every setting as it is in force; secrets are masked."""
    settings = read_settings().model_dump(mode="json")
    if as_json:
        print_json(settings)
        return
    for name, value in settings.items():
        if not isinstance(value, dict):
            console.print(f"MEMBUS_{name.upper()}={value}", markup=False)
            continue
        for field, inner in value.items():
            shown = "" if inner is None else inner
            console.print(f"MEMBUS_{name.upper()}__{field.upper()}={shown}", markup=False)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(config)
