"""Cuts long lists of values into conditions that a database takes, in few distinct sizes."""

from collections.abc import Collection, Iterator
from typing import TypeVar

Value = TypeVar("Value")

PAGE = 512


def pages(values: Collection[Value]) -> Iterator[list[Value]]:
    """Yield the distinct values in lists of at most PAGE, each filled up to a power of two.

    The last value is repeated: a condition takes it twice unharmed, and ten sizes of a statement
    are prepared instead of hundreds.
    """
    distinct = list(dict.fromkeys(values))
    for start in range(0, len(distinct), PAGE):
        page = distinct[start : start + PAGE]
        size = 1 << (len(page) - 1).bit_length()
        yield page + page[-1:] * (size - len(page))
