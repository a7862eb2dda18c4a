"""The scope of every read and write: a query without it cannot be expressed."""

from dataclasses import dataclass

from membus.contracts import ids
from membus.domain.visibility import is_seen


@dataclass(frozen=True, slots=True)
class Scope:
    """One tenant, and the owners in it whose memory may be seen.

    `agent_id` sees its own private memories besides the shared ones.
    """

    tenant_id: str
    owners: tuple[str, ...]
    agent_id: str | None = None

    def __post_init__(self) -> None:
        prefix = ids.join(self.tenant_id) + "/"
        if not self.owners or not all(owner.startswith(prefix) for owner in self.owners):
            raise ValueError("a scope needs owners, all of its tenant")

    def sees(self, visibility: str, agent_id: str | None) -> bool:
        """Whether what an agent said or stored, for all agents or itself alone, may be seen."""
        return is_seen(visibility, agent_id, self.agent_id)
