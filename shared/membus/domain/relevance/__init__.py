"""The relevance gate: which messages may hold something worth remembering, and why not."""

from membus.domain.relevance.gate import label, without_memory

__all__ = ["label", "without_memory"]
