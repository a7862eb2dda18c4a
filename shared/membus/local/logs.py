"""One log file a part under the data folder, bounded when the part starts."""

from pathlib import Path
from typing import BinaryIO

_BOUND = 10 * 1024 * 1024
_TAIL_BYTES = 16 * 1024


def log_path(data_dir: Path, part: str) -> Path:
    """Return where a part logs."""
    return data_dir.absolute() / "logs" / f"{part}.log"


def open_log(path: Path) -> BinaryIO:
    """Open a log for appending; one that passed 10 MiB becomes `.1`, the only old one kept."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and path.stat().st_size > _BOUND:
        path.replace(path.with_suffix(".log.1"))
    return path.open("ab", buffering=0)


def tail(path: Path, lines: int = 15) -> str:
    """Return the last lines of a log, "" where there is none."""
    try:
        with path.open("rb") as log:
            log.seek(max(0, path.stat().st_size - _TAIL_BYTES))
            return "\n".join(log.read().decode("utf-8", "replace").splitlines()[-lines:])
    except OSError:
        return ""
