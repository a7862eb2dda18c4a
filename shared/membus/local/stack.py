"""The order in which the stack's parts come up and go down, and what is known of them meanwhile."""

import asyncio
import os
import time
from collections.abc import Sequence

from membus.errors import FatalError
from membus.local.edge_server import edge_server
from membus.local.kafka_server import kafka_server
from membus.local.logs import log_path
from membus.local.part import Part, Starter
from membus.local.ports import free_port, is_free
from membus.local.report import Reporter
from membus.local.server import Server
from membus.local.service import Nursery, Service, ServiceStarter
from membus.local.state import Kind, PartStatus, StackState, remove_state, write_state
from membus.local.valkey_server import valkey_server
from membus.settings import Settings

_SERVER_GRACE_S = 10.0
# The environment that hands each address to the services.
_VARIABLES = {
    "kafka": "MEMBUS_KAFKA__BOOTSTRAP_SERVERS",
    "redis": "MEMBUS_REDIS__URL",
    "qdrant": "MEMBUS_QDRANT__URL",
}


class Stack:
    """The servers that have no address in the settings, and one process a service."""

    def __init__(self, settings: Settings, services: Sequence[Service], reporter: Reporter) -> None:
        self._settings = settings
        self._reporter = reporter
        self._began = time.monotonic()
        servers = _servers(settings)
        self._addresses: dict[str, str] = {server.area: server.address for server in servers}
        self._nursery = nursery = Nursery()
        self._servers = [
            self._part(server.name, "server", server, server.address) for server in servers
        ]
        self._services = [
            self._part(service.name, "service", ServiceStarter(nursery, service), None)
            for service in services
        ]

    async def run(self, stop: asyncio.Event) -> None:
        """Bring everything up, keep it up until `stop` is set, and take it down.

        FatalError when a part fails before the stack was ready; then nothing is left running.
        """
        self._reporter.began(self._write_state())
        try:
            await self._up(stop)
            await stop.wait()
        finally:
            await self._down()
            remove_state(self._settings.local.data_dir)

    async def _up(self, stop: asyncio.Event) -> None:
        # Services inherit the environment.
        for area, address in self._addresses.items():
            os.environ[_VARIABLES[area]] = address
        # One thread a process for linear algebra: services share the cores.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        if self._services:
            self._nursery.warm_up()
        await self._begin(self._servers, stop)
        if not stop.is_set():
            await _apply_topics(self._settings, self._addresses)
            await self._begin(self._services, stop)
        if not stop.is_set():
            self._reporter.ready(time.monotonic() - self._began)

    async def _begin(self, parts: Sequence[Part], stop: asyncio.Event) -> None:
        """Start parts side by side; return when all are ready or the stack is to stop."""
        for part in parts:
            part.begin()
        stopping = asyncio.create_task(stop.wait())
        pending = {asyncio.create_task(part.settled.wait()) for part in parts}
        while pending and not stop.is_set():
            done, _ = await asyncio.wait({*pending, stopping}, return_when=asyncio.FIRST_COMPLETED)
            pending -= done
            for part in parts:
                if part.status.state == "failed":
                    raise FatalError(part.failure())
        for task in (*pending, stopping):
            task.cancel()

    async def _down(self) -> None:
        """Stop services first, they drain; then the servers that they no longer use."""
        grace = self._settings.kafka.drain_timeout_s + _SERVER_GRACE_S
        await asyncio.gather(*(part.stop(grace) for part in self._services))
        for part in reversed(self._servers):
            await part.stop(_SERVER_GRACE_S)

    def _part(self, name: str, kind: Kind, starter: Starter, address: str | None) -> Part:
        local = self._settings.local
        status = PartStatus(name, kind, address, str(log_path(local.data_dir, name)))
        return Part(status, starter, local.start_timeout_s, self._publish)

    def _publish(self, changed: PartStatus) -> None:
        self._write_state()
        self._reporter.changed(changed)

    def _write_state(self) -> StackState:
        parts = [part.status for part in (*self._servers, *self._services)]
        state = StackState(os.getpid(), self._addresses, parts)
        write_state(self._settings.local.data_dir, state)
        return state


def _servers(settings: Settings) -> list[Server]:
    """Return the servers to run, in the order in which they may be needed."""
    local = settings.local
    taken: set[int] = set()

    def port(wanted: int, variable: str) -> int:
        if wanted and not is_free(wanted):
            raise FatalError(f"port {wanted} is taken: set {variable} to another, or to 0 for any")
        taken.add(wanted)
        return wanted or free_port(taken)

    servers = []
    if not settings.kafka.bootstrap_servers:
        kafka_port = port(local.kafka_port, "MEMBUS_LOCAL__KAFKA_PORT")
        servers.append(kafka_server(local, kafka_port, free_port(taken)))
    if not settings.redis.url.get_secret_value():
        servers.append(
            valkey_server(local.data_dir, port(local.valkey_port, "MEMBUS_LOCAL__VALKEY_PORT"))
        )
    if not settings.qdrant.url:
        servers.append(
            edge_server(local.data_dir, port(local.qdrant_port, "MEMBUS_LOCAL__QDRANT_PORT"))
        )
    return servers


async def _apply_topics(settings: Settings, addresses: dict[str, str]) -> None:
    from membus.kafka import topics  # noqa: PLC0415  so that servers start while it imports

    kafka = settings.kafka
    await topics.apply(addresses.get("kafka", kafka.bootstrap_servers), kafka.profile)
