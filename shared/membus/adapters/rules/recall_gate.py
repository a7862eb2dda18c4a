"""The gate before recall, by rules."""

from collections.abc import Sequence

from membus.domain.recalling import gate


class RulesRecallGate:
    """Decides by the question's own words; the messages before it can only speak for memory."""

    async def needs_memory(self, question: str, recent: Sequence[str]) -> str:
        """Return why the question needs no memory, "" where it may need it."""
        return gate.refusal(question, recent)
