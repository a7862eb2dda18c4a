"""Conservation: every record ends in exactly one outcome a stage. Knows no log: it is fed."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from membus.contracts.events.outcomes import Outcome

# The stages that must account for a record, by the topic that carries it.
STAGES_OF_TOPIC = {
    "membus.messages.v1": ("ingestion",),
    "membus.documents.v1": ("ingestion",),
    "membus.turns.v1": ("extraction", "compression"),
    "membus.changes.v1": ("embedding",),
    "membus.recalls.v1": ("consolidation",),
}

# What no stage acts on there: a Tick is its maker's alone, a prompt is kept for replay.
PASSED_BY = frozenset({("membus.changes.v1", "Tick"), ("membus.recalls.v1", "PromptReported")})


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record lies in the log."""

    topic: str
    partition: int
    offset: int


@dataclass(frozen=True, slots=True)
class Finding:
    """One record that is not accounted for, or accounted for twice."""

    kind: Literal["unaccounted", "doubled"]
    stage: str
    event_id: str
    place: Place
    detail: str


@dataclass(slots=True)
class Accounts:
    """Expectations and outcomes, matched as sets: redelivery repeats an outcome, never adds one."""

    _expected: dict[tuple[str, str], Place] = field(default_factory=dict)
    _outcomes: dict[tuple[str, str], Outcome] = field(default_factory=dict)
    _conflicts: dict[tuple[str, str], Outcome] = field(default_factory=dict)
    _live: dict[str, tuple[int, tuple[str, ...], Place]] = field(default_factory=dict)

    def expect(self, event_id: str, event_type: str, place: Place) -> None:
        """Note a record of the log, unless no stage acts on such an event there."""
        if (place.topic, event_type) in PASSED_BY:
            return
        for stage in STAGES_OF_TOPIC.get(place.topic, ()):
            self._expected.setdefault((stage, event_id), place)

    def outcome(self, outcome: Outcome) -> None:
        """Note what a stage made of a record."""
        key = (outcome.stage, outcome.event_id)
        known = self._outcomes.setdefault(key, outcome)
        if known.outcome == outcome.outcome:
            return
        # A faulty copy of an event, at another offset, parks for its own fault.
        copy = known.offset != outcome.offset and "parked" in {known.outcome, outcome.outcome}
        if not copy:
            self._conflicts[key] = outcome

    def turn(self, turn_id: str, revision: int, messages: tuple[str, ...], place: Place) -> None:
        """Note a turn's revision, with (session identity, message id) joined for each message."""
        known = self._live.get(turn_id)
        if known is None or known[0] < revision:
            self._live[turn_id] = (revision, messages, place)

    def findings(self) -> list[Finding]:
        """Return all that does not hold, in log order within each topic."""
        found = [
            Finding("unaccounted", stage, event, place, f"{stage} gave no outcome")
            for (stage, event), place in self._expected.items()
            if (stage, event) not in self._outcomes
        ]
        for (stage, event), other in self._conflicts.items():
            place = self._expected.get((stage, event))
            if place is None:
                # Nobody's to account for: a Tick may find something due, and told twice nothing.
                continue
            first = self._outcomes[stage, event].outcome
            detail = f"{stage} says {first} and {other.outcome}"
            found.append(Finding("doubled", stage, event, place, detail))
        seen: dict[str, str] = {}
        for turn, (_, messages, place) in self._live.items():
            for message in messages:
                if message in seen:
                    detail = f"message {message} lies in turns {seen[message]} and {turn}"
                    found.append(Finding("doubled", "ingestion", turn, place, detail))
                seen[message] = turn
        return sorted(
            found, key=lambda item: (item.place.topic, item.place.partition, item.place.offset)
        )

    def parked(self) -> list[tuple[Place, Outcome]]:
        """Return the expected records that a stage parked, with its outcome, in log order."""
        found = [
            (place, self._outcomes[key])
            for key, place in self._expected.items()
            if key in self._outcomes and self._outcomes[key].outcome == "parked"
        ]
        return sorted(found, key=lambda one: (one[0].topic, one[0].partition, one[0].offset))

    def counts(self) -> dict[str, dict[str, int]]:
        """Return stage → outcome → how many."""
        table: dict[str, Counter[str]] = {}
        for (stage, _), outcome in self._outcomes.items():
            table.setdefault(stage, Counter())[outcome.outcome] += 1
        return {stage: dict(counter) for stage, counter in sorted(table.items())}

    def wanted_counts(self) -> dict[str, dict[str, int]]:
        """Return the same for the events that were expected alone."""
        table: dict[str, Counter[str]] = {}
        for stage, event in self._expected:
            outcome = self._outcomes.get((stage, event))
            if outcome is not None:
                table.setdefault(stage, Counter())[outcome.outcome] += 1
        return {stage: dict(counter) for stage, counter in table.items()}

    @property
    def live_turns(self) -> int:
        """How many turns have messages in their newest revision."""
        return sum(1 for _, messages, _ in self._live.values() if messages)
