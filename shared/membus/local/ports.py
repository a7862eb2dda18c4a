"""Free ports on the loopback interface."""

import random
import socket
from contextlib import closing

# Below the range that the kernel gives to outgoing connections: a client that keeps reconnecting
# to a server that is down could otherwise be given the server's own port and hold it.
_FIRST, _LAST = 18_000, 31_999
_ATTEMPTS = 200


def is_free(port: int) -> bool:
    """Return whether nothing listens on this port of 127.0.0.1 now."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def free_port(taken: set[int]) -> int:
    """Return a free port that is not in `taken`, and add it there."""
    source = random.SystemRandom()
    for _ in range(_ATTEMPTS):
        port = source.randint(_FIRST, _LAST)
        if port not in taken and is_free(port):
            taken.add(port)
            return port
    raise OSError(f"no free port between {_FIRST} and {_LAST} on 127.0.0.1")
