"""The writer pinned to one core against its embedder alone there; and ingestion at full speed."""

import asyncio
import json
import subprocess
import sys
import time

from bench.loads import conversations, fact_sets, publish
from bench.stacks import on_core, service, until_caught_up
from membus.client import MemoryClient
from membus.contracts.envelope import body_as
from membus.contracts.events.changes import FactSetExtracted
from membus.contracts.memory import Memory
from membus.domain.points import dense_text
from membus.kafka.stage import Outgoing
from membus.settings import Settings

MEMORIES, MESSAGES = 3000, 10_000
WRITER_CORE = 0

_ALONE = """
import json, sys, time
from membus.adapters.embedders.usem3 import Usem3Embedder
import asyncio
texts = json.load(sys.stdin)
embedder = Usem3Embedder(batch=16)
asyncio.run(embedder.embed(texts[:64]))
began = time.perf_counter()
asyncio.run(embedder.embed(texts))
print(len(texts) / (time.perf_counter() - began))
"""


async def writer(settings: Settings) -> dict[str, object]:
    """Write the same texts through the whole writer, and embed them alone, each on one core.

    The servers must be kept on the other cores by the caller.
    """
    events = list(fact_sets(50, MEMORIES))
    texts = [_embedded(event) for event in events]
    alone_before = await asyncio.to_thread(_alone, texts[:1500])
    await publish(settings, events[:200])
    async with service(settings, "embedding", WRITER_CORE):
        await until_caught_up(settings, "embedding")
        await publish(settings, events[200:])
        began = time.perf_counter()
        await until_caught_up(settings, "embedding")
        seconds = time.perf_counter() - began
    alone_after = await asyncio.to_thread(_alone, texts[:1500])
    alone = (alone_before + alone_after) / 2
    through = (len(events) - 200) / seconds
    return {
        "texts": len(events),
        "writer_per_s": round(through),
        "embedder_alone_per_s": round(alone),
        "ratio": round(through / alone, 3),
    }


def _embedded(event: Outgoing) -> str:
    """Return the text that the writer embeds: with speaker, date and the message before."""
    fact = body_as(event.envelope, FactSetExtracted).facts[0]
    at = event.envelope.occurred_at
    return dense_text(
        Memory.model_construct(
            kind=fact.kind,
            content=fact.content,
            speaker=fact.speaker,
            context=fact.context,
            valid_from=at,
            first_mentioned_at=at,
            last_mentioned_at=at,
        )
    )


def _alone(texts: list[str]) -> float:
    done = subprocess.run(
        [*on_core(WRITER_CORE), sys.executable, "-c", _ALONE],
        input=json.dumps(texts).encode(),
        capture_output=True,
        check=True,
    )
    return float(done.stdout)


async def ingestion(settings: Settings) -> dict[str, object]:
    """Messages a second through the whole of ingestion, one process."""
    async with MemoryClient(settings) as client:
        items = list(conversations(200, MESSAGES))
        for start in range(0, len(items), 500):
            await client.publish_many(items[start : start + 500])
    async with service(settings, "ingestion"):
        began = time.perf_counter()
        await until_caught_up(settings, "ingestion")
        seconds = time.perf_counter() - began
    return {"messages": MESSAGES, "per_second": round(MESSAGES / seconds)}
