"""Why a model gave no answer that can be used: one error, whose reason is shown and counted."""

from typing import Literal

from membus.errors import TransientError

Reason = Literal[
    "timeout",
    "rate limited",
    "unavailable",
    "refused",
    "empty answer",
    "not the asked JSON",
    "budget spent",
    "resting",
]
# What another try a moment later may mend.
_PASSING: frozenset[Reason] = frozenset({"timeout", "rate limited", "unavailable", "empty answer"})


class NoAnswerError(TransientError):
    """The model gave nothing to work with; `retry_after_s` is what the endpoint asked to wait."""

    def __init__(self, reason: Reason, detail: str = "", retry_after_s: float = 0.0) -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason: Reason = reason
        self.retry_after_s = retry_after_s

    @property
    def passing(self) -> bool:
        """Whether another try may mend it."""
        return self.reason in _PASSING
