"""The body on the memories topic: what the writer decided, whole enough to refold from."""

from typing import Literal

from membus.contracts.base import Contract, UtcTime
from membus.contracts.memory import Evidence, Lineage, Memory

Fate = Literal["stored", "merged", "skipped"]


class FactFate(Contract):
    """What became of one fact of a change."""

    index: int
    fate: Fate
    memory_id: str
    reason: str = ""


class HitRow(Contract):
    """A memory's count of hits after the change; hits make no version."""

    memory_id: str
    hit_count: int
    last_hit_at: UtcTime


class ChangeDecided(Contract):
    """One change and all it did: after-images of each row, evidence gained and withdrawn.

    `version` is the change's offset in its partition of the changes topic.
    """

    change_id: str
    change_type: str
    partition: int
    version: int
    fates: list[FactFate] = []
    memories: list[Memory] = []
    evidence: list[Evidence] = []
    withdrawn: list[Evidence] = []
    lineage: list[Lineage] = []
    hits: list[HitRow] = []
    outcome: Fate
    reason: str = ""
    session: str = ""
    message_partition: int | None = None
    settled_to: int | None = None
