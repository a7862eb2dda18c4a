"""A service of the stack: forked from a process that has imported already, ready when it says so.

Knows no service by name.
"""

import asyncio
import importlib
import multiprocessing
import os
from dataclasses import dataclass
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from membus.errors import UnavailableError
from membus.local.lifeline import die_with_parent
from membus.local.logs import open_log
from membus.local.part import Child

_READY = b"ready"


@dataclass(frozen=True, slots=True)
class Service:
    """A service to run in a process of its own.

    `runner` is "module:function", called as `function(name, on_ready=…, instance=instance)`.
    """

    name: str
    runner: str = "services.run:run_service"
    instance: str = "0"


class ServiceProcess:
    """A forked service; `says_ready` is set once it says that it serves."""

    def __init__(self, process: ForkServerProcess, hears: Connection) -> None:
        self._process = process
        self._hears = hears
        self._ended = asyncio.Event()
        self.says_ready = asyncio.Event()
        loop = asyncio.get_running_loop()
        loop.add_reader(hears.fileno(), self._listen)
        loop.add_reader(process.sentinel, self._bury)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid or 0

    async def wait(self) -> int:
        """Return the exit code, once there is one."""
        await self._ended.wait()
        return self._process.exitcode or 0

    def terminate(self) -> None:
        """Ask it to stop; it drains first."""
        self._process.terminate()

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def _listen(self) -> None:
        try:
            if self._hears.recv_bytes() == _READY:
                self.says_ready.set()
        except (EOFError, OSError):
            asyncio.get_running_loop().remove_reader(self._hears.fileno())

    def _bury(self) -> None:
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._process.sentinel)
        loop.remove_reader(self._hears.fileno())
        self._process.join()
        self._hears.close()
        self._ended.set()


class Nursery:
    """Forks services from one preloaded process.

    What it starts dies with the thread that started it, so it belongs to the main thread.
    """

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["membus.local.preload"])
        self._one_at_a_time = asyncio.Lock()

    def warm_up(self) -> None:
        """Start the preloaded process where there is none, without waiting for it."""
        forkserver.ensure_running()

    async def fork(self, service: Service, log: Path) -> ServiceProcess:
        """Fork one service, its output in its log."""
        hears, says = self._context.Pipe(duplex=False)
        process = self._context.Process(
            target=_serve, args=(service, str(log), says), name=service.name
        )
        async with self._one_at_a_time:
            self.warm_up()
            try:
                # It returns when the preloading has ended.
                await asyncio.to_thread(process.start)
            except (EOFError, OSError) as error:
                hears.close()
                raise UnavailableError(
                    f"the process that services are forked from ended ({error!r}): "
                    "supervisor.log says why"
                ) from error
            finally:
                says.close()
        return ServiceProcess(process, hears)


@dataclass(frozen=True, slots=True)
class ServiceStarter:
    """Starts one service from the nursery."""

    nursery: Nursery
    service: Service

    async def start(self, log: Path) -> Child:
        """Fork the service."""
        return await self.nursery.fork(self.service, log)

    async def ready(self, child: Child) -> None:
        """Return once the service says that it serves."""
        if isinstance(child, ServiceProcess):
            await child.says_ready.wait()


def _serve(service: Service, log: str, says: Connection) -> None:
    """Run one service, in the process forked for it."""
    die_with_parent()
    supervisor = multiprocessing.parent_process()
    if supervisor is None or not supervisor.is_alive():
        return
    with open_log(Path(log)) as output:
        for stream in (1, 2):
            os.dup2(output.fileno(), stream)
    module, _, function = service.runner.partition(":")
    run = getattr(importlib.import_module(module), function)
    run(service.name, on_ready=lambda: says.send_bytes(_READY), instance=service.instance)
