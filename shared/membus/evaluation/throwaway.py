"""A whole embedded stack for one evaluation, in a folder that goes afterwards."""

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from membus.errors import MalformedError
from membus.local.launch import held_stack, wait_until_ready
from membus.settings import Settings, read_settings, settings_of_environment

_PREFIX = "MEMBUS_"
# A stack of its own: servers that the caller's environment names hold other memory.
_OWN: dict[str, str | None] = {
    "MEMBUS_KAFKA__BOOTSTRAP_SERVERS": None,
    "MEMBUS_REDIS__URL": None,
    "MEMBUS_QDRANT__URL": None,
    "MEMBUS_LEDGER__URL": None,
}


def parse_overrides(words: Sequence[str]) -> dict[str, str]:
    """Return variables from words like MEMBUS_RECALL__CANDIDATES=80.

    Raises MalformedError for what is none, or names no area of the settings; a field that an area
    does not have is found when the settings are read.
    """
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        area = name.removeprefix(_PREFIX).partition("__")[0].lower()
        if not equals or not name.startswith(_PREFIX):
            raise MalformedError(f"--set {word!r}: write MEMBUS_<AREA>__<FIELD>=value")
        if area not in Settings.model_fields:
            areas = ", ".join(sorted(Settings.model_fields))
            raise MalformedError(f"--set {name}: there is no area {area!r}; there are {areas}")
        found[name] = value
    return found


@contextmanager
def throwaway_stack(
    overrides: Mapping[str, str], tell: Callable[[str], None] = lambda _: None
) -> Iterator[Settings]:
    """Start a stack with these variables set and return its settings; remove its data afterwards.

    Kafka's jars come from the cache of the caller's own stack. It ends with this process, also
    when that is killed. Raises FatalError when a setting is wrong or the stack does not come up.
    """
    local = settings_of_environment().local
    with tempfile.TemporaryDirectory(prefix="membus-eval-", ignore_cleanup_errors=True) as folder:
        variables: dict[str, str | None] = {
            **_OWN,
            **overrides,
            "MEMBUS_LOCAL__DATA_DIR": folder,
            "MEMBUS_LOCAL__JARS_DIR": str(local.jars_dir or local.data_dir / "jars"),
        }
        with _environment(variables):
            wanted = settings_of_environment()
            tell("starting a stack of its own …")
            with held_stack(wanted) as supervisor:
                supervisor.until_ready(lambda _: None)
                wait_until_ready(wanted)
                yield read_settings()


@contextmanager
def _environment(variables: Mapping[str, str | None]) -> Iterator[None]:
    """Set variables of this process (None: unset) for the block; the stack inherits them."""
    before = {name: os.environ.get(name) for name in variables}
    _apply(variables)
    try:
        yield
    finally:
        _apply(before)


def _apply(variables: Mapping[str, str | None]) -> None:
    for name, value in variables.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
