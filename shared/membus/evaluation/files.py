"""Reads what an evaluation is given, with errors that say what to do."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from membus.errors import MalformedError


def read_text(file: Path) -> str:
    """Return a file's text. Raises MalformedError where it cannot be read."""
    try:
        return file.read_text("utf-8-sig")
    except OSError as error:
        raise MalformedError(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise MalformedError(f"{file} is not UTF-8 at byte {error.start}") from error


def read_lines(file: Path) -> Iterator[tuple[int, Any]]:
    """Yield (line number, value) of JSON Lines. Raises MalformedError, naming the line."""
    for number, line in enumerate(read_text(file).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            yield number, json.loads(line)
        except ValueError as error:
            raise MalformedError(f"{file}:{number}: not JSON: {error}") from error
