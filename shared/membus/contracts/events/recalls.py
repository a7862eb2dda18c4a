"""Bodies of recall: the question, the answer, and the record of both."""

from typing import Annotated, Any, Literal

from pydantic import Field

from membus.contracts.base import Contract, UtcTime
from membus.contracts.memory import Memory

Freshness = Literal["window", "memory"]
Profile = Literal["default", "short"]


class Receipt(Contract):
    """What a publish returns: a place in the log that a recall can wait for, and whose it is."""

    session: str
    partition: int
    offset: int
    event_id: str = ""
    message_id: str = ""
    user_id: str = ""
    space_id: str | None = None


class RecallRequested(Contract):
    """A question. The scope is the envelope's owner and the `spaces` (100) that it may read.

    `deadline` is the time after which nobody waits for the answer. `k` None lets recall choose.
    `profile` says how much room the answer's context block may take.
    """

    request_id: str
    query: str = Field(max_length=20_000)
    k: int | None = Field(None, ge=1, le=100)
    spaces: list[Annotated[str, Field(max_length=512)]] = Field([], max_length=100)
    as_of: UtcTime | None = None
    known_at: UtcTime | None = None
    after: list[Receipt] = []
    level: Freshness = "window"
    explain: bool = False
    profile: Profile = "default"
    reply_partition: int = Field(ge=0)
    deadline: UtcTime


class ScoreParts(Contract):
    """How a hit's score came to be; every part is in 0..1 before it is weighted."""

    dense: float = 0.0
    text: float = 0.0
    context: float = 0.0
    neighbour: float = 0.0
    substance: float = 0.0
    speaker: float = 0.0
    exact: float = 0.0
    relation: float = 0.0
    relevance: float = 0.0
    decay: float = 1.0
    importance: float = 0.5
    access: float = 0.0
    factor: float = 1.0
    score: float = 0.0


class Hit(Contract):
    """One recalled memory; `sources` are the ids of the messages that it rests on."""

    memory: Memory
    score: float
    level: Literal["exact", "semantic", "relational", "window"]
    parts: ScoreParts = ScoreParts()
    sources: list[str] = []


class Excluded(Contract):
    """A candidate that was left out, and why."""

    memory_id: str
    reason: str
    score: float = 0.0


class WindowMessage(Contract):
    """One message of the session's own window; a private one is for its agent alone.

    `ordinal` counts the session's messages; None where it is not known.
    """

    message_id: str
    turn_id: str
    role: str
    name: str = ""
    text: str
    at: UtcTime
    offset: int
    ordinal: int | None = None
    tokens: int = 0
    agent_id: str | None = None
    visibility: Literal["shared", "private"] = "shared"


class RecallAnswered(Contract):
    """The answer; `error` instead of hits when the request was refused.

    `window` is the session's instant memory, `task` the working memory of the envelope's task.

    `fresh` False means that `after` was not reached in time, and `stale_reason` says why.
    """

    request_id: str
    hits: list[Hit] = []
    excluded: list[Excluded] = []
    window: list[WindowMessage] = []
    task: list[Memory] = []
    context: str = ""
    abstained: bool = False
    abstain_reason: str = ""
    fresh: bool = True
    stale_reason: str = ""
    timings_ms: dict[str, float] = {}
    marks: dict[str, int] = {}
    error: dict[str, Any] | None = None


class RecallRecorded(Contract):
    """What was asked and what was answered, kept for replay."""

    request: RecallRequested
    memory_ids: list[str] = []
    scores: list[float] = []
    parts: list[ScoreParts] = []
    excluded: list[Excluded] = []
    abstained: bool = False
    fresh: bool = True
    answered_at: UtcTime
    latency_ms: float = 0.0


class PromptReported(Contract):
    """The prompt that a caller built from a recall, as it says."""

    request_id: str
    prompt: str
