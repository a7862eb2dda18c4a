"""Every error membus raises, by who can act on it. Knows nothing of any library."""


class MembusError(Exception):
    """Base of all errors raised by membus; the message says what to do."""


class TransientError(MembusError):
    """It may work later: the runtime retries it, the caller may too."""


class UnavailableError(TransientError):
    """A server cannot be reached or refuses to serve now."""


class RateLimitedError(TransientError):
    """A server asks to slow down."""

    def __init__(self, message: str, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class DeadlineError(TransientError):
    """An answer did not come within its deadline."""


class PermanentError(MembusError):
    """The input itself is at fault: it parks, and trying again changes nothing."""


class MalformedError(PermanentError):
    """Bytes, JSON or fields that break the contract."""


class UnknownSchemaError(PermanentError):
    """An event type, version or block that this build does not know."""


class KeyMismatchError(PermanentError):
    """The record's key is not the one its contents ask for."""


class NotAllowedError(PermanentError):
    """The caller may not do this: another user's session, another tenant's data."""


class FatalError(MembusError):
    """The process cannot go on: wrong settings, a lost epoch, a fault many records share."""
