"""Wires recall to the bus. No stage and so no FastStream: questions are answered, not accounted."""

import asyncio
import signal
import sys
from collections.abc import Callable

from membus.bootstrap import recall_parts
from membus.errors import FatalError
from membus.kafka.replies import ReplyServer
from membus.settings import Settings
from services.recall.handlers import Recaller

SWITCH_S = 0.0005


class RecallApp:
    """Answers questions until SIGTERM or SIGINT."""

    def __init__(
        self, settings: Settings, instance: str, on_ready: Callable[[], None] | None
    ) -> None:
        self._settings = settings
        self._instance = instance
        self._on_ready = on_ready
        self._error: FatalError | None = None
        self._ended = asyncio.Event()

    async def run(self) -> None:
        """Serve until a signal, then drain. Raises FatalError when serving cannot go on."""
        # The loop shares the interpreter with the embedder's thread, which would keep it for 5 ms.
        sys.setswitchinterval(SWITCH_S)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._ended.set)
        async with recall_parts(self._settings) as parts:
            # The first call loads the model: better now than in the first answer.
            await parts.embedder.embed(["ready"])
            server = ReplyServer(
                self._settings.kafka,
                Recaller(parts, self._settings).answer,
                parts.clock,
                instance=self._instance,
                on_fatal=self._fail,
            )
            await server.start()
            try:
                if self._on_ready is not None:
                    self._on_ready()
                await self._ended.wait()
            finally:
                await server.stop()
        if self._error is not None:
            raise self._error

    def _fail(self, error: FatalError) -> None:
        self._error = error
        self._ended.set()


def create_app(
    settings: Settings, *, instance: str = "0", on_ready: Callable[[], None] | None = None
) -> RecallApp:
    """Return the application of one member; `on_ready` is called once questions are taken."""
    return RecallApp(settings, instance, on_ready)
