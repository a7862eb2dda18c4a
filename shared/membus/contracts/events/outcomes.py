"""The body on the outcomes topic: what each stage made of each record."""

from typing import Literal

from membus.contracts.base import Contract, UtcTime

OutcomeKind = Literal["stored", "merged", "skipped", "parked"]


class Outcome(Contract):
    """What one stage made of one event; the id is derived from both, so a set can count them."""

    outcome_id: str
    event_id: str
    stage: str
    outcome: OutcomeKind
    reason: str = ""
    produced: list[str] = []
    offset: int
    at: UtcTime


class OutcomeBatch(Contract):
    """The outcomes of one batch of one source partition."""

    stage: str
    source_topic: str
    source_partition: int
    outcomes: list[Outcome]


class GenerationPromoted(Contract):
    """Another generation serves from now on."""

    generation: str
    previous: str
    at: UtcTime


class DeadLetter(Contract):
    """A record that could not be handled: its original bytes (base64) and the reason."""

    stage: str
    source_topic: str
    source_partition: int
    source_offset: int
    source_event_id: str
    error_class: str
    reason: str
    key: str | None = None
    value: str | None = None
    headers: dict[str, str] = {}
    attempts: int = 1
    parked_at: UtcTime
