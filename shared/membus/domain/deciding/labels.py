"""Names of decisions that are read again later."""

ERASED = "erased"
ENDING = "ends others"
"""The decision of a memory that says nothing but that another one is over."""
