"""Search among the few memories of a session, a user or a task, where no index stands.

"Few" is some hundred: each search looks at all of them.
"""

from collections.abc import Sequence

import numpy as np

from membus.contracts.memory import Memory
from membus.domain.lexical import terms
from membus.ports.models import Embedder


async def nearest(
    memories: Sequence[Memory], vector: Sequence[float], embedder: Embedder, limit: int
) -> list[tuple[Memory, float]]:
    """Return the memories whose text lies nearest, with the cosine similarity, best first."""
    if not memories:
        return []
    vectors = await embedder.embed([memory.content for memory in memories])
    scores = (np.asarray(vectors) @ np.asarray(vector)).tolist()
    ranked = sorted(zip(memories, scores, strict=True), key=lambda pair: -pair[1])
    return ranked[:limit]


def naming(memories: Sequence[Memory], names: Sequence[str], limit: int) -> list[Memory]:
    """Return the memories whose text names every one of the names as whole words, in order."""
    wanted = [set(terms(name)) for name in names]
    if not wanted or not all(wanted):
        return []
    return [memory for memory in memories if set.union(*wanted) <= set(terms(memory.content))][
        :limit
    ]


def newest_first(memories: Sequence[Memory]) -> list[Memory]:
    """Return the memories by when they were last mentioned, then by version, then the later given.

    Messages of one list bear one time, so the order of arrival has the last word.
    """
    placed = enumerate(memories)
    newest = sorted(placed, key=lambda at: (at[1].last_mentioned_at, at[1].version, at[0]))
    return [memory for _, memory in reversed(newest)]
