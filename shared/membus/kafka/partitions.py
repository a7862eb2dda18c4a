"""Which partition a key belongs to: murmur2, as every client of the bus reckons it. Pure."""

from aiokafka.partitioner import murmur2

_POSITIVE = 0x7FFFFFFF


def partition_of(key: str, partitions: int) -> int:
    """Return the partition of a key in a topic of so many."""
    hashed: int = murmur2(key.encode("utf-8"))
    return (hashed & _POSITIVE) % partitions
