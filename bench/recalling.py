"""Recall over Kafka at a steady rate, and from a turn's last message to its recall."""

import asyncio
import time

from bench.loads import fact_sets, publish, question, sentence
from bench.stacks import until_caught_up
from membus.client import MemoryClient
from membus.errors import MembusError
from membus.settings import Settings

USERS, MEMORIES = 100, 10_000


def percentiles(values: list[float]) -> dict[str, float]:
    """Return p50, p95 and the largest, in ms."""
    ordered = sorted(values)
    if not ordered:
        return {}
    return {
        "p50_ms": round(ordered[len(ordered) // 2] * 1000, 1),
        "p95_ms": round(ordered[int(len(ordered) * 0.95)] * 1000, 1),
        "max_ms": round(ordered[-1] * 1000, 1),
    }


async def latency(settings: Settings, rate: float = 50, seconds: float = 20) -> dict[str, object]:
    """Load 10,000 memories of 100 users, then ask `rate` questions a second."""
    began = time.perf_counter()
    await publish(settings, fact_sets(USERS, MEMORIES))
    await until_caught_up(settings, "embedding", 0.2)
    loaded = time.perf_counter() - began
    taken: list[float] = []
    found = failed = 0
    async with MemoryClient(settings) as client:

        async def ask(number: int) -> None:
            nonlocal found, failed
            at = number * 37 % MEMORIES
            started = time.perf_counter()
            try:
                answer = await client.recall(question(at), user_id=f"user-{at % USERS}")
            except MembusError:
                failed += 1
                return
            taken.append(time.perf_counter() - started)
            found += any(f"B{at}" in hit.memory.content for hit in answer.hits)

        for number in range(20):
            await ask(number)
        taken.clear()
        found = 0
        await _at_rate(ask, rate, seconds)
    return {
        "memories": MEMORIES,
        "load_seconds": round(loaded, 1),
        "questions": len(taken),
        "failed": failed,
        "found": round(found / max(1, len(taken)), 3),
        **percentiles(taken),
    }


async def freshness(settings: Settings, rate: float = 20, seconds: float = 20) -> dict[str, object]:
    """Publish `rate` messages a second as turns of two; time each until recall has it in memory."""
    taken: list[float] = []
    stale = 0
    async with MemoryClient(settings) as client:

        async def turn(number: int) -> None:
            nonlocal stale
            where = {"user_id": f"fresh-{number % 50}", "session_id": f"fresh-{number}"}
            said = {"role": "user", "content": f"{sentence(number)[1]} I live in town {number}."}
            await client.publish(said, **where)
            started = time.perf_counter()
            receipt = await client.publish({"role": "assistant", "content": "Noted."}, **where)
            answer = await client.recall(
                f"in which town {number} do I live",
                user_id=where["user_id"],
                after=receipt,
                level="memory",
            )
            taken.append(time.perf_counter() - started)
            stale += not (answer.fresh and answer.hits)

        for number in range(10):
            await turn(1_000_000 + number)
        taken.clear()
        stale = 0
        await _at_rate(turn, rate / 2, seconds)
    return {"turns": len(taken), "not_fresh": stale, **percentiles(taken)}


async def _at_rate(work, rate: float, seconds: float) -> None:  # noqa: ANN001 - a coroutine function
    """Start one call every 1/rate seconds, whether or not the last has ended."""
    began = time.perf_counter()
    tasks = []
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
        tasks.append(asyncio.create_task(work(number)))
    await asyncio.gather(*tasks)
