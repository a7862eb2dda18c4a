"""`membus up` to ready with the jars cached, and the memory (PSS) of the whole stack at rest."""

import time

import psutil

from bench.stacks import running
from membus.local.state import read_state


async def measure() -> dict[str, object]:
    """Return seconds to ready and PSS in MB, by part."""
    began = time.perf_counter()
    with running() as settings:
        seconds = time.perf_counter() - began
        state = read_state(settings.local.data_dir)
        assert state is not None
        supervisor = psutil.Process(state.pid)
        names = {part.pid: part.name for part in state.parts}
        parts: dict[str, float] = {}
        for process in [supervisor, *supervisor.children(recursive=True)]:
            name = names.get(process.pid, "supervisor")
            mb = process.memory_full_info().pss / 1e6
            parts[name] = round(parts.get(name, 0) + mb, 1)
    return {"seconds": round(seconds, 2), "pss_mb": round(sum(parts.values())), "parts_mb": parts}
