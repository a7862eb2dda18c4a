"""`membus audit`: every record of the log against what each stage said of it."""

from typing import Annotated

import typer
from rich.progress import Progress
from rich.table import Table

from membus.bootstrap import turn_reader
from membus.cli.output import AsJson, Exit, console, errors, literal, print_json, run, with_kafka
from membus.contracts.events.outcomes import Outcome
from membus.domain.accounting import Finding, Place
from membus.kafka.auditing import Audited, audit_log
from membus.kafka.lag import Lag, wait_quiet
from membus.settings import Settings, read_settings

PARKED_SHOWN = 20


async def quiet_audit(
    settings: Settings, wait_s: float, progress: Progress | None = None
) -> tuple[Audited, Lag, int]:
    """Wait for a quiet moment, `wait_s` at most, then audit; return (audited, lag, open turns)."""
    servers = settings.kafka.bootstrap_servers
    async with turn_reader(settings) as turns:
        lag = await wait_quiet(servers, turns.open_turns, wait_s)
        open_turns = await turns.open_turns()
    if progress is None:
        return await audit_log(servers), lag, open_turns
    tasks: dict[str, object] = {}

    def show(topic: str, read: int) -> None:
        if topic not in tasks:
            tasks[topic] = progress.add_task(topic, total=None)
        progress.update(tasks[topic], completed=read)  # type: ignore[arg-type]  # rich's TaskID

    return await audit_log(servers, progress=show), lag, open_turns


def audit(
    *,
    wait: Annotated[
        float, typer.Option(min=0, help="Seconds to wait until the bus is quiet.")
    ] = 60.0,
    as_json: AsJson = False,
) -> None:
    """Prove that every record has exactly one outcome a stage; exit 3 where one has not."""
    settings = with_kafka(read_settings())
    with Progress(console=errors, transient=True, disable=as_json) as progress:
        audited, lag, open_turns = run(quiet_audit(settings, wait, progress))
    findings = audited.accounts.findings()
    quiet = not any(lag.values()) and not open_turns
    counts = audited.accounts.counts()
    parked = audited.accounts.parked()
    if as_json:
        print_json(
            {
                "unaccounted": _count(findings, "unaccounted"),
                "doubled": _count(findings, "doubled"),
                "quiet": quiet,
                "lag": lag,
                "open_turns": open_turns,
                "stages": counts,
                "parked": [_parked(*one) for one in parked],
                "findings": [_as_json(finding) for finding in findings],
            }
        )
    else:
        _print(counts, findings)
        _print_parked(parked)
        if not quiet:
            errors.print(f"the bus is not quiet (lag {lag}, open turns {open_turns})")
    if findings:
        raise typer.Exit(Exit.DOES_NOT_HOLD)


def _count(findings: list[Finding], kind: str) -> int:
    return sum(1 for finding in findings if finding.kind == kind)


def _as_json(finding: Finding) -> dict[str, object]:
    place = finding.place
    return {
        "kind": finding.kind,
        "stage": finding.stage,
        "event_id": finding.event_id,
        "topic": place.topic,
        "partition": place.partition,
        "offset": place.offset,
        "detail": finding.detail,
    }


def _print(counts: dict[str, dict[str, int]], findings: list[Finding]) -> None:
    kinds = ("stored", "merged", "skipped", "parked")
    table = Table("stage", *kinds)
    for stage, outcomes in counts.items():
        table.add_row(stage, *(str(outcomes.get(kind, 0)) for kind in kinds))
    console.print(table)
    unaccounted, doubled = _count(findings, "unaccounted"), _count(findings, "doubled")
    console.print(f"unaccounted {unaccounted}, doubled {doubled}")
    for finding in findings:
        at = f"{finding.place.topic}:{finding.place.partition}:{finding.place.offset}"
        console.print(literal(f"{finding.kind} {at} {finding.event_id}: {finding.detail}"))


def _parked(place: Place, outcome: Outcome) -> dict[str, object]:
    return {
        "stage": outcome.stage,
        "event_id": outcome.event_id,
        "topic": place.topic,
        "partition": place.partition,
        "offset": place.offset,
        "reason": outcome.reason,
    }


def _print_parked(parked: list[tuple[Place, Outcome]]) -> None:
    for place, outcome in parked[:PARKED_SHOWN]:
        at = f"{place.topic}:{place.partition}:{place.offset}"
        console.print(literal(f"parked by {outcome.stage} {at}: {outcome.reason}"))
    if len(parked) > PARKED_SHOWN:
        console.print(f"and {len(parked) - PARKED_SHOWN} more parked: see --json")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(audit)
