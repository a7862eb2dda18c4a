"""What tests of a whole stack share: the jars' cache, unique names, the command line."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from membus.local.environment import settings_environment
from membus.settings import Settings, default_data_dir


def jars_dir() -> Path:
    """Return where Kafka's jars are kept between runs."""
    return default_data_dir() / "jars"


def unique(name: str) -> str:
    """Return a name that no other test uses."""
    return f"{name}-{uuid4().hex[:10]}"


@dataclass(frozen=True, slots=True)
class Finished:
    """A command that ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """Its one JSON object."""
        loaded: dict[str, Any] = json.loads(self.out)
        return loaded


def membus(settings: Settings, *arguments: str, stdin: bytes = b"") -> Finished:
    """Run the command line against a stack."""
    done = subprocess.run(
        [sys.executable, "-m", "membus.cli.main", *arguments],
        input=stdin,
        capture_output=True,
        env={**os.environ, **settings_environment(settings)},
        timeout=180,
        check=False,
    )
    return Finished(done.returncode, done.stdout.decode(), done.stderr.decode())
