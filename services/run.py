"""Runs one service in this process until a signal ends it. Knows the services by name alone."""

import asyncio
import importlib
from collections.abc import Callable
from typing import Protocol

from membus.errors import FatalError
from membus.observability import logging
from membus.settings import settings_of_process

NAMES = ("ingestion", "extraction", "embedding", "recall", "consolidation", "compression")


class _App(Protocol):
    async def run(self) -> None:
        """Serve until SIGTERM or SIGINT, then drain."""


def run_service(name: str, on_ready: Callable[[], None] | None = None, instance: str = "0") -> None:
    """Serve as one member of a service's group; `on_ready` is called once it takes work.

    `instance` tells the members of a group apart, and stays the same over a member's restarts.
    FatalError where there is no such service.
    """
    if name not in NAMES:
        raise FatalError(f"there is no service {name!r}; there are {', '.join(NAMES)}")
    settings = settings_of_process()
    logging.configure(settings, service=name)
    module = importlib.import_module(f"services.{name}.app")
    app: _App = module.create_app(settings, instance=instance, on_ready=on_ready)
    asyncio.run(app.run())
