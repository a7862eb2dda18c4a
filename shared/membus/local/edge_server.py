"""The server over Qdrant Edge, for the vector index, as a process of its own."""

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from membus.local.server import Server, answers


def edge_server(data_dir: Path, port: int) -> Server:
    """Return the Edge server that keeps its collections in `data_dir`/qdrant."""
    return Server(
        name="qdrant",
        area="qdrant",
        address=f"http://127.0.0.1:{port}",
        command=partial(_command, data_dir / "qdrant", port),
        serves=partial(answers, port, b"GET /readyz HTTP/1.0\r\n\r\n", b"HTTP/1.1 200"),
    )


def _command(folder: Path, port: int) -> Sequence[str]:
    module = "membus.local.qdrant_edge"
    return [sys.executable, "-m", module, "--port", str(port), "--path", str(folder.resolve())]
