"""What the writer makes of a change: `decide` is a function of the change and the owner's view."""

from datetime import timedelta

from membus.contracts.events import changes
from membus.contracts.events.memories import ChangeDecided
from membus.domain.deciding.ageing import (
    decide_demotion,
    decide_expiry,
    decide_feedback,
    decide_hits,
)
from membus.domain.deciding.change import Change, Nominations
from membus.domain.deciding.commands import decide_command
from membus.domain.deciding.documents import decide_document
from membus.domain.deciding.draft import Draft
from membus.domain.deciding.facts import decide_facts
from membus.domain.deciding.merging import decide_merge
from membus.domain.deciding.view import OwnerView
from membus.errors import UnknownSchemaError

__all__ = ["Change", "Nominations", "OwnerView", "decide", "turn_of"]


def decide(  # noqa: PLR0911 - one return a kind of change
    change: Change, view: OwnerView, ttl: timedelta
) -> ChangeDecided:
    """Return all that a change does to its owner's memories; the view is read, never changed.

    `ttl` is how long a short memory lives unused. Raises MalformedError for a change that cannot
    mean anything, and UnknownSchemaError for an event that is no change.
    """
    draft = Draft(change, view)
    match change.body:
        case changes.FactSetExtracted() as body:
            return decide_facts(change, body, draft, ttl)
        case changes.HitCounted() as body:
            return decide_hits(body, draft)
        case changes.DocumentChunked() as body:
            return decide_document(change, body, draft)
        case changes.MemoryCommanded() as body:
            return decide_command(change, body, draft, ttl)
        case changes.FeedbackGiven() as body:
            return decide_feedback(change, body, draft)
        case changes.ExpiryProposed() as body:
            return decide_expiry(change, body, draft, ttl)
        case changes.DemotionProposed() as body:
            return decide_demotion(change, body, draft)
        case changes.MergeProposed() as body:
            return decide_merge(change, body, draft)
        case _:
            raise UnknownSchemaError(f"{change.envelope.type} is no change of memories")


def turn_of(change: Change) -> tuple[str, int] | None:
    """Return the turn and revision that a fact set is about, None for other changes."""
    body = change.body
    return (body.turn_id, body.revision) if isinstance(body, changes.FactSetExtracted) else None
