"""A sparse vector as a value; what its numbers mean is said where it is made."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SparseVector:
    """Term numbers and weights, of equal length; no number twice."""

    indices: tuple[int, ...]
    values: tuple[float, ...]
