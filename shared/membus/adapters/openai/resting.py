"""Leaves an endpoint alone that is down or asks for it, so that nobody waits for it in vain."""

import time
from collections.abc import Callable

FAILURES = 5
REST_S = 30.0
_LONGEST_S = 600.0


class Rest:
    """Counts failures in a row: after FAILURES of them the endpoint rests for REST_S.

    After the rest a single further failure begins the next one.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._failures = 0
        self._until = 0.0

    @property
    def is_on(self) -> bool:
        """Whether the endpoint is to be left alone now."""
        return self._now() < self._until

    def answered(self) -> None:
        """Note an answer: the endpoint is well."""
        self._failures = 0

    def failed(self, asked_for_s: float = 0.0) -> float:
        """Note that a call failed for good; return for how many seconds the endpoint rests.

        `asked_for_s` is the wait that the endpoint asks for.
        """
        self._failures += 1
        rest_s = REST_S if self._failures >= FAILURES else 0.0
        rest_s = min(max(rest_s, asked_for_s), _LONGEST_S)
        self._until = max(self._until, self._now() + rest_s)
        return rest_s
