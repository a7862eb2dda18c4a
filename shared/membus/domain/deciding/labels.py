"""Names of decisions that are read again later."""

ERASED = "erased"
