"""What every contract shares: frozen models that keep unknown fields, and the accepted times."""

from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict

EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
LATEST = datetime(2200, 1, 1, tzinfo=UTC)

JsonObject = dict[str, Any]


class Contract(BaseModel):
    """A frozen part of a contract; fields it does not know are kept, never dropped."""

    model_config = ConfigDict(frozen=True, extra="allow")


def as_utc(value: datetime) -> datetime:
    """Return the time in UTC (naive means UTC). Raises ValueError outside 1900..2200."""
    aware = value if value.tzinfo else value.replace(tzinfo=UTC)
    # Compared before it is converted: astimezone overflows at the ends of the calendar.
    if not EARLIEST.year <= aware.year < LATEST.year:
        raise ValueError(f"year {aware.year} is not plausible: use a time from 1900 to 2199")
    return aware.astimezone(UTC)


UtcTime = Annotated[datetime, AfterValidator(as_utc)]
