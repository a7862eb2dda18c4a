"""Runs many things, a few at a time."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


async def map_bounded(
    work: Callable[[Item], Awaitable[Result]], items: Iterable[Item], limit: int
) -> list[Result]:
    """Return the results in the order of the items, at most `limit` of them under way at a time.

    The first that fails stops the others, and its error is raised.
    """
    place = asyncio.Semaphore(limit)

    async def one(item: Item) -> Result:
        async with place:
            return await work(item)

    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one(item)) for item in items]
    except ExceptionGroup as errors:
        raise errors.exceptions[0] from None
    return [task.result() for task in tasks]
