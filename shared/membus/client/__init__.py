"""What an agent speaks to the bus with: publish and recall over Kafka. Knows no service."""

from membus.client.bus import MemoryClient
from membus.client.messages import PublishOptions
from membus.client.sync import SyncMemoryClient

__all__ = ["MemoryClient", "PublishOptions", "SyncMemoryClient"]
