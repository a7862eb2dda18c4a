"""Run the server: `python -m membus.local.qdrant_edge --port 6333 --path DIR`."""

import argparse
from pathlib import Path

import uvicorn

from membus.local.qdrant_edge.app import create_app
from membus.local.qdrant_edge.collections import Collections

_DRAIN_S = 5


def main() -> None:
    """Serve one data folder on the loopback interface until SIGTERM or SIGINT."""
    parser = argparse.ArgumentParser(prog="membus.local.qdrant_edge", description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--path", type=Path, required=True, help="data folder")
    options = parser.parse_args()
    uvicorn.run(
        create_app(Collections(options.path)),
        host="127.0.0.1",
        port=options.port,
        lifespan="on",
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=_DRAIN_S,
    )


if __name__ == "__main__":
    main()
