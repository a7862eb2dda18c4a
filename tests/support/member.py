"""A member of a group as a process of its own, so that a test can kill it: prints what it settles.

Run as `python -m tests.support.member BOOTSTRAP NAME PARTITIONS INSTANCE SESSION_TIMEOUT_MS`.
"""

import asyncio
import sys
from collections.abc import Sequence

from tests.support.kafka import Lab
from tests.support.stages import SpyStage, running

from membus.kafka.stage import Done, Record, Result

MOST = 100


class Printing(SpyStage):
    """Says how many are settled, and never comes to an end: it is killed in the middle."""

    async def handle(self, records: Sequence[Record]) -> Sequence[Result]:
        if len(self.settled) >= MOST:
            await asyncio.Event().wait()
        return await super().handle(records)

    async def settle(self, done: Sequence[tuple[Record, Done]]) -> None:
        await super().settle(done)
        sys.stdout.write(f"settled {len(self.settled)}\n")
        sys.stdout.flush()


async def main() -> None:
    bootstrap, name, partitions, instance, session_timeout_ms = sys.argv[1:]
    lab = Lab(bootstrap, name, int(partitions))
    options = lab.options(max_batch=10)
    async with running(
        lab,
        Printing(),
        options,
        instance=instance,
        session_timeout_ms=int(session_timeout_ms),
    ):
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
