"""ContextStore in memory, to the letter of its port."""

from collections.abc import Collection, Sequence

from membus.domain.summary_context import SessionContext
from membus.ports.contexts import ContextDecision


class InMemoryContextStore:
    """Keeps contexts and decisions in dicts."""

    def __init__(self) -> None:
        self.contexts: dict[str, SessionContext] = {}
        self.decisions: dict[str, ContextDecision] = {}

    async def decided(self, event_ids: Collection[str]) -> dict[str, ContextDecision]:
        return {each: self.decisions[each] for each in event_ids if each in self.decisions}

    async def load(self, session: str) -> SessionContext | None:
        return self.contexts.get(session)

    async def save(self, context: SessionContext, decisions: Sequence[ContextDecision]) -> bool:
        stored = self.contexts.get(context.session)
        if (stored.version if stored else 0) != context.version:
            return False
        saved = context.model_copy(update={"version": context.version + 1})
        self.contexts[context.session] = saved
        for decision in decisions:
            self.decisions.setdefault(decision.event_id, decision)
        return True
