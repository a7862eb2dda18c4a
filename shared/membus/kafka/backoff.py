"""How long a record that failed for a while rests before it is tried again. Pure."""

from dataclasses import dataclass

# The growth of the gap is cut off here; 2 ** 16 first gaps are longer than any longest one.
_MOST_DOUBLINGS = 16


@dataclass(frozen=True, slots=True)
class Backoff:
    """Gaps that double from `first_s`.

    While a record is younger than `deadline_s` (counted from its first failure) a gap is at most
    `short_s`; after that its partition is paused and gaps grow up to `long_s`.
    """

    deadline_s: float
    first_s: float = 0.1
    short_s: float = 5.0
    long_s: float = 60.0

    def overdue(self, failing_for_s: float) -> bool:
        """Whether the record has failed for so long that it may not stay where it is."""
        return failing_for_s >= self.deadline_s

    def gap_s(self, attempts: int, failing_for_s: float, asked_s: float | None = None) -> float:
        """Return the rest after `attempts` failed tries; `asked_s` is what the server asked for."""
        longest = self.long_s if self.overdue(failing_for_s) else self.short_s
        grown = self.first_s * 2.0 ** min(max(attempts - 1, 0), _MOST_DOUBLINGS)
        return max(min(grown, longest), asked_s or 0.0)
