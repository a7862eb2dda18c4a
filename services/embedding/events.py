"""The event that says what the writer decided."""

from membus.contracts import ids
from membus.contracts.envelope import Envelope, seal
from membus.contracts.events.memories import ChangeDecided
from membus.kafka.stage import Outgoing
from membus.kafka.topic_registry import MEMORIES


def change_decided(change: Envelope, decision: ChangeDecided) -> Outgoing:
    """Return the decision as a record of the memories topic; the same change gives the same id."""
    envelope = change.model_copy(
        update={
            "event_id": ids.event_id("ChangeDecided", change.event_id),
            "type": "ChangeDecided",
            "schema_version": 1,
            "producer": "embedding",
            "causation_id": change.event_id,
            "key_id": None,
            "body": seal(decision),
        }
    )
    return Outgoing(MEMORIES, change.owner, envelope)
