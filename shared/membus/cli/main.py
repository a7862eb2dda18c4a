"""The command `membus`: it gathers the groups of commands and turns errors into exit codes."""

import sys

import typer

from membus.cli import (
    audit,
    config,
    demo,
    doctor,
    evaluate,
    memories,
    publish,
    recall,
    sessions,
    stack,
)
from membus.cli import topics as topic_commands
from membus.cli.output import Exit, errors, literal
from membus.errors import MembusError

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="The memory bus for AI agents: publish messages, recall memories, prove nothing was lost.",
)
for group in (
    stack,
    doctor,
    demo,
    publish,
    recall,
    memories,
    sessions,
    audit,
    topic_commands,
    evaluate,
    config,
):
    group.register(app)


def main() -> None:
    """Run the command line; every membus error ends as one line and exit code 1."""
    try:
        app()
    except MembusError as error:
        errors.print(literal(f"error: {error}"))
        sys.exit(Exit.FAILED)
    except UnicodeEncodeError:
        # The shell's bytes that are no UTF-8 come in as halves of surrogate pairs.
        errors.print("error: an argument is not valid UTF-8")
        sys.exit(Exit.MISUSED)
    except ImportError as error:
        # Commands that read the stores need more than the bare install holds.
        errors.print(
            f"error: {error.name} is not installed: pip install 'membus[services,local]'",
            markup=False,
        )
        sys.exit(Exit.FAILED)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
