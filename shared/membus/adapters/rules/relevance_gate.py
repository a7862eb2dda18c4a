"""The relevance gate, by rules."""

from membus.contracts.events.turns import GateLabel, TurnClosed


class RulesRelevanceGate:
    """Leaves it at the labels that the rules gave while the turn was folded."""

    @property
    def name(self) -> str:
        """Its name."""
        return "rules"

    async def label(self, turn: TurnClosed) -> list[GateLabel]:
        """Return the labels that the turn carries."""
        return [message.label for message in turn.messages]
