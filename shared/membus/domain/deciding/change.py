"""One record of the changes topic, as deciding needs it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from membus.contracts import ids
from membus.contracts.base import Contract
from membus.contracts.envelope import Envelope

Nominations = Mapping[int, Sequence[str]]
"""Index of a fact → ids of memories that lie near it and may say the same, nearest first."""


@dataclass(frozen=True, slots=True)
class Change:
    """What may alter an owner's memories. `version` is its offset, `appended_at` the log's time."""

    envelope: Envelope
    body: Contract
    partition: int
    version: int
    appended_at: datetime
    nominations: Nominations = field(default_factory=lambda: MappingProxyType({}))

    @property
    def id(self) -> str:
        """The event id."""
        return self.envelope.event_id

    @property
    def key(self) -> str:
        """The inbox key, under which the decision is kept."""
        return ids.inbox_key(self.owner, self.id)

    @property
    def owner(self) -> str:
        """Whose memories it is about."""
        return self.envelope.owner
