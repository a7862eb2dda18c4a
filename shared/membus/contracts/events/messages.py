"""Bodies on the messages and documents topics: what clients say."""

from typing import Literal

from pydantic import Field

from membus.contracts.base import Contract, UtcTime
from membus.contracts.msg import Msg


class MessagePublished(Contract):
    """An agent said or heard something."""

    msg: Msg


class SessionEnded(Contract):
    """Nothing more follows in this session; its open turn closes."""

    reason: str = ""


class Tick(Contract):
    """A timer's time, as an event: consuming it acts, so that a replay does the same.

    `idle` closes the session's open turn if `last_offset` is still its newest message; `expire`
    lets the owner's memories age.
    """

    kind: Literal["idle", "expire"]
    at: UtcTime
    last_offset: int | None = None


class DocumentPublished(Contract):
    """A document, whole; a later one of the same source replaces it."""

    source_id: str = Field(min_length=1, max_length=512)
    title: str = ""
    text: str
    media_type: str = "text/markdown"
    created_at: UtcTime | None = None


class DocumentRemoved(Contract):
    """A document is gone; so are its chunks."""

    source_id: str = Field(min_length=1, max_length=512)
