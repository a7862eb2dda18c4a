"""The consolidation service: wiring alone."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from faststream import FastStream

from membus.bootstrap import consolidation_parts
from membus.kafka.app import stage_app
from membus.settings import Settings
from services.consolidation.handlers import OPTIONS, ConsolidationStage


def create_app(
    settings: Settings, *, instance: str = "0", on_ready: Callable[[], None] | None = None
) -> FastStream:
    """Return one member of the consolidation group; `await app.run()` serves until a signal."""

    @asynccontextmanager
    async def stage() -> AsyncIterator[ConsolidationStage]:
        async with consolidation_parts(settings) as parts:
            yield ConsolidationStage(parts, settings)

    return stage_app(
        settings,
        stage,
        OPTIONS,
        instance=instance,
        on_ready=on_ready,
        tick_every_s=settings.consolidation.tick_every_s,
    )
