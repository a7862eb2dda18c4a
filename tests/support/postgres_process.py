"""A real PostgreSQL from the machine's binaries; initdb refuses root, so another user runs it."""

import os
import pwd
import shutil
import subprocess
from pathlib import Path

from tests.support.processes import MissingError, Process, free_port

_USER = "postgres"
# What a test writes need not survive a power cut.
_FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")


def start_postgres(folder: Path) -> tuple[str, Process]:
    """Start a cluster in `folder`; return its asyncpg address and process. Raises MissingError."""
    binaries = _binaries()
    user = _user()
    data = folder / "postgres"
    data.mkdir()
    if user is not None:
        shutil.chown(data, user, user)
        _let_through(folder)
    subprocess.run(
        [str(binaries / "initdb"), "-D", str(data), "-U", _USER, "-A", "trust", "-E", "UTF8", "-N"],
        check=True,
        capture_output=True,
        timeout=180,
        user=user,
        cwd="/",
    )
    port = free_port()
    options = ["-D", str(data), "-p", str(port), "-h", "127.0.0.1", "-k", str(data)]
    settings = [part for setting in _FAST for part in ("-c", setting)]
    process = Process(
        [str(binaries / "postgres"), *options, *settings], folder / "postgres.log", user
    )
    probe = [str(binaries / "pg_isready"), "-h", "127.0.0.1", "-p", str(port), "-q"]
    process.wait_ready(lambda: subprocess.run(probe, check=False).returncode == 0, "PostgreSQL")
    return f"postgresql+asyncpg://{_USER}@127.0.0.1:{port}/postgres", process


def _binaries() -> Path:
    on_path = shutil.which("postgres")
    folders = [Path(on_path).resolve().parent] if on_path else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in folders:
        if all((folder / name).exists() for name in ("initdb", "postgres", "pg_isready")):
            return folder
    raise MissingError("no PostgreSQL binaries on this machine")


def _user() -> str | None:
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam(_USER).pw_name
    except KeyError as error:
        raise MissingError("running as root and there is no user `postgres`") from error


def _let_through(folder: Path) -> None:
    """Let the other user pass through the session's private temporary folders."""
    for part in (folder, *folder.parents):
        if part.stat().st_uid == 0 and part != Path("/"):
            part.chmod(part.stat().st_mode | 0o011)
