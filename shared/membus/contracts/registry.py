"""Which body belongs to which event type and version, and how old bodies become new ones."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from membus.contracts.base import Contract, JsonObject
from membus.contracts.events import changes, memories, messages, outcomes, recalls, tasks, turns
from membus.errors import UnknownSchemaError

Upcaster = Callable[[JsonObject], JsonObject]

EVENTS: Mapping[tuple[str, int], type[Contract]] = MappingProxyType(
    {
        (model.__name__, 1): model
        for model in (
            messages.MessagePublished,
            messages.SessionEnded,
            messages.Tick,
            messages.DocumentPublished,
            messages.DocumentRemoved,
            turns.TurnClosed,
            turns.SummaryWritten,
            changes.FactSetExtracted,
            changes.DocumentChunked,
            changes.MemoryCommanded,
            changes.FeedbackGiven,
            changes.HitCounted,
            changes.MergeProposed,
            changes.ExpiryProposed,
            changes.DemotionProposed,
            memories.ChangeDecided,
            recalls.RecallRequested,
            recalls.RecallAnswered,
            recalls.RecallRecorded,
            recalls.PromptReported,
            tasks.TaskUpdated,
            tasks.BoardWritten,
            outcomes.OutcomeBatch,
            outcomes.GenerationPromoted,
            outcomes.DeadLetter,
        )
    }
)

# From (type, version) to the next version; empty while every event is in its first.
UPCASTERS: Mapping[tuple[str, int], Upcaster] = MappingProxyType({})


def upcast(event_type: str, version: int, body: JsonObject) -> tuple[int, JsonObject]:
    """Return the newest version's number and the body in it."""
    while (step := UPCASTERS.get((event_type, version))) is not None:
        version, body = version + 1, step(body)
    return version, body


def body_class(event_type: str, version: int) -> type[Contract]:
    """Return the class of a body. Raises UnknownSchemaError for a type or version not known."""
    model = EVENTS.get((event_type, version))
    if model is not None:
        return model
    known = sorted(number for name, number in EVENTS if name == event_type)
    if known:
        raise UnknownSchemaError(
            f"{event_type} has no version {version} here (known: {known}): upgrade this service"
        )
    raise UnknownSchemaError(f"{event_type!r} is no event of membus: see schemas/topics.yaml")
