"""ContextStore: compression's own state: the context of each session, and its inbox."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from membus.contracts.envelope import Envelope
from membus.contracts.events.outcomes import OutcomeKind
from membus.domain.summary_context import SessionContext


@dataclass(frozen=True, slots=True)
class ContextDecision:
    """What compression made of one event; on redelivery it is told again, never decided again."""

    event_id: str
    outcome: OutcomeKind
    reason: str = ""
    written: Envelope | None = None


class ContextStore(Protocol):
    """Reads, and one write that decides. Raises UnavailableError."""

    async def decided(self, event_ids: Collection[str]) -> dict[str, ContextDecision]:
        """Return what was decided of events before."""

    async def load(self, session: str) -> SessionContext | None:
        """Return a session's context, None for one that is not known."""

    async def save(self, context: SessionContext, decisions: Sequence[ContextDecision]) -> bool:
        """Store a context and decisions in one transaction; return whether it was done.

        `context.version` is the version that was loaded (0 for none); the stored one is one
        higher. Nothing is written when another member has stored a version in between.
        """
