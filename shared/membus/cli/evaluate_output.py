"""How evaluations are told to people, and what failed to a file."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from membus.cli.output import Exit, console, fail, literal


def print_report(report: Mapping[str, Any]) -> None:
    """Print the figures overall and by group, and how long the answers took."""
    groups = {**report["by_category"], **report.get("by_language", {})}
    names = list(next(iter(groups.values()), {}))
    table = Table("", *names)
    for title, figures in {"all": report, **groups}.items():
        table.add_row(literal(title), *(_figure(figures[name]) for name in names))
    console.print(table)
    rest = {
        name: value
        for name, value in report.items()
        if name not in names and not isinstance(value, dict | list)
    }
    waited = {f"{name} ms": value for name, value in report["latency_ms"].items()}
    counts = {**rest, **waited, "failed": len(report["failed"])}
    console.print(", ".join(f"{name} {_figure(value)}" for name, value in counts.items()))


def print_sizes(sizes: Sequence[Mapping[str, Any]]) -> None:
    """Print a row for each chunk size."""
    names = ["chunk_chars", "chunks", "mean_tokens", "recall_at_5", "recall_at_10"]
    table = Table(*names)
    for one in sizes:
        table.add_row(*(_figure(one[name]) for name in names))
    console.print(table)


def write_failed(file: Path, failed: Sequence[Mapping[str, Any]]) -> None:
    """Write what failed as JSON Lines. Exits with 2 where the file cannot be written."""
    lines = [json.dumps(one, ensure_ascii=False) + "\n" for one in failed]
    try:
        file.write_text("".join(lines), "utf-8")
    except OSError as error:
        fail(f"{file} cannot be written: {error.strerror}", Exit.MISUSED)


def _figure(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)
