"""How a memory fades with the time since it was last mentioned or used."""

import math
from datetime import datetime

_DAY_S = 86_400.0
# Age in days and what is left then; exponential in between, and on beyond the last.
_FIXED = ((3.0, 1.0), (7.0, 0.6), (30.0, 0.2))


def decay(last_used: datetime, now: datetime) -> float:
    """Return what is left at `now` of what was last mentioned or hit at `last_used`; in (0, 1]."""
    return decay_of_age((now - last_used).total_seconds() / _DAY_S)


def decay_of_age(days: float) -> float:
    """Return what is left after some days: 1 up to 3 days, 0.6 at 7, 0.2 at 30.

    Exponential between these points (the logarithm is linear) and beyond them at the last slope.
    A negative age, from clocks that differ, counts as none.
    """
    if days <= _FIXED[0][0]:
        return _FIXED[0][1]
    (start, high), (end, low) = _FIXED[:2] if days <= _FIXED[1][0] else _FIXED[1:]
    rate = math.log(low / high) / (end - start)
    # Never zero: what is a thousand years old still has a rank.
    return max(high * math.exp(rate * (days - start)), math.ulp(0.0))
