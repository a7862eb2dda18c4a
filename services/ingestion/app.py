"""The ingestion service: wiring alone."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from faststream import FastStream

from membus.bootstrap import ingestion_parts
from membus.kafka.app import stage_app
from membus.kafka.partitions import partition_of
from membus.kafka.topic_registry import MESSAGES, registry
from membus.settings import Settings
from services.ingestion.handlers import OPTIONS, IngestionStage


def create_app(
    settings: Settings, *, instance: str = "0", on_ready: Callable[[], None] | None = None
) -> FastStream:
    """Return one member of the ingestion group; `await app.run()` serves until a signal."""
    # Counts are immutable and written down, so the registry knows them as well as the broker.
    partitions = registry()[MESSAGES].partitions[settings.kafka.profile]

    @asynccontextmanager
    async def stage() -> AsyncIterator[IngestionStage]:
        async with ingestion_parts(settings) as parts:
            # The vocabulary takes a second to load: before the first message, not with it.
            await asyncio.to_thread(parts.tokens.count, [""])
            yield IngestionStage(parts, settings, lambda key: partition_of(key, partitions))

    return stage_app(
        settings,
        stage,
        OPTIONS,
        instance=instance,
        on_ready=on_ready,
        tick_every_s=settings.turns.tick_every_s,
    )
