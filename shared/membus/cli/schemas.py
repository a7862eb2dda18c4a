"""`python -m membus.cli.schemas write|check`: the files under schemas/ that are generated."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from membus.cli.asyncapi import asyncapi
from membus.cli.output import Exit, console, errors
from membus.contracts.base import Contract
from membus.contracts.envelope import Envelope
from membus.contracts.registry import EVENTS

FOLDER = Path(__file__).parents[3] / "schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def generated() -> Mapping[str, str]:
    """Return path (relative to schemas/) → text of every file that is generated."""
    files = {"events/Envelope.v1.json": _schema("Envelope", 1, Envelope)}
    for (name, version), model in EVENTS.items():
        files[f"events/{name}.v{version}.json"] = _schema(name, version, model)
    return files | {"asyncapi.yaml": asyncapi()}


def stale(folder: Path = FOLDER) -> list[str]:
    """Return the paths that differ from what would be generated, are missing, or are too many."""
    wanted = generated()
    there = {str(path.relative_to(folder)) for path in folder.glob("events/*.json")}
    differ = [path for path, text in wanted.items() if _read(folder / path) != text]
    return sorted({*differ, *(there - wanted.keys())})


def write(folder: Path = FOLDER) -> list[str]:
    """Bring the folder up to date; return the paths that changed."""
    changed = stale(folder)
    wanted = generated()
    for path in changed:
        if path in wanted:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(wanted[path], "utf-8")
        else:
            (folder / path).unlink()
    return changed


def main(arguments: list[str]) -> int:
    """Run the command; return 0, 2 when it is used wrongly, 3 when a file is stale."""
    if arguments == ["write"]:
        changed = write()
        console.print("\n".join(f"wrote {path}" for path in changed) or "nothing changed")
        return Exit.OK
    if arguments == ["check"]:
        found = stale()
        for path in found:
            errors.print(f"stale: {path}: run python -m membus.cli.schemas write")
        return Exit.DOES_NOT_HOLD if found else Exit.OK
    errors.print("usage: python -m membus.cli.schemas write|check")
    return Exit.MISUSED


def _schema(name: str, version: int, model: type[Contract]) -> str:
    schema: dict[str, Any] = {
        "$schema": DIALECT,
        "$id": f"urn:membus:{name}:v{version}",
        **model.model_json_schema(),
    }
    return json.dumps(schema, indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def _read(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
