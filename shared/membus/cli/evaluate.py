"""`membus eval …`: the quality of memory, measured through a whole stack of its own."""

from pathlib import Path
from typing import Annotated, Any

import typer

from membus.cli.evaluate_output import print_sizes
from membus.cli.evaluating import (
    RATE,
    Concurrency,
    Failed,
    Overrides,
    Split,
    SplitOption,
    Subset,
    checked,
    finish,
    on_stack,
    tell,
)
from membus.cli.output import AsJson, Exit, fail, print_json
from membus.settings import Settings

group = typer.Typer(no_args_is_help=True, help="Measure memory on a stack of its own.")


@group.command()
def locomo(
    file: Annotated[Path, typer.Argument(help="LoCoMo's conversations, one JSON file.")],
    *,
    overrides: Overrides = None,
    concurrency: Concurrency = 4,
    failed: Failed = None,
    as_json: AsJson = False,
) -> None:
    """Evidence recall and nDCG on LoCoMo's questions, by category."""
    from membus.evaluation.asking import Asked, ask_all
    from membus.evaluation.evidence import evidence_report
    from membus.evaluation.locomo import read_locomo
    from membus.evaluation.publishing import publish_sessions

    sessions, questions = checked(lambda: read_locomo(file))

    async def measure(settings: Settings) -> list[Asked]:
        await publish_sessions(settings, sessions, tell)
        return await ask_all(settings, questions, concurrency)

    finish(evidence_report(on_stack(overrides, measure)), failed, as_json=as_json)


@group.command()
def madial(
    folder: Annotated[Path, typer.Argument(help="With memory.jsonl and dialogue*.jsonl.")],
    *,
    overrides: Overrides = None,
    concurrency: Concurrency = 4,
    failed: Failed = None,
    as_json: AsJson = False,
) -> None:
    """Recall of the memories that MADial-Bench's dialogues call for."""
    from membus.evaluation.asking import Asked
    from membus.evaluation.dialogues import ask_dialogues
    from membus.evaluation.evidence import evidence_report
    from membus.evaluation.madial import read_madial
    from membus.evaluation.publishing import publish_sessions

    sessions, dialogues = checked(lambda: read_madial(folder))

    async def measure(settings: Settings) -> list[Asked]:
        await publish_sessions(settings, sessions, tell)
        return await ask_dialogues(settings, dialogues, concurrency)

    finish(evidence_report(on_stack(overrides, measure)), failed, as_json=as_json)


@group.command()
def consistency(
    *,
    split: SplitOption = Split.ALL,
    subset: Subset = False,
    min_rate: Annotated[float, RATE] = 0.0,
    overrides: Overrides = None,
    concurrency: Concurrency = 4,
    failed: Failed = None,
    as_json: AsJson = False,
) -> None:
    """How often what comes back is what was said last: facts in one session, asked in another."""
    from membus.evaluation.cases import ask_cases, choose, read_cases
    from membus.evaluation.consistency import FILE, ConsistencyCase, consistency_report

    worlds, every = checked(lambda: read_cases(FILE, ConsistencyCase))
    cases = choose(every, split, subset=subset)
    asked = on_stack(
        overrides, lambda settings: ask_cases(settings, worlds, cases, concurrency, tell)
    )
    report = consistency_report(cases, asked)
    finish(report, failed, as_json=as_json)
    if report["rate"] < min_rate:
        fail(f"the rate {report['rate']} is below {min_rate}", Exit.DOES_NOT_HOLD)


@group.command()
def pollution(
    *,
    split: SplitOption = Split.ALL,
    subset: Subset = False,
    max_rate: Annotated[float, RATE] = 1.0,
    overrides: Overrides = None,
    concurrency: Concurrency = 4,
    failed: Failed = None,
    as_json: AsJson = False,
) -> None:
    """How often memory comes back that is of no help to the question."""
    from membus.evaluation.cases import ask_cases, choose, read_cases
    from membus.evaluation.pollution import FILE, PollutionCase, pollution_report

    worlds, every = checked(lambda: read_cases(FILE, PollutionCase))
    cases = choose(every, split, subset=subset)
    asked = on_stack(
        overrides, lambda settings: ask_cases(settings, worlds, cases, concurrency, tell)
    )
    report = pollution_report(cases, asked)
    finish(report, failed, as_json=as_json)
    if report["rate"] > max_rate:
        fail(f"the rate {report['rate']} is above {max_rate}", Exit.DOES_NOT_HOLD)


@group.command()
def answer(
    *,
    judge: Annotated[str, typer.Option(help="A model that judges the answers too.")] = "",
    split: SplitOption = Split.ALL,
    subset: Subset = False,
    overrides: Overrides = None,
    concurrency: Concurrency = 4,
    failed: Failed = None,
    as_json: AsJson = False,
) -> None:
    """Let a model answer the consistency cases from the context block, and cite it.

    The model is that of MEMBUS_LLM__BASE_URL and MEMBUS_LLM__MODEL.
    """
    from membus.evaluation.answering import (
        answer_all,
        answering_report,
        judge_all,
        require_model,
    )
    from membus.evaluation.cases import ask_cases, choose, read_cases
    from membus.evaluation.consistency import FILE, ConsistencyCase
    from membus.observability.logging import configure

    worlds, every = checked(lambda: read_cases(FILE, ConsistencyCase))
    cases = choose(every, split, subset=subset)

    async def measure(settings: Settings) -> dict[str, Any]:
        # Every call of the model is logged: on standard output it would stand in the report.
        quiet = settings.log.model_copy(update={"level": "warning"})
        configure(settings.model_copy(update={"log": quiet}), service="evaluation")
        await require_model(settings)
        asked = await ask_cases(settings, worlds, cases, concurrency, tell)
        answers = await answer_all(settings, asked)
        judged = await judge_all(settings, judge, cases, answers) if judge else None
        return answering_report(cases, asked, answers, judged)

    finish(on_stack(overrides, measure), failed, as_json=as_json)


@group.command()
def chunking(
    file: Annotated[
        Path | None, typer.Argument(help="A document with questions, JSON; else our own.")
    ] = None,
    *,
    overrides: Overrides = None,
    concurrency: Concurrency = 4,
    as_json: AsJson = False,
) -> None:
    """Recall of the chunk that holds the answer, for several sizes of chunks.

    The file holds {"title", "text", "questions": [{"question", "answer"}]}; an answer is a piece
    of the text, as it is written there. Each size has a stack of its own.
    """
    from membus.evaluation.chunking import (
        FILE,
        SIZES,
        ask_document,
        read_document,
        settings_of_size,
        size_report,
    )

    document = checked(lambda: read_document(file or FILE))

    async def measure(settings: Settings) -> dict[str, Any]:
        asked = await ask_document(settings, document, concurrency)
        return size_report(settings, document, asked)

    sizes = []
    for size in SIZES:
        of_size = [f"{name}={value}" for name, value in settings_of_size(size).items()]
        sizes.append({"chunk_chars": size, **on_stack([*(overrides or ()), *of_size], measure)})
    if as_json:
        print_json({"sizes": sizes})
    else:
        print_sizes(sizes)


def register(app: typer.Typer) -> None:
    """Add the group."""
    app.add_typer(group, name="eval")
