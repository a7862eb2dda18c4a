"""What the vector index keeps of a memory: the texts behind its vectors, and its payload.

It must not know an index or a model.
"""

from membus.contracts.base import JsonObject
from membus.contracts.memory import Memory
from membus.domain.duplicates import VERBATIM
from membus.domain.lexical import document_vector
from membus.domain.sparse import SparseVector

# The cost of a vector grows with its text, and a long message before it would drown the text.
_MAX_BEFORE = 300
_MAX_CONTEXT_MESSAGES = 3
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


def dense_text(memory: Memory) -> str:
    """Return the text of the dense vector: date, speaker, the text, then the message before it.

    Measured on LoCoMo's development half, dense alone, evidence recall@10: 19.5 for the text, 33.3
    with date and speaker, 56.6 with the message before in front, 59.6 with it behind.
    """
    speaker = f"{memory.speaker}: " if memory.speaker else ""
    before = memory.context[-1][:_MAX_BEFORE] if memory.context else ""
    return f"[{_date(memory)}] {speaker}{memory.content}" + (f"\n{before}" if before else "")


def content_text(memory: Memory) -> str | None:
    """Return the text of the content vector; None for what is kept word for word."""
    return None if memory.kind in VERBATIM else memory.content


def text_vector(memory: Memory) -> SparseVector:
    """Return BM25's document side of the text."""
    return document_vector(memory.content)


def context_vector(memory: Memory) -> SparseVector:
    """Return BM25's document side of the text twice and the three messages before it."""
    before = memory.context[-_MAX_CONTEXT_MESSAGES:]
    return document_vector("\n".join((memory.content, memory.content, *before)))


def same_point(one: Memory, other: Memory) -> bool:
    """Whether two versions of a memory have the same vectors, so that only the payload differs."""
    return (one.content, one.speaker, one.context) == (other.content, other.speaker, other.context)


def payload(memory: Memory) -> JsonObject:
    """Return a new point's payload; times are epoch seconds."""
    return {
        "tenant_id": memory.tenant_id,
        "owner": memory.owner,
        "agent_id": memory.agent_id,
        "visibility": memory.visibility,
        "kind": memory.kind,
        "session": memory.session,
        "session_seq": memory.session_seq,
        "recorded_from": memory.recorded_from.timestamp(),
        **changing_payload(memory),
    }


def changing_payload(memory: Memory) -> JsonObject:
    """Return what a new version may change of a point; it was recorded when it first came in."""
    return {
        "status": memory.status,
        "type": memory.type,
        "domain": memory.domain,
        "valid_from": memory.valid_from.timestamp(),
        "valid_to": None if memory.valid_to is None else memory.valid_to.timestamp(),
        "version": memory.version,
    }


def _date(memory: Memory) -> str:
    at = memory.first_mentioned_at
    if memory.language == "zh":
        return f"{at.year}年{at.month}月{at.day}日"
    return f"{at.day} {_MONTHS[at.month - 1]} {at.year}"
