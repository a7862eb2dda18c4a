"""The relevance gate: which messages may hold something worth remembering, and why not."""

from membus.domain.relevance.gate import label

__all__ = ["label"]
