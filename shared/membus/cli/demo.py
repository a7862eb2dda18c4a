"""`membus demo`: two sample cases through the whole bus, and questions only memory can answer."""

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.live import Live
from rich.table import Table

from membus.bootstrap import ledger_reader, turn_reader
from membus.cli.output import AsJson, Exit, console, errors, fail, print_json, run
from membus.cli.publish import Line, publish_lines, read_lines
from membus.client import MemoryClient
from membus.contracts import ids
from membus.contracts.envelope import Envelope
from membus.contracts.events.recalls import RecallAnswered
from membus.kafka.auditing import Audited, audit_log
from membus.kafka.lag import Lag, wait_quiet
from membus.ports.scope import Scope
from membus.settings import Settings, read_settings, settings_of_environment

QUIET_S = 120.0
Examples = Annotated[
    Path | None,
    typer.Option("--examples", help="A folder of other conversations (*.jsonl, questions.json)."),
]


@dataclass(frozen=True, slots=True)
class Case:
    """The conversations of a folder, and what is asked afterwards."""

    lines: list[Line]
    questions: list[dict[str, Any]]

    @property
    def zones(self) -> dict[str, str]:
        """Each user's time zone."""
        return {
            str(line.options["user_id"]): str(line.options.get("user_zone", "UTC"))
            for line in self.lines
        }

    @property
    def users(self) -> list[str]:
        """Whose conversations they are."""
        return sorted({str(line.options["user_id"]) for line in self.lines})


def demo(*, examples: Examples = None, as_json: AsJson = False) -> None:
    """Start the stack, publish the sample conversations, ask, and print what a model would get."""
    from membus.local.launch import start_stack

    settings = read_settings()
    case = _read(examples or _samples(), settings.default_tenant)
    if not as_json:
        console.print("starting Kafka, Valkey, the vector engine and six services …")
    start_stack(settings_of_environment())
    settings = read_settings()
    result = run(_play(settings, case, quiet=as_json))
    if as_json:
        print_json(result)
    else:
        _print_end(settings, result)
    if result["unaccounted"]:
        raise typer.Exit(Exit.DOES_NOT_HOLD)


async def _play(settings: Settings, case: Case, *, quiet: bool) -> dict[str, Any]:
    report = await publish_lines(settings, case.lines)
    if report.faults:
        fail(f"the sample conversations are refused: {report.faults[0]}")
    if not quiet:
        console.print(f"published {len(report.receipts)} messages of {len(case.users)} users")
    servers = settings.kafka.bootstrap_servers
    async with turn_reader(settings) as turns:
        with Live(console=errors, transient=True) as live:
            shown = (lambda _: None) if quiet else (lambda lag: live.update(_stages(lag)))
            lag = await wait_quiet(servers, turns.open_turns, QUIET_S, shown)
    if any(lag.values()):
        fail(f"the services did not catch up within {QUIET_S:g} s, lag {lag}: see `membus status`")
    audited = await audit_log(servers, _of(settings.default_tenant, case.users))
    counts = await _counts(settings, case, audited)
    if not quiet:
        console.print(_outcomes(audited))
    recalls = await _ask(settings, case, quiet=quiet)
    return {**counts, "recalls": recalls}


async def _ask(settings: Settings, case: Case, *, quiet: bool) -> list[dict[str, Any]]:
    recalls = []
    for question in case.questions:
        as_of = question.get("as_of")
        zone = case.zones[question["user_id"]]
        async with MemoryClient(settings, user_zone=zone) as client:
            answer = await client.recall(
                question["question"],
                user_id=question["user_id"],
                as_of=datetime.fromisoformat(as_of) if as_of else None,
            )
        missing = [text for text in question["expect"] if text not in answer.context]
        recalls.append(_recalled(question, answer, missing))
        if not quiet:
            _print_answer(question, answer, missing)
    return recalls


def _print_answer(question: dict[str, Any], answer: RecallAnswered, missing: list[str]) -> None:
    when = f" (as of {question['as_of'][:10]})" if question.get("as_of") else ""
    took = f"{answer.timings_ms.get('total', 0):.1f} ms"
    console.print(f"\n[bold]{question['user_id']}[/] asks: {question['question']}{when}")
    console.print(answer.context, markup=False)
    console.print(took if not missing else f"{took}, without {missing}", style="dim")


def _recalled(
    question: dict[str, Any], answer: RecallAnswered, missing: list[str]
) -> dict[str, Any]:
    return {
        "user_id": question["user_id"],
        "question": question["question"],
        "answered": not missing,
        "missing": missing,
        "memories": [hit.memory.content for hit in answer.hits],
        "context": answer.context,
        "latency_ms": answer.timings_ms.get("total", 0.0),
    }


async def _counts(settings: Settings, case: Case, audited: Audited) -> dict[str, int]:
    tenant = settings.default_tenant
    scope = Scope(tenant, tuple(ids.owner_of(tenant, user) for user in case.users))
    async with ledger_reader(settings) as ledger:
        memories = await ledger.page(scope, limit=10_000)
    findings = audited.accounts.findings()
    stages = audited.accounts.wanted_counts()
    return {
        "messages": len(audited.messages),
        "turns": audited.accounts.live_turns,
        "facts": audited.facts_found,
        "memories": len(memories),
        "skipped": stages.get("ingestion", {}).get("skipped", 0),
        "parked": sum(outcomes.get("parked", 0) for outcomes in stages.values()),
        "unaccounted": sum(1 for finding in findings if finding.kind == "unaccounted"),
    }


def _of(tenant: str, users: list[str]) -> Any:
    def wanted(envelope: Envelope) -> bool:
        return envelope.tenant_id == tenant and envelope.user_id in users

    return wanted


def _samples() -> Path:
    """Return the folder of the samples: a wheel holds them, a checkout has them in examples."""
    here = Path(__file__)
    shipped = here.with_name("conversations")
    return shipped if shipped.exists() else here.parents[3] / "examples" / "conversations"


def _read(folder: Path, tenant: str) -> Case:
    files = sorted(folder.glob("*.jsonl"))
    asked = folder / "questions.json"
    if not files or not asked.is_file():
        fail(f"{folder} must hold conversations (*.jsonl) and questions.json", Exit.MISUSED)
    lines = []
    for file in files:
        raw = iter(file.read_bytes().splitlines())
        for item in read_lines(raw, tenant=tenant, user=None, session=None):
            if not isinstance(item, Line):
                fail(f"{file}:{item[0]}: {item[1]}")
            lines.append(item)
    questions = json.loads(asked.read_text("utf-8"))
    return Case(lines, questions)


def _stages(lag: Lag) -> Table:
    table = Table("waiting for", *lag)
    table.add_row("records", *(str(count) for count in lag.values()))
    return table


def _outcomes(audited: Audited) -> Table:
    kinds = ("stored", "merged", "skipped", "parked")
    table = Table("stage", *kinds)
    for stage, outcomes in audited.accounts.wanted_counts().items():
        table.add_row(stage, *(str(outcomes.get(kind, 0)) for kind in kinds))
    return table


def _print_end(settings: Settings, result: dict[str, Any]) -> None:
    counts = {name: value for name, value in result.items() if name != "recalls"}
    console.print(", ".join(f"{name} {value}" for name, value in counts.items()))
    answered = sum(1 for recall in result["recalls"] if recall["answered"])
    console.print(f"{answered} of {len(result['recalls'])} questions answered from memory")
    console.print(
        f"The stack is still up and its data is kept in {settings.local.data_dir}: try"
        ' .venv/bin/membus recall "Where do I work now?" -u anna, memories list -u anna, audit;'
        " .venv/bin/membus down stops it."
    )


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(demo)
