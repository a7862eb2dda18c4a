"""The holidays that move, by Duckling (a Haskell library in a wheel); knows nothing of messages."""

import ctypes
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import lru_cache
from importlib.resources import as_file, files
from typing import Any

from membus.domain.languages import has_han
from membus.errors import FatalError

_SIGACTION_ROOM = 512  # more than struct sigaction takes anywhere


class DucklingCalendar:
    """A `domain.times.Calendar`: what "Easter" or 明年春节 means to someone at a local time.

    Loads at the first question, in whichever process and thread asks it, so build it freely before
    a fork. Duckling is asked about one matched phrase at a time, never about free text: it takes
    exponential time on some, and cannot be stopped.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._engine: _Engine | None = None
        self._ask = lru_cache(maxsize=4096)(self._ask_engine)

    def __call__(self, phrase: str, local: datetime) -> tuple[datetime, datetime] | None:
        """Return the local [begin, end) that the phrase names, None where it names none."""
        day = local.replace(hour=0, minute=0, second=0, microsecond=0)
        return self._ask(phrase, day)

    def _ask_engine(self, phrase: str, day: datetime) -> tuple[datetime, datetime] | None:
        with self._lock:
            if self._engine is None:
                self._engine = _Engine()
            return self._engine.ask(phrase, day)


class _Engine:
    """The loaded library. Every day is asked for as if it were in UTC: only dates come back."""

    def __init__(self) -> None:
        with _own_interrupt():
            try:
                import duckling  # noqa: PLC0415 - starts a Haskell runtime: in the asking process
            except ImportError as error:
                raise FatalError("duckling is missing: pip install 'membus[services]'") from error
            self._duckling: Any = duckling
            # A folder that is not there ends the process, so it comes from the tzdata package;
            # Etc is enough for UTC, and a hundred times faster than all zones.
            with as_file(files("tzdata") / "zoneinfo" / "Etc") as folder:
                self._zones = duckling.load_time_zones(str(folder))
        base = {code: duckling.parse_lang(code) for code in ("EN", "ZH")}
        locales = {code: duckling.default_locale_lang(lang) for code, lang in base.items()}
        self._chinese = locales["ZH"]
        self._english = duckling.parse_locale("EN_US", locales["EN"])
        self._time = duckling.parse_dimensions(["time"])

    def ask(self, phrase: str, day: datetime) -> tuple[datetime, datetime] | None:
        seconds = int((day - datetime(1970, 1, 1)).total_seconds())  # noqa: DTZ001 - both local
        reference = self._duckling.parse_ref_time(self._zones, "UTC", seconds)
        locale = self._chinese if has_han(phrase) else self._english
        context = self._duckling.Context(reference, locale)
        for answer in self._duckling.parse(phrase, context, self._time, with_latent=False):
            if answer["start"] == 0 and answer["end"] == len(phrase):
                return _stretch(answer["value"])
        return None


def _stretch(value: dict[str, Any]) -> tuple[datetime, datetime] | None:
    if value.get("type") == "interval":
        if "from" in value and "to" in value:
            return _local(value["from"]["value"]), _local(value["to"]["value"])
        return None
    begin = _local(value["value"])
    return begin, begin + timedelta(days=1)


def _local(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=None)


@contextmanager
def _own_interrupt() -> Iterator[None]:
    """Keep this process's SIGINT handler: Haskell's runtime takes it over when it starts.

    Done in C, since Python sets handlers on its main thread only, and this may be another.
    """
    libc = ctypes.CDLL(None)
    kept = ctypes.create_string_buffer(_SIGACTION_ROOM)
    saved = libc.sigaction(int(signal.SIGINT), None, kept) == 0
    try:
        yield
    finally:
        if saved:
            libc.sigaction(int(signal.SIGINT), kept, None)
