"""Bodies on the changes topic: all that may alter an owner's memories."""

from typing import Literal

from pydantic import Field

from membus.contracts.base import Contract, UtcTime
from membus.contracts.memory import Fact


class MessageRef(Contract):
    """Which message a fact set rests on."""

    message_id: str
    event_id: str
    offset: int
    ordinal: int
    role: str
    speaker: str = ""
    at: UtcTime
    appended_at: UtcTime


class ModelUsage(Contract):
    """What the model calls of one turn used; `cost_usd` is 0 where no prices are set."""

    model: str
    prompt_tokens: int = Field(0, ge=0)
    completion_tokens: int = Field(0, ge=0)
    cost_usd: float = Field(0.0, ge=0)


class FactSetExtracted(Contract):
    """What one revision of a turn states; possibly nothing (then `skip_reason` may say why).

    `covers` and `settled_to` are the turn's, so that the writer's mark moves. `fallback_reason` is
    why `extractor` read the turn in place of the model that was asked to.
    """

    fact_set_id: str
    turn_id: str
    revision: int = Field(ge=1)
    extractor: str
    extractor_version: str
    facts: list[Fact]
    messages: list[MessageRef]
    partition: int
    covers: list[int]
    settled_to: int
    skip_reason: str = ""
    usage: ModelUsage | None = None
    fallback_reason: str = ""


class DocumentChunked(Contract):
    """A document cut into pieces for the writer; it replaces the source's earlier chunks."""

    source_id: str
    title: str = ""
    chunks: list[str]
    document_hash: str


class SourceAnchor(Contract):
    """What a command means, so that it holds after memories were derived again."""

    message_id: str
    start: int = 0
    end: int = 0
    value: str = ""


class MemoryCommanded(Contract):
    """A person or agent asks for a change of one memory, or of all of a scope."""

    command: Literal["forget", "restore", "pin", "unpin", "correct", "erase"]
    memory_id: str | None = None
    anchor: SourceAnchor | None = None
    value: str | None = None
    reason: str = ""


class FeedbackGiven(Contract):
    """Whether a recalled memory helped."""

    memory_id: str
    helpful: bool
    request_id: str | None = None


class HitCounted(Contract):
    """One recall used these memories."""

    request_id: str
    memory_ids: list[str]
    at: UtcTime


class MergeProposed(Contract):
    """Several memories say one thing; `versions` are those that were read, stale ones lose."""

    memory_ids: list[str] = Field(min_length=2)
    versions: dict[str, int]
    content: str


class ExpiryProposed(Contract):
    """These short memories went unused too long at time `at`."""

    memory_ids: list[str] = Field(min_length=1)
    versions: dict[str, int]
    at: UtcTime


class DemotionProposed(Contract):
    """These long memories went unused too long at time `at`."""

    memory_ids: list[str] = Field(min_length=1)
    versions: dict[str, int]
    at: UtcTime
