"""`membus up|down|status` and `membus service run`: the embedded stack, and one more member."""

import os
import signal
import socket
import time
from typing import Annotated, Any

import typer
from rich.table import Table

from membus.cli.output import AsJson, Exit, console, errors, fail, print_json, with_kafka
from membus.local.state import PartStatus, StackState, read_state
from membus.settings import Settings, settings_of_environment, settings_of_process

Detach = Annotated[bool, typer.Option("--detach", "-d", help="Return when all parts are ready.")]
Name = Annotated[str, typer.Argument(help="ingestion, extraction, embedding, recall, …")]
Instance = Annotated[
    str, typer.Option(help="Tells the members of a group apart; host and process if left out.")
]
_MARKS = {"ready": "[green]ready[/]", "failed": "[red]failed[/]"}

service = typer.Typer(no_args_is_help=True, help="The services, one by one.")


def up(*, detach: Detach = False, as_json: AsJson = False) -> None:
    """Start the embedded stack: the servers without an address, and every service."""
    from membus.bootstrap_models import check_models
    from membus.folder_lock import lock_holder
    from membus.local.launch import start_stack, wait_until_ready

    # The environment alone: addresses of a stack that is about to end are none that are given.
    settings = settings_of_environment()
    check_models(settings)
    runs = lock_holder(settings.local.data_dir) is not None
    if not runs and not detach:
        _hold(settings, as_json=as_json)
        return
    began = time.monotonic()
    if not runs:
        start_stack(settings, watch=_Progress(quiet=as_json).show)
    state = wait_until_ready(settings)
    _print_up(settings, state, time.monotonic() - began, as_json=as_json, ran=runs)


def down(*, as_json: AsJson = False) -> None:
    """Stop the embedded stack; its data stays."""
    from membus.local.launch import stop_stack

    settings = settings_of_environment()
    stopped = stop_stack(settings)
    if as_json:
        print_json({"stopped": stopped, "data_dir": str(settings.local.data_dir)})
    else:
        console.print("stopped" if stopped else f"nothing runs on {settings.local.data_dir}")


def status(*, as_json: AsJson = False) -> None:
    """List the parts; exit 0 when all are ready, 3 when some are not, 1 when nothing runs."""
    settings = settings_of_environment()
    state = read_state(settings.local.data_dir)
    if as_json:
        print_json(_as_json(settings, state))
    elif state is None:
        console.print(f"nothing runs on {settings.local.data_dir}: start it with `membus up`")
    else:
        _print_table(state)
    if state is None:
        raise typer.Exit(Exit.FAILED)
    if not state.is_ready:
        raise typer.Exit(Exit.DOES_NOT_HOLD)


@service.command("run")
def run_member(name: Name, *, instance: Instance = "", as_json: AsJson = False) -> None:
    """Run one more member of a service's group in the foreground, on the running stack."""
    from services.run import NAMES, run_service

    if name not in NAMES:
        fail(f"there is no service {name!r}; there are {', '.join(NAMES)}", Exit.MISUSED)
    with_kafka(settings_of_process())
    # With the host's name: in a container every member is process 1.
    member = instance or f"{socket.gethostname()}-{os.getpid()}"

    def ready() -> None:
        if as_json:
            print_json({"service": name, "instance": member, "state": "ready"})
        else:
            errors.print(f"{name} is ready", markup=False)

    run_service(name, on_ready=ready, instance=member)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(up)
    app.command()(down)
    app.command()(status)
    app.add_typer(service, name="service")


class _Progress:
    """Prints each part when its state becomes another one worth telling."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._told: dict[str, str] = {}

    def show(self, state: StackState) -> None:
        for part in state.parts:
            if self._quiet or self._told.get(part.name) == part.state:
                continue
            self._told[part.name] = part.state
            if part.state not in {"starting", "stopped"}:
                console.print(_line(part))


def _hold(settings: Settings, *, as_json: bool) -> None:
    """Run the stack for as long as this command runs."""
    from membus.local.launch import held_stack, wait_until_ready

    # SIGTERM ends it in the same order as Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    progress = _Progress(quiet=as_json)
    code = 0
    try:
        with held_stack(settings) as supervisor:
            seconds = supervisor.until_ready(progress.show)
            state = wait_until_ready(settings)
            _print_up(settings, state, seconds, as_json=as_json, ran=False)
            supervisor.until_end(progress.show)
            code = supervisor.process.wait()
    except KeyboardInterrupt:
        if not as_json:
            console.print("stopped")
    if code:
        fail(f"the stack ended by itself: see {settings.local.data_dir}/logs/supervisor.log")


def _print_up(
    settings: Settings, state: StackState, seconds: float, *, as_json: bool, ran: bool
) -> None:
    if as_json:
        print_json({**_as_json(settings, state), "seconds": round(seconds, 2)})
    elif ran:
        console.print(f"already running (pid {state.pid}) on {settings.local.data_dir}")
    else:
        console.print(f"[green]ready[/] in {seconds:.1f} s, data in {settings.local.data_dir}")


def _print_table(state: StackState) -> None:
    table = Table("part", "state", "pid", "address", "restarts", "log")
    for part in state.parts:
        table.add_row(
            part.name,
            _MARKS.get(part.state, part.state),
            str(part.pid or ""),
            part.address or "",
            str(part.restarts),
            part.log,
        )
    console.print(table)


def _line(part: PartStatus) -> str:
    return f"{part.name:<14}{_MARKS.get(part.state, part.state)} {part.address or ''}".rstrip()


def _as_json(settings: Settings, state: StackState | None) -> dict[str, Any]:
    """Return what both `up` and `status` say: state, addresses, parts, data_dir."""
    data_dir = str(settings.local.data_dir)
    if state is None:
        return {"state": "down", "pid": None, "addresses": {}, "parts": [], "data_dir": data_dir}
    overall = "ready" if state.is_ready else "not ready"
    return {"state": overall, **state.as_json(), "data_dir": data_dir}
