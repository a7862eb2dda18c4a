"""`make bench`: every row of the README's table, measured; JSON under bench/results."""

import argparse
import asyncio
import json
import os
import platform
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil
from rich.console import Console
from rich.table import Table

from bench import killing, recalling, runtime, startup, writing
from bench.stacks import running

RESULTS = Path(__file__).parent / "results"


async def _runtime() -> dict[str, Any]:
    with running(()) as settings:
        figures = await runtime.measure(settings.kafka.bootstrap_servers)
    with running(()) as settings:
        figures["ingestion"] = await writing.ingestion(settings)
    return figures


async def _writer() -> dict[str, Any]:
    own = os.sched_getaffinity(0)
    # Broker and vector server inherit the other core; the writer pins itself to its own.
    os.sched_setaffinity(0, own - {writing.WRITER_CORE} or own)
    try:
        with running(()) as settings:
            return await writing.writer(settings)
    finally:
        os.sched_setaffinity(0, own)


async def _recall() -> dict[str, Any]:
    with running() as settings:
        fresh = await recalling.freshness(settings)
        return {"recall": await recalling.latency(settings), "freshness": fresh}


MEASURES: dict[str, Callable[[], Awaitable[dict[str, Any]]]] = {
    "startup": startup.measure,
    "runtime": _runtime,
    "writer": _writer,
    "recall": _recall,
    "kill": killing.measure,
}


def _rows(found: dict[str, Any]) -> list[tuple[str, str, str]]:
    rows = []
    if one := found.get("runtime"):
        rate, ingestion = one["messages_per_second"], one["ingestion"]
        what = f"runtime {rate['batches']:,}/s, raw {rate['raw']:,}/s"
        what += f"; full ingestion {ingestion['per_second']:,}/s"
        rows.append((what, "≥ 0.5 of raw", f"{one['ratio_batches']} ({one['ratio_lanes']} lanes)"))
    if one := found.get("writer"):
        what = f"writer {one['writer_per_s']}/s, embedder alone {one['embedder_alone_per_s']}/s"
        rows.append((what, "≥ 0.6", str(one["ratio"])))
    if one := found.get("recall"):
        asked, fresh = one["recall"], one["freshness"]
        what = f"recall at 50/s, {asked['memories']:,} memories, {asked['failed']} failed"
        rows.append((what, "p50 ≤ 12, p95 ≤ 30 ms", f"{asked['p50_ms']}, {asked['p95_ms']} ms"))
        what = f"publish to recall at level memory, 20/s, {fresh['not_fresh']} not fresh"
        rows.append((what, "p95 ≤ 500 ms", f"{fresh['p95_ms']} ms"))
    if one := found.get("startup"):
        rows.append(("membus up to ready", "≤ 10 s", f"{one['seconds']} s"))
        rows.append(("memory of the stack (PSS)", "≤ 1,500 MB", f"{one['pss_mb']:,} MB"))
    if one := found.get("kill"):
        lost = sum(each["unaccounted"] for each in one.values())
        doubled = sum(each["doubled"] for each in one.values())
        rows.append(("kill -9 of each service in 2,000 messages", "0, 0", f"{lost}, {doubled}"))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(MEASURES)}")
    parser.add_argument("--json", action="store_true", help="print the JSON alone")
    options = parser.parse_args()
    unknown = set(options.names) - set(MEASURES)
    if unknown:
        parser.error(f"there is no {', '.join(sorted(unknown))}: choose from {', '.join(MEASURES)}")
    found: dict[str, Any] = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": {
            "cores": psutil.cpu_count(),
            "memory_gb": round(psutil.virtual_memory().total / 1e9),
            "python": platform.python_version(),
            "system": platform.platform(),
        },
    }
    err = Console(stderr=True)
    for name in options.names or MEASURES:
        err.print(f"measuring {name} …")
        found[name] = asyncio.run(MEASURES[name]())
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "latest.json").write_text(json.dumps(found, indent=2), "utf-8")
    if options.json:
        print(json.dumps(found))
        return
    table = Table("what", "bar", "measured")
    for row in _rows(found):
        table.add_row(*row)
    Console().print(table)


if __name__ == "__main__":
    main()
