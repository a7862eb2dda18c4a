"""Messages as memories: what instant and working memory hold are words that somebody said."""

from datetime import datetime
from typing import Literal
from urllib.parse import unquote

from membus.contracts import ids
from membus.contracts.memory import Memory, MemoryType
from membus.domain.languages import language_of


def utterance(
    kind: MemoryType,
    *,
    memory_id: str,
    version: int,
    owner: str,
    tenant_id: str,
    session_id: str,
    turn_id: str = "",
    speaker: str,
    text: str,
    at: datetime,
    agent_id: str | None = None,
    visibility: Literal["shared", "private"] = "shared",
) -> Memory:
    """Return the memory of one message; an owner that is a space stands as its user too."""
    return Memory(
        memory_id=memory_id,
        version=version,
        owner=owner,
        tenant_id=tenant_id,
        user_id=unquote(owner.rpartition("/")[2]),
        agent_id=agent_id,
        visibility=visibility,
        session=ids.session_identity(tenant_id, session_id),
        session_id=session_id,
        turn_id=turn_id,
        speaker=speaker,
        type=kind,
        kind="utterance",
        content=text,
        language=language_of(text),
        valid_from=at,
        recorded_from=at,
        first_mentioned_at=at,
        last_mentioned_at=at,
    )
