"""One connection for many callers. Knows not what it connects to."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Connection(Generic[T]):
    """Opened by the first call of `get`; again, where opening failed.

    The attempt belongs to no caller: who gives up leaves it to the others. Cancelled half way it
    would leave sockets open that nobody knows of.
    """

    def __init__(
        self, connect: Callable[[], Awaitable[T]], disconnect: Callable[[T], Awaitable[None]]
    ) -> None:
        self._connect = connect
        self._disconnect = disconnect
        self._opening: asyncio.Future[T] | None = None

    async def get(self) -> T:
        """Return what is connected. Raises what connecting raises."""
        opening = self._opening
        if opening is None or (opening.done() and opening.exception() is not None):
            opening = self._opening = asyncio.ensure_future(self._connect())
        return await asyncio.shield(opening)

    async def close(self) -> None:
        """Disconnect, once an attempt that is under way has ended."""
        opening, self._opening = self._opening, None
        if opening is None:
            return
        await asyncio.wait([opening])
        if opening.exception() is None:
            await self._disconnect(opening.result())
