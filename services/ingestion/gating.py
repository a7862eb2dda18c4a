"""What the relevance gate decided of turns that are about to be published."""

import asyncio
from collections.abc import Iterable

from membus.contracts.events.turns import GateLabel
from membus.domain.turn_publishing import Publication
from membus.domain.turns import Reading
from membus.ports.models import RelevanceGate


class Gating:
    """Asks the gate about turns that close, and keeps its labels until the turns are settled.

    A model may answer otherwise the next time, so a reading is decided once: a batch that is folded
    again publishes what it published. What is settled carries its labels itself.
    """

    def __init__(self, gate: RelevanceGate) -> None:
        self._gate = gate
        self.labels: dict[str, dict[Reading, GateLabel]] = {}

    async def overrules(self, published: Iterable[tuple[str, Publication]]) -> bool:
        """Take in the gate's labels; return whether one of them is not what the turns carry."""
        asked = [each for each in published if self._undecided(*each)]
        answers = await asyncio.gather(*(self._gate.label(turn.closed) for _, turn in asked))
        overruled = False
        for (session, turn), labels in zip(asked, answers, strict=True):
            decided = self.labels.setdefault(session, {})
            for message, label in zip(turn.sources, labels, strict=True):
                if message.reading not in decided and _open(message.label):
                    decided[message.reading] = label
                    overruled |= label != message.label
        return overruled

    def forget(self) -> None:
        """Drop the labels: what they were for is settled, or another member's."""
        self.labels = {}

    def _undecided(self, session: str, turn: Publication) -> bool:
        decided = self.labels.get(session, {})
        # The messages that a void turn lost are labelled where they went.
        return bool(turn.closed.messages) and any(
            _open(message.label) and message.reading not in decided for message in turn.sources
        )


def _open(label: GateLabel | None) -> bool:
    # One that a gate decided stands, in every later revision too.
    return label is None or label.gate == "rules"
