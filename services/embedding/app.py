"""The writer's service: wiring alone."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from faststream import FastStream

from membus.bootstrap import writer_parts
from membus.kafka.app import stage_app
from membus.settings import Settings
from services.embedding.handlers import OPTIONS, WriterStage


def create_app(
    settings: Settings, *, instance: str = "0", on_ready: Callable[[], None] | None = None
) -> FastStream:
    """Return one member of the writer's group; `await app.run()` serves until a signal.

    It fails at its start, with a FatalError, when the index holds vectors of another model.
    """

    @asynccontextmanager
    async def stage() -> AsyncIterator[WriterStage]:
        async with writer_parts(settings) as parts:
            await parts.vectors.prepare()
            # The model takes seconds to load: before the first change, not with it.
            await parts.embedder.embed([""])
            yield WriterStage(parts, settings)

    return stage_app(settings, stage, OPTIONS, instance=instance, on_ready=on_ready)
