"""What the commands of `membus eval` share: options, their stack, the report at the end."""

from collections.abc import Callable, Coroutine
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from membus.cli.evaluate_output import print_report, write_failed
from membus.cli.output import Exit, errors, fail, print_json, run
from membus.errors import PermanentError
from membus.settings import Settings

Value = TypeVar("Value")
Overrides = Annotated[
    list[str] | None,
    typer.Option("--set", help="A setting of this run, MEMBUS_<AREA>__<FIELD>=value; repeatable."),
]
Concurrency = Annotated[int, typer.Option(min=1, max=64, help="Questions under way at a time.")]
Failed = Annotated[
    Path | None, typer.Option("--failed", help="Write what failed here, as JSON Lines.")
]
Subset = Annotated[
    bool, typer.Option("--subset", help="The first few of each category and language.")
]
RATE = typer.Option(min=0, max=1, help="Exit with 3 where the rate does not hold.")


class Split(StrEnum):
    """Cases that were looked at while building, those that were not, or both."""

    DEV = "dev"
    HELD = "held"
    ALL = "all"


SplitOption = Annotated[Split, typer.Option("--split", help="Which cases.")]


def checked(reading: Callable[[], Value]) -> Value:
    """Return what is read; exit with 2 where the input is at fault."""
    try:
        return reading()
    except PermanentError as error:
        fail(str(error), Exit.MISUSED)


def on_stack(
    overrides: list[str] | None, measure: Callable[[Settings], Coroutine[Any, Any, Value]]
) -> Value:
    """Return what is measured on a stack that these settings start."""
    from membus.evaluation.throwaway import parse_overrides, throwaway_stack

    chosen = checked(lambda: parse_overrides(overrides or ()))
    with throwaway_stack(chosen, tell) as settings:
        return run(measure(settings))


def tell(text: str) -> None:
    """Tell people how far it is, beside what is piped on."""
    errors.print(text, style="dim", markup=False)


def finish(report: dict[str, Any], failed: Path | None, *, as_json: bool) -> None:
    """Print a report, and write what failed to a file where one is given."""
    if failed is not None:
        write_failed(failed, report["failed"])
    if as_json:
        print_json(report)
    else:
        print_report(report)
