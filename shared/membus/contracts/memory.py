"""A memory: one thing that is known of an owner, with its evidence."""

from typing import Literal

from pydantic import Field

from membus.contracts.base import Contract, UtcTime

MemoryType = Literal["instant", "short", "long", "working"]
MemoryKind = Literal[
    "fact",
    "preference",
    "commitment",
    "event",
    "profile",
    "utterance",
    "chunk",
    "summary",
    "insight",
]
Status = Literal["active", "superseded", "merged", "expired", "forgotten"]
Polarity = Literal["positive", "negative"]


class Fact(Contract):
    """One thing that a turn states, as an extractor read it.

    `start` and `end` are character offsets of `quote` in the spoken text of message `message_id`.
    `context` are up to three messages before it, oldest first.
    """

    kind: MemoryKind
    content: str
    language: str = "en"
    subject: str
    predicate: str
    object: str
    polarity: Polarity = "positive"
    type: Literal["short", "long"] = "long"
    valid_from: UtcTime | None = None
    valid_to: UtcTime | None = None
    importance: float = Field(0.5, ge=0, le=1)
    confidence: float = Field(1.0, ge=0, le=1)
    pinned: bool = False
    entities: list[str] = []
    keywords: list[str] = []
    domain: str = ""
    message_id: str
    speaker: str = ""
    start: int = Field(0, ge=0)
    end: int = Field(0, ge=0)
    quote: str = ""
    context: list[str] = []


class Memory(Contract):
    """A memory as it stands after one change (a version), or now (the current view).

    `version` is the offset of the change in the owner's partition. `recorded_from` is the append
    time of the source message; `recorded_to` is set once a later version replaced this one.
    """

    memory_id: str
    version: int = -1
    owner: str
    tenant_id: str
    user_id: str
    agent_id: str | None = None
    visibility: Literal["shared", "private"] = "shared"
    session: str = ""
    session_id: str = ""
    turn_id: str = ""
    session_seq: int = 0
    speaker: str = ""
    type: MemoryType
    kind: MemoryKind
    content: str
    language: str = "en"
    subject: str = ""
    predicate: str = ""
    object: str = ""
    polarity: Polarity = "positive"
    entities: list[str] = []
    keywords: list[str] = []
    domain: str = ""
    importance: float = 0.5
    confidence: float = 1.0
    pinned: bool = False
    status: Status = "active"
    valid_from: UtcTime
    valid_to: UtcTime | None = None
    expires_at: UtcTime | None = None
    recorded_from: UtcTime
    recorded_to: UtcTime | None = None
    first_mentioned_at: UtcTime
    last_mentioned_at: UtcTime
    mention_count: int = 1
    hit_count: int = 0
    last_hit_at: UtcTime | None = None
    decision: str = ""
    extractor: str = ""
    extractor_version: str = ""
    derived_from: list[str] = []
    context: list[str] = []


class Evidence(Contract):
    """What a memory rests on: one span of one message. Unique by memory, message and span.

    `valid_from` and `valid_to` are the interval as this span states it (None: it does not say), so
    that a memory's interval can be derived again when a statement of another time comes in late.
    """

    memory_id: str
    owner: str
    message_id: str
    start: int
    end: int
    quote: str = ""
    turn_id: str
    revision: int
    event_id: str
    offset: int = -1
    partition: int = -1
    at: UtcTime
    valid_from: UtcTime | None = None
    valid_to: UtcTime | None = None


class Lineage(Contract):
    """Where a memory comes from, other than a message."""

    memory_id: str
    source_id: str
    relation: Literal["merged", "caused", "followed", "concerns"]
