"""Who waits for a session hears of its changes: one subscription a process, however many wait."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from redis.asyncio import Redis
from redis.exceptions import RedisError

_READ_S = 5.0
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.05, 1.0


class Changes:
    """A message on the channel names the sessions that changed, separated by blanks.

    An event is set for a named session, and for all once a subscription begins: what was said
    while none stood is lost, so whoever waits has to look again.
    """

    def __init__(self, client: Redis, channel: str) -> None:
        self._client = client
        self._channel = channel
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._subscribed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @contextmanager
    def of(self, session: str) -> Iterator[asyncio.Event]:
        """Give an event that is set when the session changed."""
        if self._task is None:
            self._task = asyncio.create_task(self._listen())
        event = asyncio.Event()
        self._waiting.setdefault(session, set()).add(event)
        try:
            yield event
        finally:
            self._waiting[session].discard(event)
            if not self._waiting[session]:
                del self._waiting[session]

    async def subscribed(self) -> None:
        """Return once the subscription stands."""
        await self._subscribed.wait()

    async def close(self) -> None:
        """End the subscription and close its connection."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._client.aclose()

    async def _listen(self) -> None:
        pause = _FIRST_PAUSE_S
        while True:
            try:
                async with self._client.pubsub() as subscription:
                    await subscription.subscribe(self._channel)
                    while True:
                        message = await subscription.get_message(timeout=_READ_S)
                        if message is not None:
                            self._hear(message["type"], message["data"])
                            pause = _FIRST_PAUSE_S
            except RedisError:
                self._subscribed.clear()
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE_S)

    def _hear(self, kind: str, data: str) -> None:
        # The client subscribes again by itself where a connection broke, and says so.
        if kind == "subscribe":
            self._subscribed.set()
            self._wake(list(self._waiting))
        elif kind == "message":
            self._wake(data.split(" "))

    def _wake(self, sessions: list[str]) -> None:
        for session in sessions:
            for event in self._waiting.get(session, ()):
                event.set()
