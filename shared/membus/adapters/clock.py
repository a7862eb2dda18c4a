"""The wall clock. Everyone else gets `now` passed in."""

from datetime import UTC, datetime


class WallClock:
    """Clock of the machine."""

    def now(self) -> datetime:
        """Return the time in UTC."""
        return datetime.now(UTC)
