"""The extraction service: wiring alone."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from faststream import FastStream

from membus.bootstrap import extraction_parts
from membus.kafka.app import stage_app
from membus.settings import Settings
from services.extraction.handlers import ExtractionStage, options


def create_app(
    settings: Settings, *, instance: str = "0", on_ready: Callable[[], None] | None = None
) -> FastStream:
    """Return one member of the extraction group; `await app.run()` serves until a signal."""

    @asynccontextmanager
    async def stage() -> AsyncIterator[ExtractionStage]:
        async with extraction_parts(settings) as parts:
            yield ExtractionStage(parts, settings)

    return stage_app(settings, stage, options(settings), instance=instance, on_ready=on_ready)
