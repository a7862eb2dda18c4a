"""membus: the memory bus for AI agents. The log is the truth; memory is a fold of it."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from membus.client import MemoryClient, SyncMemoryClient
    from membus.contracts.msg import Msg

__all__ = ["MemoryClient", "Msg", "SyncMemoryClient"]


def __getattr__(name: str) -> Any:
    # On demand: every service and command imports membus, and few of them need the client.
    if name == "Msg":
        from membus.contracts.msg import Msg  # noqa: PLC0415 - on demand

        return Msg
    if name in __all__:
        from membus import client  # noqa: PLC0415 - on demand

        return getattr(client, name)
    raise AttributeError(f"module 'membus' has no attribute {name!r}")
