"""The compression service: wiring alone."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from faststream import FastStream

from membus.bootstrap import compression_parts
from membus.kafka.app import stage_app
from membus.settings import Settings
from services.compression.handlers import OPTIONS, CompressionStage


def create_app(
    settings: Settings, *, instance: str = "0", on_ready: Callable[[], None] | None = None
) -> FastStream:
    """Return one member of the compression group; `await app.run()` serves until a signal."""

    @asynccontextmanager
    async def stage() -> AsyncIterator[CompressionStage]:
        async with compression_parts(settings) as parts:
            # The vocabulary takes a second to load: before the first message, not with it.
            await asyncio.to_thread(parts.tokens.count, [""])
            yield CompressionStage(parts, settings)

    return stage_app(settings, stage, OPTIONS, instance=instance, on_ready=on_ready)
