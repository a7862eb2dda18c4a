"""Hits as recall finds them, for what is made of them."""

from datetime import UTC, datetime

from membus.contracts.events.recalls import Hit, WindowMessage
from membus.contracts.memory import Memory

DAY = datetime(2026, 3, 1, 9, tzinfo=UTC)


def hit(content: str, **fields: object) -> Hit:
    """Return a fact of the user's, said on 1 March 2026, as a hit."""
    memory = Memory.model_validate(
        {
            "memory_id": "m",
            "owner": "t/u/u",
            "tenant_id": "t",
            "user_id": "u",
            "type": "long",
            "kind": "fact",
            "speaker": "user",
            "content": content,
            "valid_from": DAY,
            "recorded_from": DAY,
            "first_mentioned_at": DAY,
            "last_mentioned_at": DAY,
            **fields,
        }
    )
    return Hit(memory=memory, score=1.0, level="semantic")


def message(text: str, **fields: object) -> WindowMessage:
    """Return a message of the session's window."""
    return WindowMessage.model_validate(
        {
            "message_id": text[:40],
            "turn_id": "t",
            "role": "user",
            "text": text,
            "at": DAY,
            "offset": 1,
            **fields,
        }
    )
